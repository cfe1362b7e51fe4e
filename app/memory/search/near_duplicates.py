"""Shows what is said twice once. Compares words, so that a stray comma does not hide a repeat."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar


class _Worded(Protocol):
    @property
    def words(self) -> frozenset[str]: ...

    @property
    def text(self) -> str: ...


Item = TypeVar("Item", bound=_Worded)


def without_near_duplicates(items: Iterable[Item], *, overlap: float) -> Iterator[Item]:
    """Items in their order; a later one that repeats an earlier is left out."""
    shown: list[frozenset[str]] = []
    exact: set[str] = set()
    for item in items:
        if item.text in exact or any(_is_repeat(item.words, other, overlap) for other in shown):
            continue
        exact.add(item.text)
        shown.append(item.words)
        yield item


def _is_repeat(first: frozenset[str], second: frozenset[str], overlap: float) -> bool:
    smaller, larger = sorted((len(first), len(second)))
    if not smaller or smaller < overlap * larger:
        return False
    common = len(first & second)
    return common >= overlap * (smaller + larger - common)
