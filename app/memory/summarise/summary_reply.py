"""Reads a model's reply to the summary prompt, however it dressed it (S2.2).

Tolerant on purpose: fences, thinking, bold or translated headings, numbered lists, one section or
none. Gives bullets only, so that nothing a model writes becomes structure in a memory file.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.memory.markdown_lines import storable
from app.memory.summarise.facts import Fact, category_named, without_repeats
from app.memory.summarise.reply_lines import ReplyLine, reply_lines
from app.memory.summarise.section_names import Section, says_nothing
from app.memory.summarise.sentence_kinds import is_offer

MOST_BULLETS = 40
LONGEST_BULLET = 600
MOST_FACTS = 30

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_CATEGORY_LABEL = re.compile(
    r"[\[(（【](?P<in_brackets>[A-Za-z ]{3,20})[\])）】]\s*[:：]?\s*"
    r"|\*{0,2}(?P<before_colon>[A-Za-z ]{3,20})\*{0,2}[:：]\*{0,2}\s+"
)


@dataclass(frozen=True, slots=True)
class SummaryReply:
    """`summary` is bullets, one a line; empty when the reply named none."""

    summary: str
    facts: tuple[Fact, ...]


def parse_reply(reply: str) -> SummaryReply:
    lines = reply_lines(_THINKING.sub("\n", storable(reply)))
    has_summary = any(line.section is Section.SUMMARY for line in lines)
    # What stands before the first heading is an opening phrase, unless it is all there is.
    wanted = {Section.SUMMARY} if has_summary else {Section.SUMMARY, None}
    told = [line for line in lines if line.section in wanted]
    facts = [line for line in lines if line.section is Section.FACTS]
    bullets = bullet_lines(_plain(line.text) for line in _without_chatter(told))
    return SummaryReply("\n".join(bullets[:MOST_BULLETS]), _facts(facts))


def bullet_lines(texts: Iterable[str]) -> list[str]:
    """One bullet for each text that says something, each once, none endless."""
    once: dict[str, str] = {}
    for text in texts:
        shown = _shortened(" ".join(text.split()))
        if shown and not says_nothing(shown):
            once.setdefault(shown.casefold(), shown)
    return [f"- {text}" for text in once.values()]


def _without_chatter(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Without the sentences a model puts around its list."""
    if not any(line.is_item for line in lines):
        return list(lines)
    return [line for line in lines if line.is_item or not _is_chatter(line.text)]


def _is_chatter(text: str) -> bool:
    return text.endswith((":", "：")) or is_offer(text)


def _facts(lines: Sequence[ReplyLine]) -> tuple[Fact, ...]:
    items = [line for line in lines if line.is_item] or lines
    facts = [_fact(line) for line in items if not says_nothing(line.text)]
    return without_repeats([fact for fact in facts if fact.text])[:MOST_FACTS]


def _fact(line: ReplyLine) -> Fact:
    label = _CATEGORY_LABEL.match(line.text)
    named = category_named(label["in_brackets"] or label["before_colon"]) if label else None
    if label and named:
        return Fact(_shortened(_plain(line.text[label.end() :])), named)
    return Fact(_shortened(_plain(line.text)), category_named(line.heading))


def _plain(text: str) -> str:
    """On one line, without emphasis that spans the whole."""
    bare = " ".join(text.split())
    whole = re.fullmatch(r"(\*\*|__)([^*_]+)\1", bare)
    return whole[2] if whole else bare


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_BULLET:
        return text
    cut = text[:LONGEST_BULLET]
    return f"{cut.rpartition(' ')[0] or cut}…"
