"""A session's first title: the start of what was said first, cut at a word (S11.1).

A greeting names nothing: the first message that says something does.
"""

import re

from app.memory.summarise.sentence_kinds import SentenceKind, kind_of

LONGEST_FIRST_TITLE = 50
NEW_CHAT_TITLE = "New chat"
_LONGEST_READ = 2_000
_FENCE = re.compile(r"\s*(?:```|~~~)")
_TABLE_RULE = re.compile(r"[\s|:-]+\Z")
_MARK = re.compile(r"\s*(?:#{1,6}\s+|>\s?)+")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,2}[.)])\s+(?:\[[ xX]\]\s+)?")
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)[*`](?=\S)|(?<=\S)[*`](?!\w)")


def first_title(text: str) -> str:
    """Marks of Markdown are for the page, not for a name."""
    line = _EMPHASIS.sub("", _on_one_line(text[:_LONGEST_READ]))
    line = line or " ".join(text.split())
    if len(line) <= LONGEST_FIRST_TITLE:
        return line or NEW_CHAT_TITLE
    cut = line[:LONGEST_FIRST_TITLE]
    at_word = cut.rpartition(" ")[0].rstrip(",;:")
    # Scripts without spaces have no word to cut at.
    return f"{at_word or cut}…"


def names_nothing(text: str) -> bool:
    """A greeting or a nod."""
    return len(text) <= LONGEST_FIRST_TITLE and kind_of(text) is SentenceKind.EMPTY_TALK


def _on_one_line(text: str) -> str:
    said = ""
    was_item = False
    for line in text.splitlines():
        if not line.strip() or _FENCE.match(line) or _TABLE_RULE.match(line):
            continue
        item = _ITEM.match(line)
        bare = line[item.end() :] if item else _MARK.sub("", line, count=1)
        bare = " ".join(bare.replace(" | ", ", ").strip(" |").split())
        said += (", " if item and was_item else " ") + bare
        was_item = item is not None
    return said.strip()
