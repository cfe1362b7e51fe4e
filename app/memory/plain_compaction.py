"""What can be tidied without a model: repeats, and passing things that are over (S10.2).

Contradictions stay: which of two is true, only a reader can say.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from app.memory.compaction_plan import Drop
from app.memory.entry_duplicates import find_repeats
from app.memory.entry_quality import quoted, transience_reason
from app.memory.entry_similarity import SameMeaning
from app.memory.entry_transience import is_over, transience_of
from app.memory.long_term_document import Entry

LONGEST_PASSING_ENTRY = 200
"""Whatever is longer says more than that it rained."""


def plain_edits(
    entries: Sequence[Entry], today: date, same_meaning: SameMeaning | None = None
) -> tuple[Drop, ...]:
    passing = {drop.index: drop for drop in _passing(entries, today)}
    repeats = [
        Drop(repeat.index, f"It repeats {quoted(entries[repeat.of].text)}.", repeat.of)
        for repeat in find_repeats(entries, same_meaning)
        if repeat.index not in passing
    ]
    return tuple(sorted((*passing.values(), *repeats), key=lambda drop: drop.index))


def _passing(entries: Sequence[Entry], today: date) -> Iterator[Drop]:
    for index, entry in enumerate(entries):
        is_short = "\n" not in entry.text and len(entry.text) <= LONGEST_PASSING_ENTRY
        if entry.marks.is_pinned or not is_short:
            continue
        transience = transience_of(entry.text)
        if transience is not None and is_over(transience, entry.marks.saved_on, today):
            yield Drop(index, transience_reason(transience))
