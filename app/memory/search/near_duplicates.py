"""Shows what is said twice once. Compares words, so that a stray comma does not hide a repeat."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from app.memory.search.word_marks import most_that_differ
from app.memory.text.words import words_of


class Worded:
    """A text that is compared. Its index words are costly and seldom needed: `mark` is the
    fingerprint of them, `length` how many they are, repeats and all.
    """

    def __init__(self, text: str, heading_path: str, mark: bytes, length: float) -> None:
        self.text = text
        self.length = length
        self.bits = int.from_bytes(mark, "little")
        self._heading_path = heading_path

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(words_of(f"{self._heading_path} {self.text}"))


Item = TypeVar("Item", bound=Worded)


def without_near_duplicates(items: Iterable[Item], *, overlap: float) -> Iterator[Item]:
    """Items in their order; a later one that repeats an earlier is left out."""
    shown: list[Item] = []
    exact: set[str] = set()
    share = most_that_differ(overlap)
    for item in items:
        if item.text in exact:
            continue
        bits, length = item.bits, item.length
        alike = [
            other
            for other in shown
            if (bits ^ other.bits).bit_count() <= share * (length + other.length)
        ]
        if any(_is_repeat(item.words, other.words, overlap) for other in alike):
            continue
        exact.add(item.text)
        shown.append(item)
        yield item


def _is_repeat(first: frozenset[str], second: frozenset[str], overlap: float) -> bool:
    smaller, larger = sorted((len(first), len(second)))
    if not smaller or smaller < overlap * larger:
        return False
    common = len(first & second)
    return common >= overlap * (smaller + larger - common)
