"""What a person should know about each entry of long-term memory, with the reason in words (S10.1).

Only looks: must never change an entry. Rules are plain enough to be explained in one sentence.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.memory.entry_duplicates import Repeat, find_repeats
from app.memory.entry_similarity import Likeness
from app.memory.entry_transience import Transience, TransienceKind, is_over, transience_of
from app.memory.entry_usage import NOTHING_COUNTED, UsageReport
from app.memory.entry_vagueness import vagueness_of
from app.memory.fact_slots import superseded_by
from app.memory.long_term_document import Entry

OLD_AFTER_DAYS = 30
OFTEN_USED = 10
_LONGEST_QUOTE = 60


class MarkKind(StrEnum):
    PINNED = "pinned"
    DUPLICATE = "duplicate"
    STALE = "stale"
    TRANSIENT = "transient"
    VAGUE = "vague"
    NEVER_USED = "never used"
    OFTEN_USED = "often used"


@dataclass(frozen=True, slots=True)
class EntryMark:
    """`reason` is a sentence for the person."""

    kind: MarkKind
    reason: str


@dataclass(frozen=True, slots=True)
class JudgedEntry:
    entry: Entry
    marks: tuple[EntryMark, ...] = ()

    @property
    def is_worth_a_look(self) -> bool:
        """True when the person may want to change or remove it."""
        settled = {MarkKind.PINNED, MarkKind.OFTEN_USED}
        return any(mark.kind not in settled for mark in self.marks)


def judge_entries(
    entries: Sequence[Entry],
    today: date,
    *,
    repeats: Iterable[Repeat] | None = None,
    usage: UsageReport = NOTHING_COUNTED,
) -> tuple[JudgedEntry, ...]:
    """Every entry in its order, with its marks. `repeats` None: judged here, by words alone."""
    repeated = {one.index: one for one in (find_repeats(entries) if repeats is None else repeats)}
    newer = superseded_by(entries)
    return tuple(
        JudgedEntry(
            entry,
            (
                *_pinned(entry),
                *_duplicate(repeated.get(index), entries),
                *_passing(entry, entries[newer[index]] if index in newer else None, today),
                *_vague(entry),
                *_used(entry, usage, today),
            ),
        )
        for index, entry in enumerate(entries)
    )


def age_in_days(entry: Entry, today: date) -> int | None:
    """None: nobody wrote down when it was saved."""
    return None if entry.marks.saved_on is None else (today - entry.marks.saved_on).days


def _pinned(entry: Entry) -> Iterator[EntryMark]:
    if entry.marks.is_pinned:
        yield EntryMark(MarkKind.PINNED, "Pinned: it stays as it is.")


def _duplicate(repeat: Repeat | None, entries: Sequence[Entry]) -> Iterator[EntryMark]:
    if repeat is None:
        return
    words = {
        Likeness.SAME: "Says the same as",
        Likeness.NEAR: "Says no more than",
        Likeness.MEANING: "Means the same as",
    }[repeat.likeness]
    yield EntryMark(MarkKind.DUPLICATE, f"{words} {quoted(entries[repeat.of].text)}.")


def _passing(entry: Entry, newer: Entry | None, today: date) -> Iterator[EntryMark]:
    if newer is not None:
        yield EntryMark(MarkKind.STALE, f"Newer: {quoted(newer.text)}.")
        return
    transience = transience_of(entry.text)
    if transience is None:
        return
    age = age_in_days(entry, today)
    is_old = age is not None and age >= OLD_AFTER_DAYS
    if is_old or (age is not None and is_over(transience, entry.marks.saved_on, today)):
        ago = "yesterday" if age == 1 else f"{age} days ago"
        yield EntryMark(MarkKind.STALE, f"{transience_reason(transience)} It was saved {ago}.")
    else:
        yield EntryMark(MarkKind.TRANSIENT, transience_reason(transience))


def transience_reason(transience: Transience) -> str:
    match transience.kind:
        case TransienceKind.MOMENT | TransienceKind.FOR_NOW:
            return f"“{transience.words}” will not be true for long."
        case TransienceKind.MODEL_SWITCH:
            return "It tells of a change of the model, not of you."
        case TransienceKind.ONE_TIME:
            return "It tells of something that happened once."


def _vague(entry: Entry) -> Iterator[EntryMark]:
    if reason := vagueness_of(entry.text):
        yield EntryMark(MarkKind.VAGUE, reason)


def _used(entry: Entry, usage: UsageReport, today: date) -> Iterator[EntryMark]:
    count = usage.of(entry)
    if count is not None:
        if count.uses >= OFTEN_USED:
            yield EntryMark(MarkKind.OFTEN_USED, f"Used in {count.uses} answers.")
        return
    age, since = age_in_days(entry, today), usage.counting_since
    if age is None or since is None:
        return
    watched = min(age, (today - since).days)
    if watched >= OLD_AFTER_DAYS:
        yield EntryMark(MarkKind.NEVER_USED, f"Not used in any answer for {watched} days.")


def quoted(text: str) -> str:
    line = " ".join(text.split())
    if len(line) > _LONGEST_QUOTE:
        cut = line[:_LONGEST_QUOTE]
        line = f"{cut.rpartition(' ')[0] or cut}…"
    return f"“{line}”"
