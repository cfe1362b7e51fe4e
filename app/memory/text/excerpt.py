"""The part of a long text that shows why it was found. Never longer than asked, and never without
the words that were looked for when they are there (PITFALLS 20).
"""

import re
from bisect import bisect_left
from collections.abc import Collection

from app.memory.text.words import fold, words_of

ELLIPSIS = "…"

_PIECE = re.compile(r"\S+")
_LONGEST_PLAIN_PIECE = 20
_RAGGED = 24
"""How far an edge may move to end at a space."""


def excerpt_around(text: str, wanted: Collection[str], length: int) -> str:
    """At most `length` characters around the place with most of the wanted index words; the
    beginning when none is there, as with a hit by meaning.
    """
    if len(text) <= length:
        return text
    first, last = _densest(_places(text, frozenset(wanted)), reach=length - 4 * _RAGGED)
    middle = (first + last) // 2
    inside = length - 2 * len(ELLIPSIS)
    start = max(0, min(middle - inside // 2, len(text) - inside))
    return _with_soft_edges(text, start, start + inside)


def _places(text: str, wanted: frozenset[str]) -> list[tuple[int, str]]:
    """Where which wanted word stands, in order."""
    places: list[tuple[int, str]] = []
    for piece in _PIECE.finditer(text):
        shown = piece[0]
        for word in wanted.intersection(words_of(shown)):
            # Scripts without spaces: a whole paragraph may be one piece.
            inside = fold(shown).find(word) if len(shown) > _LONGEST_PLAIN_PIECE else 0
            places.append((piece.start() + max(inside, 0), word))
    return sorted(places)


def _densest(places: list[tuple[int, str]], reach: int) -> tuple[int, int]:
    """First and last place of the stretch with most different words, the earliest of equals."""
    offsets = [offset for offset, _ in places]
    best, best_count = (0, 0), 0
    for number, (offset, _) in enumerate(places):
        end = bisect_left(offsets, offset + reach, number)
        count = len({word for _, word in places[number:end]})
        if count > best_count:
            best, best_count = (offset, offsets[end - 1]), count
    return best


def _with_soft_edges(text: str, start: int, end: int) -> str:
    if start > 0:
        space = text.find(" ", start, start + _RAGGED)
        start = space + 1 if space >= 0 else start
    if end < len(text):
        space = text.rfind(" ", end - _RAGGED, end)
        end = space if space > start else end
    before = ELLIPSIS if start > 0 else ""
    after = ELLIPSIS if end < len(text) else ""
    return f"{before}{text[start:end].strip()}{after}"
