"""Words memories for a person: source, date, and whether what they say may be out of date."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.contracts.search import MemoryHit, MemorySource

LONGEST_QUOTE = 400
OLD_AFTER_DAYS = 180
LONG_TERM_LABEL = "Long-term memory"
_LISTED = re.compile(r"\d+\. \[(?P<label>[^\]\n]*)\] ?(?P<text>.*)")
_ISO_DAY = re.compile(r"(?P<before>.*?),? ?(?P<day>\d{4}-\d{2}-\d{2})(?P<after>.*)")


@dataclass(frozen=True, slots=True)
class Listed:
    """`label` says where it is from, as the tool words it."""

    label: str
    text: str

    @property
    def source(self) -> MemorySource:
        begins = {"Long-term": MemorySource.LONG_TERM, "Daily log": MemorySource.DAILY_LOG}
        is_from = (source for begin, source in begins.items() if self.label.startswith(begin))
        return next(is_from, MemorySource.SESSION)


def quoted(hits: Sequence[MemoryHit]) -> str:
    """One bullet for each memory."""
    return "\n".join(f"- {_source(hit)}: {_shown(hit.text)}{_age_note(hit)}" for hit in hits)


def bullets(texts: Sequence[str]) -> str:
    return "\n".join(f"- {_shown(text)}" for text in texts)


def numbered(texts: Sequence[str]) -> str:
    return "\n".join(f"{number}. “{_shown(text)}”" for number, text in enumerate(texts, 1))


def shown_as(text: str) -> str:
    """How `numbered` shows a text, to recognise it in an earlier answer."""
    return f"“{_shown(text)}”"


def listed_in(tool_text: str) -> tuple[Listed, ...]:
    """What `search_history` lists, in its order."""
    found: list[Listed] = []
    for line in tool_text.splitlines():
        if item := _LISTED.match(line):
            found.append(Listed(item["label"], item["text"].strip().removeprefix("- ")))
        elif found and line.strip():
            found[-1] = Listed(found[-1].label, f"{found[-1].text} {line.strip()}")
    return tuple(found)


def listing(found: Sequence[Listed]) -> str:
    return "\n".join(_cut(f"- {_spoken_label(one.label)}: {one.text}") for one in found)


def spread_over_days(found: Sequence[Listed], most: int) -> list[Listed]:
    """The best of every day before the second best of any; then as it happened, oldest first."""
    counts: Counter[date] = Counter()
    turns: list[tuple[int, int]] = []
    for place, one in enumerate(found):
        day = _day_in(one.label) or date.max
        turns.append((counts[day], place))
        counts[day] += 1
    chosen = [found[place] for _, place in sorted(turns)[:most]]
    return sorted(chosen, key=lambda one: _day_in(one.label) or date.max)


def _day_in(label: str) -> date | None:
    found = _ISO_DAY.fullmatch(label)
    try:
        return date.fromisoformat(found["day"]) if found else None
    except ValueError:
        return None


def spoken_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _source(hit: MemoryHit) -> str:
    if hit.date is None:
        return LONG_TERM_LABEL
    match hit.source:
        case MemorySource.LONG_TERM:
            return LONG_TERM_LABEL
        case MemorySource.DAILY_LOG:
            return f"Daily log, {spoken_date(hit.date)}"
        case MemorySource.SESSION:
            return f"Conversation, {spoken_date(hit.date)}"


def _age_note(hit: MemoryHit) -> str:
    if hit.source is MemorySource.LONG_TERM or hit.age_days < OLD_AFTER_DAYS:
        return ""
    months = round(hit.age_days / 30.4)
    ago = f"{months} months" if months < 24 else f"{hit.age_days // 365} years"
    return f" (about {ago} ago; it may have changed)"


def _spoken_label(label: str) -> str:
    """`Daily log 2026-02-27` with the date as people say it."""
    label = label.replace("said by person", "you said")
    found, day = _ISO_DAY.fullmatch(label), _day_in(label)
    if found is None or day is None:
        return label
    return f"{found['before']}, {spoken_date(day)}{found['after']}"


def _shown(text: str) -> str:
    return _cut(" ".join(text.split()))


def _cut(text: str) -> str:
    if len(text) <= LONGEST_QUOTE:
        return text
    cut = text[:LONGEST_QUOTE]
    at_word = cut.rpartition(" ")[0]
    # One endless word, an address perhaps, must not take everything before its end with it.
    return f"{at_word if 2 * len(at_word) > LONGEST_QUOTE else cut}…"
