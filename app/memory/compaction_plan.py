"""A compaction as a value: edits of numbered entries of one version, and how they are applied to
whatever the file says later.

An entry somebody changed meanwhile is left alone, and so is one whose reason to go has gone. Must
never touch a heading, a pinned entry, or a line that is no entry.
"""

import difflib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.contracts.memory_files import FileSnapshot
from app.memory.entry_text import EntryMarks
from app.memory.long_term_document import Block, BlockKind, LongTermDocument
from app.memory.long_term_edits import entry_content, marks_of, remove_block, replace_block

MOST_EDITS = 100
"""Each edit reads the file anew, under the lock. What is left over waits for the next time."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The entry goes. `kept` is the one that makes it needless; without that one it stays."""

    index: int
    reason: str
    kept: int | None = None


@dataclass(frozen=True, slots=True)
class Merge:
    """The topmost of the entries says `text` from now on, the others go."""

    indexes: tuple[int, ...]
    text: str
    reason: str = ""


CompactionEdit = Drop | Merge


@dataclass(frozen=True, slots=True)
class CompactionPlan:
    """`edits` count the entries of `based_on` from 0; `after` is what the file would say."""

    based_on: FileSnapshot
    edits: tuple[CompactionEdit, ...]
    after: str

    def diff(self) -> str:
        """For the person's eyes (S10.3): the marks are not shown."""
        before = LongTermDocument(self.based_on.text).visible_text()
        after = LongTermDocument(self.after).visible_text()
        lines = difflib.unified_diff(
            before.splitlines(), after.splitlines(), "before", "after", lineterm=""
        )
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class AppliedEdits:
    text: str
    applied: tuple[CompactionEdit, ...]


def make_plan(based_on: FileSnapshot, edits: Iterable[CompactionEdit]) -> CompactionPlan | None:
    """None when nothing is left to do once edits that get in each other's way are left out."""
    done = apply_edits(based_on.text, based_on.text, _consistent(edits)[:MOST_EDITS])
    return CompactionPlan(based_on, done.applied, done.text) if done.applied else None


def apply_edits(base: str, current: str, edits: Sequence[CompactionEdit]) -> AppliedEdits:
    """The current text with every edit whose entries still stand there as they stood in `base`."""
    document = LongTermDocument(current)
    places = _places(LongTermDocument(base), document)
    applied: list[CompactionEdit] = []
    for edit in edits:
        if _repeats_itself(edit) or any(index not in places for index in _needed(edit)):
            continue
        changed = _apply_one(document, edit, sorted(places[index] for index in touched(edit)))
        if changed is not None:
            document = changed
            places = _places_after(places, edit)
            applied.append(edit)
    return AppliedEdits(document.text, tuple(applied))


def touched(edit: CompactionEdit) -> tuple[int, ...]:
    """The entries that change or go."""
    return (edit.index,) if isinstance(edit, Drop) else edit.indexes


def _needed(edit: CompactionEdit) -> tuple[int, ...]:
    kept = edit.kept if isinstance(edit, Drop) else None
    return touched(edit) if kept is None else (*touched(edit), kept)


def _repeats_itself(edit: CompactionEdit) -> bool:
    """It names one entry twice: joined with itself, it would be taken away and then looked for."""
    return len(set(touched(edit))) < len(touched(edit))


def _consistent(edits: Iterable[CompactionEdit]) -> list[CompactionEdit]:
    """Each entry in one edit only, and none goes for the sake of one that goes or changes."""
    first: list[CompactionEdit] = []
    taken: set[int] = set()
    for edit in edits:
        indexes = touched(edit)
        if not _repeats_itself(edit) and not taken & set(indexes):
            taken |= set(indexes)
            first.append(edit)
    return [edit for edit in first if not (isinstance(edit, Drop) and edit.kept in taken)]


def _places(base: LongTermDocument, current: LongTermDocument) -> dict[int, int]:
    """For each entry of the base, which entry of the current text it is, where that is certain:
    as often there as before, byte for byte, marks included.
    """
    before, now = _by_bytes(base), _by_bytes(current)
    return {
        index: place
        for key, indexes in before.items()
        if len(indexes) == len(now.get(key, ()))
        for index, place in zip(indexes, now[key], strict=True)
    }


def _by_bytes(document: LongTermDocument) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for number, block in enumerate(document.entry_blocks()):
        found[document.raw_text(block).rstrip("\r\n")].append(number)
    return found


def _places_after(places: dict[int, int], edit: CompactionEdit) -> dict[int, int]:
    mine = sorted(places[index] for index in touched(edit))
    gone = mine if isinstance(edit, Drop) else mine[1:]
    return {
        index: place - sum(lower < place for lower in gone)
        for index, place in places.items()
        if index not in touched(edit)
    }


def _apply_one(
    document: LongTermDocument, edit: CompactionEdit, places: Sequence[int]
) -> LongTermDocument | None:
    """The document after the edit; None when anything else in it would change with it."""
    blocks = document.entry_blocks()
    chosen = [blocks[place] for place in places]
    if any(marks_of(document, block).is_pinned for block in chosen):
        return None
    if isinstance(edit, Merge) and not entry_content(document, edit.text):
        return None
    after = LongTermDocument(_edited(document, edit, chosen))
    rewritten = after.entry_blocks()[places[0] : places[0] + 1] if isinstance(edit, Merge) else []
    is_untouched = _others(document, chosen) == _others(after, rewritten)
    return after if is_untouched else None


def _others(document: LongTermDocument, without: Sequence[Block]) -> list[tuple[BlockKind, str]]:
    """Every other block, byte for byte."""
    return [
        (block.kind, document.raw_text(block)) for block in document.blocks if block not in without
    ]


def _edited(document: LongTermDocument, edit: CompactionEdit, chosen: Sequence[Block]) -> str:
    """From the last line to the first, so that the lines still to be changed keep their numbers."""
    if isinstance(edit, Drop):
        return remove_block(document, chosen[0])
    marks = max((marks_of(document, block) for block in chosen), key=_newness)
    for block in reversed(chosen[1:]):
        document = LongTermDocument(remove_block(document, block))
    return replace_block(document, chosen[0], entry_content(document, edit.text), marks)


def _newness(marks: EntryMarks) -> str:
    return marks.saved_on.isoformat() if marks.saved_on else ""
