"""Two edits of one text, joined where they do not touch; where they do, the person decides.

The storage refuses such a write; this says about which lines the two disagree. Must never lose a
line of either side unasked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Side(StrEnum):
    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Agreed:
    """Lines that nobody, one side, or both sides alike changed."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Torn:
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


Place = Agreed | Torn
_Change = tuple[int, int, tuple[str, ...]]


def places_of(base: str, mine: str, theirs: str) -> tuple[Place, ...]:
    lines = _LINE.findall(base)
    my_changes, their_changes = _changes(lines, mine), _changes(lines, theirs)
    places: list[Place] = []
    position = 0
    for start, end in _touching([*my_changes, *their_changes]):
        places.append(Agreed(tuple(lines[position:start])))
        places.append(_judged(lines, (start, end), my_changes, their_changes))
        position = end
    places.append(Agreed(tuple(lines[position:])))
    return tuple(place for place in places if not isinstance(place, Agreed) or place.lines)


def chosen_text(places: Sequence[Place], side: Side) -> str:
    return "".join(line for place in places for line in _chosen(place, side))


def _chosen(place: Place, side: Side) -> tuple[str, ...]:
    match place, side:
        case Agreed(lines=lines), _:
            return lines
        case Torn(mine=mine), Side.MINE:
            return mine
        case Torn(theirs=theirs), Side.THEIRS:
            return theirs
        case Torn(mine=mine, theirs=theirs), _:
            return _one_after_the_other(mine, theirs)


def _one_after_the_other(mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    """A line that both have is said once; a last line without its end gets one."""
    ended = tuple(line if line.endswith("\n") else f"{line}\n" for line in mine)
    return (*ended, *(line for line in theirs if line not in ended and line not in mine))


def _judged(
    base: Sequence[str],
    span: tuple[int, int],
    my_changes: Sequence[_Change],
    their_changes: Sequence[_Change],
) -> Place:
    start, end = span
    unchanged = tuple(base[start:end])
    mine = _applied(base, start, end, my_changes)
    theirs = _applied(base, start, end, their_changes)
    if mine in (theirs, unchanged):
        return Agreed(theirs)
    return Agreed(mine) if theirs == unchanged else Torn(mine, theirs)


def _applied(
    base: Sequence[str], start: int, end: int, changes: Sequence[_Change]
) -> tuple[str, ...]:
    result: list[str] = []
    position = start
    for first, last, lines in changes:
        if first >= start and last <= end:
            result += [*base[position:first], *lines]
            position = last
    return (*result, *base[position:end])


def _touching(changes: Sequence[_Change]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for start, end, _ in sorted(changes, key=lambda change: change[:2]):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return spans


def _changes(base: list[str], text: str) -> list[_Change]:
    lines = _LINE.findall(text)
    matcher = SequenceMatcher(None, base, lines, autojunk=False)
    return [
        (start, end, tuple(lines[new_start:new_end]))
        for tag, start, end, new_start, new_end in matcher.get_opcodes()
        if tag != "equal"
    ]
