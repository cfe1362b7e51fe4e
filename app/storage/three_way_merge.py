"""Joins two edits of one text, line by line, when they do not touch; otherwise says so.

Careful on purpose: edits of neighbouring lines, or two different additions at one place, are a
conflict. Must never invent an order for two people's lines, nor lose one of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class Merged:
    text: str


@dataclass(frozen=True, slots=True)
class MergeConflict:
    pass


MergeOutcome = Merged | MergeConflict


@dataclass(frozen=True, slots=True)
class _Hunk:
    """Base lines `start` to `end` (exclusive) became `lines`."""

    start: int
    end: int
    lines: tuple[str, ...]


def three_way_merge(base: str, mine: str, theirs: str) -> MergeOutcome:
    if mine in (theirs, base):
        return Merged(theirs)
    if theirs == base:
        return Merged(mine)
    lines = _LINE.findall(base)
    return _join(lines, _hunks(lines, _LINE.findall(mine)), _hunks(lines, _LINE.findall(theirs)))


def _join(base: Sequence[str], mine: Sequence[_Hunk], theirs: Sequence[_Hunk]) -> MergeOutcome:
    result: list[str] = []
    position = 0
    for start, end in _touching_ranges([*mine, *theirs]):
        result += base[position:start]
        position = end
        unchanged = tuple(base[start:end])
        my_lines = _apply(base, start, end, mine)
        their_lines = _apply(base, start, end, theirs)
        if my_lines in (their_lines, unchanged):
            result += their_lines
        elif their_lines == unchanged:
            result += my_lines
        else:
            return MergeConflict()
    result += base[position:]
    return Merged("".join(result))


def _touching_ranges(hunks: Sequence[_Hunk]) -> list[tuple[int, int]]:
    """Base ranges that have to be judged as one: overlapping or adjoining changes."""
    ranges: list[tuple[int, int]] = []
    for hunk in sorted(hunks, key=lambda one: (one.start, one.end)):
        if ranges and hunk.start <= ranges[-1][1]:
            start, end = ranges.pop()
            ranges.append((start, max(end, hunk.end)))
        else:
            ranges.append((hunk.start, hunk.end))
    return ranges


def _apply(base: Sequence[str], start: int, end: int, hunks: Sequence[_Hunk]) -> tuple[str, ...]:
    """One side's version of the base lines `start` to `end`."""
    result: list[str] = []
    position = start
    for hunk in hunks:
        if hunk.start >= start and hunk.end <= end:
            result += base[position : hunk.start]
            result += hunk.lines
            position = hunk.end
    result += base[position:end]
    return tuple(result)


def _hunks(base: Sequence[str], changed: Sequence[str]) -> list[_Hunk]:
    # Equal ends are cut off first: an edit in a long file is compared in its own lines only.
    head = _common_head(base, changed)
    tail = _common_head(base[head:][::-1], changed[head:][::-1])
    before = base[head : len(base) - tail]
    after = changed[head : len(changed) - tail]
    matcher = SequenceMatcher(None, before, after)
    return [
        _Hunk(head + start, head + end, tuple(after[new_start:new_end]))
        for tag, start, end, new_start, new_end in matcher.get_opcodes()
        if tag != "equal"
    ]


def _common_head(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
