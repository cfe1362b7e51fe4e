"""What changed between two texts, for a person: lines with signs, and the words inside them.

Pure. Must never take long: texts too different or too long to compare are shown as old and new.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

CONTEXT_LINES = 3
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_MOST_COMPARISONS = 4_000_000
"""Lines of one side times lines of the other."""
_LONGEST_LINE = 2_000
_ALIKE = 0.35
"""Below this two lines are different lines, not one that was changed."""


class LineKind(StrEnum):
    SAME = " "
    REMOVED = "-"
    ADDED = "+"
    GAP = "…"
    """Unchanged lines that are left out."""


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class DiffLine:
    kind: LineKind
    pieces: tuple[Piece, ...] = ()

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


def word_diff(
    old: str | None, new: str | None, context: int = CONTEXT_LINES
) -> tuple[DiffLine, ...]:
    """None stands for a file that is not there."""
    return tuple(_without_far_lines(list(_lines(_split(old), _split(new))), context))


def count_changes(lines: Sequence[DiffLine]) -> tuple[int, int]:
    """How many lines came, and how many went."""
    kinds = [line.kind for line in lines]
    return kinds.count(LineKind.ADDED), kinds.count(LineKind.REMOVED)


def changed_words(old: str, new: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both lines in pieces, with what is only in one of them marked."""
    if max(len(old), len(new)) > _LONGEST_LINE:
        return (Piece(old),), (Piece(new),)
    before, after = _WORD.findall(old), _WORD.findall(new)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return (Piece(old),), (Piece(new),)
    olds: list[Piece] = []
    news: list[Piece] = []
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        is_changed = tag != "equal"
        olds.append(Piece("".join(before[start:end]), is_changed))
        news.append(Piece("".join(after[new_start:new_end]), is_changed))
    return _said(olds), _said(news)


def _said(pieces: list[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.text)


def _split(text: str | None) -> list[str]:
    return [] if not text else text.replace("\r\n", "\n").removesuffix("\n").split("\n")


def _lines(old: list[str], new: list[str]) -> Iterator[DiffLine]:
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    yield from _same(old[:head])
    yield from _middle(old[head : len(old) - tail], new[head : len(new) - tail])
    yield from _same(old[len(old) - tail :])


def _middle(old: list[str], new: list[str]) -> Iterator[DiffLine]:
    if len(old) * len(new) > _MOST_COMPARISONS:
        yield from _replaced(old, new)
        return
    for tag, start, end, new_start, new_end in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if tag == "equal":
            yield from _same(old[start:end])
        else:
            yield from _replaced(old[start:end], new[new_start:new_end])


def _replaced(old: list[str], new: list[str]) -> Iterator[DiffLine]:
    """As many lines on both sides: each beside the one that took its place."""
    if len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            removed, added = changed_words(before, after)
            yield DiffLine(LineKind.REMOVED, removed)
            yield DiffLine(LineKind.ADDED, added)
        return
    yield from (DiffLine(LineKind.REMOVED, (Piece(line),)) for line in old)
    yield from (DiffLine(LineKind.ADDED, (Piece(line),)) for line in new)


def _same(lines: list[str]) -> Iterator[DiffLine]:
    return (DiffLine(LineKind.SAME, (Piece(line),)) for line in lines)


def _common(one: list[str], other: list[str]) -> int:
    count = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        count += 1
    return count


def _without_far_lines(lines: list[DiffLine], context: int) -> Iterator[DiffLine]:
    changes = [number for number, line in enumerate(lines) if line.kind is not LineKind.SAME]
    near: set[int] = set()
    for number in changes:
        near.update(range(number - context, number + context + 1))
    is_gap = False
    for number, line in enumerate(lines):
        if number in near:
            is_gap = False
            yield line
        elif not is_gap and changes:
            is_gap = True
            yield DiffLine(LineKind.GAP)
