"""Which chunks have a word, and how often: two compact tables, one large and one recent.

Rows of removed chunks stay until the next compaction; readers mask them.
"""

from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Slots = NDArray[np.int32]
Counts = NDArray[np.uint8]
ManyPostings = tuple[NDArray[np.int64], Slots, Counts]

NO_WORD = -1

_RECENT_ROOM = 20_000
_MOST_COUNTED = 255


@dataclass(frozen=True, slots=True)
class PostingTable:
    """The slots of word `w` are `slots[starts[w]:starts[w + 1]]`, ascending."""

    starts: NDArray[np.int64]
    slots: Slots
    counts: Counts

    def of(self, word: int) -> tuple[Slots, Counts]:
        if word + 1 >= len(self.starts):
            return self.slots[:0], self.counts[:0]
        begin, end = self.starts[word], self.starts[word + 1]
        return self.slots[begin:end], self.counts[begin:end]

    def of_many(self, words: NDArray[np.int64]) -> ManyPostings:
        """For each posting of these words its word's place among them, its slot and its count."""
        known = np.clip(words, 0, max(0, len(self.starts) - 2))
        begins = self.starts[known]
        sizes = np.where(words == known, self.starts[known + 1] - begins, 0)
        which = np.repeat(np.arange(len(words)), sizes)
        first = np.cumsum(sizes) - sizes
        places = np.arange(len(which)) + (begins - first)[which]
        return which, self.slots[places], self.counts[places]

    def word_of_each(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


EMPTY_TABLE = PostingTable(
    np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
)


def posting_table(words: NDArray[np.int64], slots: Slots, counts: Counts) -> PostingTable:
    order = np.lexsort((slots, words))
    words_in_order = words[order]
    size = int(words_in_order[-1]) + 1 if len(order) else 0
    starts = np.searchsorted(words_in_order, np.arange(size + 1)).astype(np.int64)
    return PostingTable(starts, slots[order], counts[order])


class Postings:
    def __init__(self, saved: PostingTable = EMPTY_TABLE) -> None:
        self._saved = saved
        self._recent = EMPTY_TABLE
        self._words = array("q")
        self._slots = array("i")
        self._counts = array("B")
        self._settled = 0

    def add(self, word: int, slot: int, count: int) -> None:
        """Readers see it after `settle`."""
        self._words.append(word)
        self._slots.append(slot)
        self._counts.append(min(count, _MOST_COUNTED))

    def settle(self) -> None:
        if len(self._words) == self._settled:
            return
        self._recent = posting_table(*self._unsaved())
        self._settled = len(self._words)
        if self._settled > max(_RECENT_ROOM, len(self._saved.slots) // 4):
            self._saved = posting_table(*self.triples())
            self._recent = EMPTY_TABLE
            del self._words[:], self._slots[:], self._counts[:]
            self._settled = 0

    @property
    def saved(self) -> PostingTable:
        """The large table; all of it right after a compaction."""
        return self._saved

    def of(self, word: int) -> tuple[Slots, Counts]:
        slots, counts = self._saved.of(word)
        if self._settled:
            recent_slots, recent_counts = self._recent.of(word)
            if len(recent_slots):
                slots = np.concatenate((slots, recent_slots))
                counts = np.concatenate((counts, recent_counts))
        return slots, counts

    def of_many(self, words: NDArray[np.int64]) -> ManyPostings:
        """All words at once, NO_WORD among them: each posting's word, as its place among `words`,
        its slot and its count.
        """
        tables = [table for table in (self._saved, self._recent) if len(table.slots)]
        if len(tables) == 1:
            return tables[0].of_many(words)
        if not tables:
            return np.zeros(0, dtype=np.int64), EMPTY_TABLE.slots, EMPTY_TABLE.counts
        which, slots, counts = zip(*(table.of_many(words) for table in tables), strict=True)
        return np.concatenate(which), np.concatenate(slots), np.concatenate(counts)

    def among(self, word: int, slots: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of these slots have the word."""
        having, _ = self.of(word)
        if not len(having):
            return np.zeros(len(slots), dtype=np.bool_)
        return having.take(having.searchsorted(slots), mode="clip") == slots

    def triples(self) -> tuple[NDArray[np.int64], Slots, Counts]:
        """Word, slot and count of everything, for compaction."""
        words, slots, counts = self._unsaved()
        return (
            np.concatenate((self._saved.word_of_each(), words)),
            np.concatenate((self._saved.slots, slots)),
            np.concatenate((self._saved.counts, counts)),
        )

    def _unsaved(self) -> tuple[NDArray[np.int64], Slots, Counts]:
        return (
            np.array(self._words, dtype=np.int64),
            np.array(self._slots, dtype=np.int32),
            np.array(self._counts, dtype=np.uint8),
        )
