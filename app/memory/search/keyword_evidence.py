"""BM25 over the arrays: how much of the question's weight each chunk's words cover.

Session messages count the words of their neighbours for a half and a quarter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from app.contracts.search import MemorySource
from app.memory.search.chunk_facts import SOURCES
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.postings import NO_WORD
from app.memory.search.settings import SearchSettings
from app.memory.search.sketches import FloatArray

_SMALLEST_SHARE_OF_RAREST = 0.2
"""A word in nearly every chunk still counts a little, or a small memory would find nothing."""
_LEAST_TOTAL = 0.7
"""Of the rarest word's weight: one common word alone is no full match."""
_OVERHEARD = 0.33
_CELLS = 1 << 17
"""As much of the table as a processor has at hand."""

Slots = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SoftWord:
    """An indexed word near in meaning to one of the question."""

    number: int
    likeness: float


SoftWords = Mapping[str, Sequence[SoftWord]]


def inverse_frequency(chunks: int, having: int) -> float:
    return log((chunks - having + 0.5) / (having + 0.5) + 1.0)


def keyword_shares(
    arrays: MemoryArrays, words: Sequence[str], soft: SoftWords, settings: SearchSettings
) -> FloatArray:
    """For each slot the covered share of the question's weight; about 1 for a full match."""
    return _Scorer(arrays, settings).shares(words, soft)


class _Scorer:
    """Works on a block of question words at a time: a table of so many rows, one cell for each slot
    and one more at the end of a row, where what has no neighbour goes and is forgotten.
    """

    def __init__(self, arrays: MemoryArrays, settings: SearchSettings) -> None:
        self._arrays = arrays
        self._has_dead = arrays.dead > 0
        self._count = len(arrays.columns)
        self._living = max(1, arrays.living)
        self._rarest = inverse_frequency(self._living, 0)
        self._covered = np.zeros(self._count, dtype=np.float32)
        self._total = 0.0
        self._most, self._norm = arrays.remembered(
            ("length norms", settings), lambda: _length_norms(arrays, settings)
        )
        self._answers = arrays.remembered("answers", lambda: _answers(arrays))

    def shares(self, words: Sequence[str], soft: SoftWords) -> FloatArray:
        """Of the words' whole weight, for each slot."""
        rows = max(1, _CELLS // (self._count + 1))
        for start in range(0, len(words), rows):
            self._add(words[start : start + rows], soft)
        total = max(self._total, _LEAST_TOTAL * self._rarest)
        self._covered /= np.float32(total)
        return self._covered

    def _add(self, words: Sequence[str], soft: SoftWords) -> None:
        """Where a word itself is missing, the likest word counts for it, by its likeness."""
        wanted = [self._number(word) for word in words]
        likeness = [0.0] * len(words)
        row_of = list(range(len(words)))
        for row, word in enumerate(words):
            for like in soft.get(word, ()):
                wanted.append(like.number)
                likeness.append(like.likeness)
                row_of.append(row)
        which, slots, counts = self._postings(np.array(wanted))
        weights = self._weights(np.bincount(which, minlength=len(wanted)))
        of_rows = weights[: len(words)]
        self._total += float(of_rows.sum())
        rows = np.array(row_of)
        strength = np.array(likeness) * np.minimum(1.0, weights / of_rows[rows])
        is_itself = which < len(words)
        amounts = np.where(is_itself, counts, strength.astype(np.float32)[which])
        if len(self._answers[0]):
            self._overhear(slots[is_itself], counts[is_itself], of_rows[which[is_itself]])
        width = self._count + 1
        table = np.zeros(len(words) * width, dtype=np.float32)
        # A word that is there counts at least 1, more than any that is like it.
        np.maximum.at(table, rows[which] * width + slots, amounts)
        self._cover(table, width, of_rows.astype(np.float32))

    def _cover(self, table: FloatArray, width: int, weights: FloatArray) -> None:
        cells = np.flatnonzero(table != 0)
        rows = cells // width if len(weights) > 1 else np.zeros_like(cells)
        if self._arrays.neighbours.any:
            self._spread(table, width, cells, rows)
            cells = np.flatnonzero(table != 0)
            rows = cells // width
        slots = cells - rows * width
        brought = weights[rows] * self._saturated(slots, table[cells])
        np.add.at(self._covered, slots, brought)

    def _spread(self, table: FloatArray, width: int, cells: Slots, rows: Slots) -> None:
        """Adds what neighbours have, by their weight. No two slots have the same one before."""
        amounts, firsts = table[cells], rows * width
        slots = cells - firsts
        for near, weight in self._arrays.neighbours.weighted:
            table[firsts + near[slots]] += amounts * np.float32(weight)
        table[width - 1 :: width] = 0

    def _overhear(self, slots: Slots, counts: FloatArray, weights: NDArray[np.float64]) -> None:
        """An answer inherits from the question before it, when another one asked it."""
        answers, asked = self._answers
        own = np.bincount(
            slots, weights=weights * self._saturated(slots, counts), minlength=self._count
        )
        self._covered[answers] += np.float32(_OVERHEARD) * own[asked].astype(np.float32)

    def _number(self, word: str) -> int:
        number = self._arrays.lexicon.number(word)
        return NO_WORD if number is None else number

    def _postings(self, words: Slots) -> tuple[Slots, Slots, FloatArray]:
        which, slots, counts = self._arrays.postings.of_many(words)
        if self._has_dead:
            alive = self._arrays.columns.alive[slots]
            which, slots, counts = which[alive], slots[alive], counts[alive]
        return which, slots.astype(np.int64), counts.astype(np.float32)

    def _weights(self, having: NDArray[np.int64]) -> NDArray[np.float64]:
        weights = np.log((self._living - having + 0.5) / (having + 0.5) + 1.0)
        return np.maximum(weights, _SMALLEST_SHARE_OF_RAREST * self._rarest)

    def _saturated(self, slots: Slots, amounts: FloatArray) -> FloatArray:
        saturated = amounts * self._most[slots] / (amounts + self._norm[slots])
        return saturated.astype(np.float32, copy=False)


def _length_norms(arrays: MemoryArrays, settings: SearchSettings) -> tuple[FloatArray, FloatArray]:
    """What of BM25 depends on the slot alone: the most a word can bring, and how length damps."""
    is_session = arrays.columns.source == SOURCES.index(MemorySource.SESSION)
    k1 = np.where(is_session, settings.session_saturation, settings.saturation)
    b = settings.length_normalisation
    norm = k1 * (1.0 - b + b / arrays.average_length * arrays.effective_length)
    return (k1 + 1.0).astype(np.float32), norm.astype(np.float32)


def _answers(arrays: MemoryArrays) -> tuple[Slots, NDArray[np.int32]]:
    """Slots that follow somebody else's question, and the slots of those questions."""
    columns = arrays.columns
    slots = np.flatnonzero(columns.before >= 0)
    asked = columns.before[slots]
    answers = columns.asks[asked] & (columns.author[slots] != columns.author[asked])
    return slots[answers], asked[answers]
