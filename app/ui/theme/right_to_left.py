"""Hebrew and Arabic for a renderer that only knows left to right. Display only; knows no Kivy.

Arabic letters take the form that joins them to their neighbours, and each line is put into the
order in which it is seen: the Unicode bidirectional algorithm without embeddings and isolates.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from typing import TypeVar

S = TypeVar("S")
Cluster = tuple[str, S]
"""A character with the marks that sit on it, and its style."""

MIRRORED = dict(zip("()[]{}<>«»", ")(][}{><»«", strict=True))
FORMS = range(0xFB50, 0xFF00)
SHAPES = ("isolated", "initial", "medial", "final")


class Side(Enum):
    LEFT = "L"
    RIGHT = "R"
    NUMBER = "N"
    NEUTRAL = "-"


def has_right_to_left(text: str) -> bool:
    return not text.isascii() and any(_side(character) is Side.RIGHT for character in text)


def starts_right_to_left(text: str) -> bool:
    sides = (_side(character) for character in text)
    strong = (side for side in sides if side in (Side.LEFT, Side.RIGHT))
    return next(strong, Side.LEFT) is Side.RIGHT


def as_seen(text: str) -> str:
    """Each line of a text that is not wrapped, shaped and in the order of seeing."""
    if not has_right_to_left(text):
        return text
    return "\n".join(
        "".join(cluster for cluster, _ in in_order_of_seeing(shaped(clusters_of([(line, None)]))))
        for line in text.split("\n")
    )


def clusters_of(pieces: Sequence[tuple[str, S]]) -> list[Cluster[S]]:
    clusters: list[Cluster[S]] = []
    for text, style in pieces:
        for character in text:
            if clusters and unicodedata.category(character) in ("Mn", "Me"):
                before, its_style = clusters[-1]
                clusters[-1] = (before + character, its_style)
            else:
                clusters.append((character, style))
    return clusters


def shaped(clusters: Sequence[Cluster[S]]) -> list[Cluster[S]]:
    """Joining forms for Arabic letters; lam and alef become one."""
    result: list[Cluster[S]] = []
    letters = [cluster[0] for cluster, _ in clusters]
    place = 0
    while place < len(clusters):
        style = clusters[place][1]
        pair = "".join(letters[place : place + 2])
        base = pair if pair in _forms() else letters[place]
        joins_before = place > 0 and _joins_after(letters[place - 1]) and _can_end(base)
        following = letters[place + len(base)] if place + len(base) < len(letters) else ""
        joins_after = _joins_after(base) and _can_end(following)
        marks = "".join(each[1:] for each, _ in clusters[place : place + len(base)])
        result.append((_form(base, joins_before, joins_after) + marks, style))
        place += len(base)
    return result


def in_order_of_seeing(clusters: Sequence[Cluster[S]]) -> list[Cluster[S]]:
    """For one line."""
    text = "".join(cluster for cluster, _ in clusters)
    is_right = starts_right_to_left(text)
    levels = _levels([_side(cluster[0]) for cluster, _ in clusters], clusters, is_right=is_right)
    order = list(range(len(clusters)))
    for level in range(max(levels, default=0), 0, -1):
        order = list(_with_reversed_runs(order, levels, level))
    return [_mirrored(clusters[place]) if levels[place] % 2 else clusters[place] for place in order]


def _side(character: str) -> Side:
    match unicodedata.bidirectional(character):
        case "L":
            return Side.LEFT
        case "R" | "AL":
            return Side.RIGHT
        case "EN" | "AN":
            return Side.NUMBER
        case _:
            return Side.NEUTRAL


def _levels(sides: list[Side], clusters: Sequence[Cluster[S]], *, is_right: bool) -> list[int]:
    """Even levels are read to the right, odd ones to the left."""
    base = Side.RIGHT if is_right else Side.LEFT
    sides = _with_numbers(sides, [cluster[0] for cluster, _ in clusters], base)
    sides = _without_neutrals(sides, base)
    level_of = {Side.LEFT: 2 if is_right else 0, Side.RIGHT: 1, Side.NUMBER: 2}
    return [level_of[side] for side in sides]


def _with_numbers(sides: list[Side], signs: list[str], base: Side) -> list[Side]:
    """Numbers keep their signs (12:30, 50 %) and belong to left-to-right words before them."""
    result: list[Side] = []
    strong = base
    for place, side in enumerate(sides):
        if side in (Side.LEFT, Side.RIGHT):
            strong = side
        around = (*sides[max(place - 1, 0) : place], *sides[place + 1 : place + 2])
        is_number = side is Side.NUMBER or _belongs_to_number(signs[place], around)
        if not is_number:
            result.append(side)
        else:
            result.append(Side.LEFT if strong is Side.LEFT else Side.NUMBER)
    return result


def _belongs_to_number(sign: str, around: Sequence[Side]) -> bool:
    match unicodedata.bidirectional(sign):
        case "CS" | "ES":
            return list(around) == [Side.NUMBER, Side.NUMBER]
        case "ET":
            return Side.NUMBER in around
        case _:
            return False


def _without_neutrals(sides: list[Side], base: Side) -> list[Side]:
    """What stands between two of one direction takes it; elsewhere the line's own."""
    result = list(sides)
    place = 0
    while place < len(sides):
        end = place
        while end < len(sides) and sides[end] is Side.NEUTRAL:
            end += 1
        before = _direction(sides[place - 1]) if place else base
        after = _direction(sides[end]) if end < len(sides) else base
        result[place:end] = [before if before is after else base] * (end - place)
        place = max(end, place + 1)
    return result


def _direction(side: Side) -> Side:
    return Side.RIGHT if side is Side.NUMBER else side


def _with_reversed_runs(order: list[int], levels: list[int], level: int) -> Iterator[int]:
    run: list[int] = []
    for place in order:
        if levels[place] >= level:
            run.append(place)
        else:
            yield from reversed(run)
            run = []
            yield place
    yield from reversed(run)


def _mirrored(cluster: Cluster[S]) -> Cluster[S]:
    return MIRRORED.get(cluster[0], cluster[0]), cluster[1]


@cache
def _forms() -> dict[str, dict[str, str]]:
    """From what Unicode says each presentation form is a form of."""
    forms: dict[str, dict[str, str]] = {}
    for point in FORMS:
        kind, *parts = unicodedata.decomposition(chr(point)).split() or [""]
        base = "".join(chr(int(part, 16)) for part in parts)
        is_joined_pair = len(base) == 2 and base[0] == "\N{ARABIC LETTER LAM}" and base[1] in "آأإا"
        if kind.strip("<>") in SHAPES and (len(base) == 1 or is_joined_pair):
            forms.setdefault(base, {}).setdefault(kind.strip("<>"), chr(point))
    return forms


def _can_end(base: str) -> bool:
    return "final" in _forms().get(base, {})


def _joins_after(base: str) -> bool:
    return "initial" in _forms().get(base, {}) or base == "\N{ARABIC TATWEEL}"


def _form(base: str, joins_before: bool, joins_after: bool) -> str:
    forms = _forms().get(base, {})
    wanted = ("isolated", "initial", "final", "medial")[joins_before * 2 + joins_after]
    return forms.get(wanted, base)
