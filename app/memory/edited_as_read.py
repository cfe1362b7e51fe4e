"""The text editor shows MEMORY.md as a person reads it; this gives what they made of it its marks
back: an entry that still says the same keeps where it came from, one they reworded stays pinned.

Must never change a word of theirs, and never put a mark where there was none.
"""

from dataclasses import replace
from difflib import SequenceMatcher

from app.memory.entry_text import NO_MARKS, EntryMarks, marks_comment, without_marks
from app.memory.long_term_document import LongTermDocument

_SAME_ENTRY = 0.5
"""How much of a line must be left for it to be the same entry in other words."""
MOST_COMPARED = 20_000
"""Pairs of lines: about a second. A text that is another one altogether has no old entries."""


def with_marks_of(base: str, edited: str) -> str:
    """`edited` is `visible_text` of `base`, changed by a person."""
    marked = LongTermDocument(base).lines
    shown = LongTermDocument(LongTermDocument(base).visible_text()).lines
    document = LongTermDocument(edited)
    given = document.lines.copy()
    if len(shown) != len(marked):
        return edited
    left = {n: line for n, line in enumerate(shown) if marked[n] != line}
    entries = {block.start for block in document.entry_blocks()}
    pairs = SequenceMatcher(None, shown, given, autojunk=False)
    for block in pairs.get_matching_blocks():
        for offset in range(block.size):
            line = left.pop(block.a + offset, None)
            if line is not None and block.b + offset in entries:
                given[block.b + offset] = marked[block.a + offset]
            entries.discard(block.b + offset)
    _give_to_moved(left, entries, given, marked)
    _give_to_reworded(left, entries, given, marked)
    text = "".join(given)
    # What a line is depends on all before it: a mark in what is code now would be words.
    return text if LongTermDocument(text).visible_text() == edited else edited


def _give_to_moved(
    left: dict[int, str], changed: set[int], given: list[str], marked: list[str]
) -> None:
    places: dict[str, list[int]] = {}
    for place, line in reversed(left.items()):
        places.setdefault(line.strip(), []).append(place)
    for number in sorted(changed):
        if same := places.get(given[number].strip()):
            place = same.pop()
            given[number] = _with(given[number], without_marks(marked[place])[1])
            changed.discard(number)
            del left[place]


def _give_to_reworded(
    left: dict[int, str], changed: set[int], given: list[str], marked: list[str]
) -> None:
    """Only what protects an entry: the words and their day are the person's own now."""
    pinned = [n for n in left if without_marks(marked[n])[1].is_pinned]
    if len(pinned) * len(changed) > MOST_COMPARED:
        return
    for number in pinned:
        likeness = {n: _likeness(left[number], given[n]) for n in changed}
        nearest = max(changed, key=likeness.__getitem__, default=None)
        if nearest is not None and likeness[nearest] >= _SAME_ENTRY:
            given[nearest] = _with(given[nearest], replace(NO_MARKS, is_pinned=True))
            changed.discard(nearest)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one.strip(), other.strip(), autojunk=False).ratio()


def _with(line: str, marks: EntryMarks) -> str:
    comment = marks_comment(marks)
    if not comment or without_marks(line)[1] != NO_MARKS:
        return line
    words = line.rstrip("\r\n")
    return f"{words} {comment}{line[len(words) :]}"
