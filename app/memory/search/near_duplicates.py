"""Shows what is said twice once. Compares words, so that a stray comma does not hide a repeat."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from app.memory.text.words import words_of

_RUN = re.compile(r"\w+")
_ALIKE_AT_LEAST = 0.25
"""Of their words as written, of two texts that could be a repeat: endings differ, not all words."""


class Worded:
    """A text that is compared. Its index words are costly and seldom needed."""

    def __init__(self, text: str, heading_path: str = "") -> None:
        self.text = text
        self._whole = f"{heading_path} {text}"
        self.is_plain = self._whole.isascii()
        self.as_written = frozenset(_RUN.findall(self._whole.lower()))

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(words_of(self._whole))

    def may_repeat(self, other: "Worded") -> bool:
        """Words of scripts without spaces cannot be told at a glance."""
        if not (self.is_plain and other.is_plain):
            return True
        smaller = min(len(self.as_written), len(other.as_written))
        return len(self.as_written & other.as_written) >= _ALIKE_AT_LEAST * smaller


Item = TypeVar("Item", bound=Worded)


def without_near_duplicates(items: Iterable[Item], *, overlap: float) -> Iterator[Item]:
    """Items in their order; a later one that repeats an earlier is left out."""
    shown: list[Item] = []
    exact: set[str] = set()
    for item in items:
        if item.text in exact or any(
            item.may_repeat(other) and _is_repeat(item.words, other.words, overlap)
            for other in shown
        ):
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
