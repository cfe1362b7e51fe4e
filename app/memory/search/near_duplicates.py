"""Shows what is said twice once. Compares words, so that a stray comma does not hide a repeat."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from app.memory.text.words import fold, words_of

Item = TypeVar("Item")


def without_near_duplicates(
    items: Iterable[tuple[Item, str]], *, overlap: float
) -> Iterator[Item]:
    """Items in their order, each with its text; a later one that repeats an earlier is left out."""
    shown: list[frozenset[str]] = []
    exact: set[str] = set()
    for item, text in items:
        folded = fold(text).strip()
        words = frozenset(words_of(text))
        if folded in exact or any(_overlap(words, other) >= overlap for other in shown):
            continue
        exact.add(folded)
        shown.append(words)
        yield item


def _overlap(first: frozenset[str], second: frozenset[str]) -> float:
    if not first or not second:
        return 0.0
    common = len(first & second)
    return common / (len(first) + len(second) - common)
