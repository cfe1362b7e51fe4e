"""Decides which of a model's edits may be made. A model may be wrong, or led on by what an entry
says; every edit has to show that nothing is lost by it.

An edit that shows the model went astray (a pinned entry, an invented word) refuses all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.memory.compaction_outcomes import RefusalReason, Refused
from app.memory.compaction_plan import CompactionEdit, Drop, Merge, touched
from app.memory.compaction_words import coverage, invents, loses, shared_subject
from app.memory.entry_transience import TransienceKind, transience_of
from app.memory.entry_vagueness import vagueness_of
from app.memory.fact_slots import contradicts, slot_of
from app.memory.long_term_document import Entry

LEAST_COVERED = 0.6
LEAST_SHARED = 0.34
JOINING_CHARACTERS = 8
MOST_REMOVED = 0.5
FREE_REMOVALS = 3
DOUBTFUL_SHARE = 3
"""One in this many edits may be doubtful, and is left out; more, and none is trusted."""


@dataclass(frozen=True, slots=True)
class _Question:
    """What was asked: all entries of the file, and which of them the model saw."""

    entries: Sequence[Entry]
    shown: frozenset[int]


def check_edits(
    edits: Sequence[CompactionEdit], entries: Sequence[Entry], shown: Sequence[int]
) -> tuple[CompactionEdit, ...] | Refused:
    question = _Question(entries, frozenset(shown))
    for edit in edits:
        if reason := _astray(edit, question):
            return Refused(reason)
    gone = {index for edit in edits for index in touched(edit)}
    sound = [checked for edit in edits if (checked := _sound(edit, question, gone)) is not None]
    if len(edits) - len(sound) > max(1, len(edits) // DOUBTFUL_SHARE):
        return Refused(RefusalReason.TOO_MUCH_LOST)
    if _removes_too_much(sound, question):
        return Refused(RefusalReason.TOO_MUCH_LOST)
    return tuple(sound)


def _astray(edit: CompactionEdit, question: _Question) -> RefusalReason | None:
    kept = edit.kept if isinstance(edit, Drop) else None
    named = touched(edit) if kept is None else (*touched(edit), kept)
    if not set(named) <= question.shown:
        return RefusalReason.UNKNOWN_ENTRY
    if any(question.entries[index].marks.is_pinned for index in touched(edit)):
        return RefusalReason.PINNED
    if isinstance(edit, Merge):
        sources = [question.entries[index].text for index in edit.indexes]
        longest = sum(len(source) + JOINING_CHARACTERS for source in sources)
        if invents(edit.text, sources) or len(edit.text) > longest:
            return RefusalReason.INVENTED
    return None


def _sound(edit: CompactionEdit, question: _Question, gone: set[int]) -> CompactionEdit | None:
    """The edit, with the entry that makes a dropped one needless; None when it is doubtful."""
    if isinstance(edit, Merge):
        sources = [question.entries[index].text for index in edit.indexes]
        # Lines of a list or of code cannot be judged by their words.
        is_whole = not any("\n" in text for text in (edit.text, *sources))
        is_lossless = not any(loses(source, edit.text, least=LEAST_COVERED) for source in sources)
        return edit if edit.text and is_whole and is_lossless else None
    entry = question.entries[edit.index]
    if edit.kept is not None:
        is_covered = _repeats(entry, question.entries[edit.kept]) or _replaces(edit, question)
        return edit if is_covered and edit.kept not in gone else None
    if _is_passing(entry):
        return edit
    for index in sorted(question.shown - gone):
        other = question.entries[index]
        if _repeats(entry, other) or _outdates(edit.index, index, question):
            return Drop(edit.index, edit.reason, index)
    return None


def _repeats(entry: Entry, kept: Entry) -> bool:
    return coverage(entry.text, kept.text) >= LEAST_COVERED and not loses(
        entry.text, kept.text, least=LEAST_COVERED
    )


def _replaces(edit: Drop, question: _Question) -> bool:
    """True when the one that is kept is newer and speaks of the same thing."""
    if edit.kept is None:
        return False
    older, newer = question.entries[edit.index], question.entries[edit.kept]
    if "\n" in older.text or not _is_newer(edit.kept, edit.index, question.entries):
        return False
    return (
        _outdates(edit.index, edit.kept, question)
        or shared_subject(older.text, newer.text) >= LEAST_SHARED
    )


def _outdates(older: int, newer: int, question: _Question) -> bool:
    """True when the one that is kept is newer and gives the same thing another value."""
    old_slot = slot_of(question.entries[older].text)
    new_slot = slot_of(question.entries[newer].text)
    if old_slot is None or new_slot is None or not contradicts(old_slot, new_slot):
        return False
    return _is_newer(newer, older, question.entries)


def _is_newer(index: int, other: int, entries: Sequence[Entry]) -> bool:
    """By date; where one has none, by place: new entries go to the end of their section."""
    mine, theirs = entries[index].marks.saved_on, entries[other].marks.saved_on
    if mine is not None and theirs is not None and mine != theirs:
        return mine > theirs
    return entries[index].section == entries[other].section and index > other


def _is_passing(entry: Entry) -> bool:
    if "\n" in entry.text:
        return False
    found = transience_of(entry.text)
    if found is not None and not found.is_event:
        return found.is_sure or found.kind is TransienceKind.FOR_NOW
    return found is None and vagueness_of(entry.text) is not None


def _removes_too_much(edits: Sequence[CompactionEdit], question: _Question) -> bool:
    removed = sum(1 if isinstance(edit, Drop) else len(edit.indexes) - 1 for edit in edits)
    free = [i for i in question.shown if not question.entries[i].marks.is_pinned]
    return removed > FREE_REMOVALS and removed > len(free) * MOST_REMOVED
