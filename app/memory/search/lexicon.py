"""Numbers for index words: a sorted, mapped part from the cache and a small part since then."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

ByteStrings = NDArray[np.bytes_]
_LONGEST_SEEN = 40


class Lexicon:
    """Word numbers never change while the object lives; saved words are sorted. Each word comes
    with a piece of text it was first seen as, since a stem is no word to a language model.
    """

    def __init__(
        self, sorted_words: ByteStrings | None = None, seen_as: ByteStrings | None = None
    ) -> None:
        self._sorted = np.zeros(0, dtype="S1") if sorted_words is None else sorted_words
        self._sorted_seen_as = np.zeros(0, dtype="S1") if seen_as is None else seen_as
        self._added: list[str] = []
        self._added_seen_as: list[str] = []
        self._known: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._sorted) + len(self._added)

    def number(self, word: str) -> int | None:
        known = self._known.get(word)
        if known is None:
            known = self._look_up(word)
        return None if known < 0 else known

    def number_or_new(self, word: str, seen_as: str) -> int:
        number = self._known.get(word, -1)
        if number < 0:
            number = self._look_up(word)
        if number < 0:
            number = len(self)
            self._added.append(word)
            self._added_seen_as.append(seen_as[:_LONGEST_SEEN])
            self._known[word] = number
        return number

    def words(self) -> list[str]:
        """By number."""
        return texts_of(self._sorted) + self._added

    def seen_as(self, start: int = 0) -> list[str]:
        """What each word was first seen as, by number, from `start` on."""
        saved = texts_of(self._sorted_seen_as[start:])
        return saved + self._added_seen_as[max(0, start - len(self._sorted)) :]

    def _look_up(self, word: str) -> int:
        encoded = word.encode()
        found = -1
        if len(self._sorted) and len(encoded) <= self._sorted.dtype.itemsize:
            place = int(np.searchsorted(self._sorted, np.bytes_(encoded)))
            if place < len(self._sorted) and self._sorted[place] == encoded:
                found = place
        if found >= 0:
            self._known[word] = found
        return found


def byte_strings(texts: Sequence[str]) -> ByteStrings:
    encoded = [text.encode() for text in texts]
    width = max((len(text) for text in encoded), default=1)
    return np.array(encoded, dtype=f"S{max(width, 1)}")


def texts_of(strings: ByteStrings) -> list[str]:
    encoded: list[bytes] = strings.tolist()
    return [text.decode() for text in encoded]
