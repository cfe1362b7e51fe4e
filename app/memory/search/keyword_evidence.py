"""BM25 over the arrays: how much of the question's weight each chunk's words cover.

Session messages count the words of their neighbours for a half and a quarter.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any

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
_MOST = 0.5
_VERY_MANY = 5_000
_CELLS = 1 << 17
"""As much of the table as a processor has at hand."""

Slots = NDArray[np.int64]


def _none(kind: type[np.generic]) -> NDArray[Any]:
    return np.zeros(0, dtype=kind)


@dataclass(frozen=True, slots=True)
class SoftWords:
    """Indexed words near in meaning to one of the question, which is given by its place in it."""

    places: Slots = field(default_factory=lambda: _none(np.int64))
    numbers: Slots = field(default_factory=lambda: _none(np.int64))
    likeness: NDArray[np.float64] = field(default_factory=lambda: _none(np.float64))

    def of_places(self, first: int, end: int) -> "SoftWords":
        """Of some words of the question, counted from the first of them."""
        if first == 0 and (not len(self.places) or self.places[-1] < end):
            return self
        there = (self.places >= first) & (self.places < end)
        return SoftWords(self.places[there] - first, self.numbers[there], self.likeness[there])


def inverse_frequency(chunks: int, having: int) -> float:
    return log((chunks - having + 0.5) / (having + 0.5) + 1.0)


def keyword_shares(
    arrays: MemoryArrays, words: Sequence[str], soft: SoftWords, settings: SearchSettings
) -> FloatArray:
    """For each slot the covered share of the question's weight; about 1 for a full match."""
    return _Scorer(arrays, settings).shares(words, soft)


class _Scorer:
    """Works on a block of question words at a time: a table of so many rows, one cell for each
    slot.
    """

    def __init__(self, arrays: MemoryArrays, settings: SearchSettings) -> None:
        self._arrays = arrays
        self._settings = settings
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
        rows = max(1, _CELLS // max(1, self._count))
        for start in range(0, len(words), rows):
            some = words[start : start + rows]
            self._add(some, soft.of_places(start, start + len(some)))
        total = max(self._total, _LEAST_TOTAL * self._rarest)
        self._covered /= np.float32(total)
        return self._covered

    def _add(self, words: Sequence[str], soft: SoftWords) -> None:
        """Where a word itself is missing, the likest word counts for it, by its likeness."""
        if len(words) == 1 and self._stands_alone(words[0], soft):
            self._add_alone(words[0])
            return
        own = [self._number(word) for word in words]
        wanted = np.concatenate((np.array(own, dtype=np.int64), soft.numbers))
        which, slots, counts = self._postings(wanted)
        weights = self._weights(np.bincount(which, minlength=len(wanted)))
        of_rows = weights[: len(own)]
        self._total += float(of_rows.sum())
        strength = np.empty(len(wanted), dtype=np.float32)
        strength[len(own) :] = soft.likeness * np.minimum(
            1.0, weights[len(own) :] / of_rows[soft.places]
        )
        is_itself = which < len(own)
        amounts = strength[which]
        amounts[is_itself] = counts[is_itself]
        if len(self._answers[0]):
            self._overhear(slots[is_itself], counts[is_itself], of_rows[which[is_itself]])
        width = self._count
        firsts = np.concatenate((np.arange(len(own)), soft.places)) * width
        table = _Table(len(own) * width)
        # A word that is there counts at least 1, more than any that is like it.
        cells = table.take_largest(firsts[which] + slots, amounts)
        self._cover(table, cells, width, of_rows.astype(np.float32))

    def _stands_alone(self, word: str, soft: SoftWords) -> bool:
        """Nothing is to be compared with it."""
        if self._arrays.neighbours.any:
            return False
        return not len(soft.numbers) or self._is_in_most(self._number(word))

    def _is_in_most(self, number: int) -> bool:
        """Of very many chunks: such a word needs none that is like it, it tells nothing itself."""
        if self._count < _VERY_MANY:
            return False
        return len(self._arrays.postings.of(number)[0]) > _MOST * self._living

    def _add_alone(self, word: str) -> None:
        number = self._number(word)
        if self._is_in_most(number):
            having, brought = self._arrays.remembered(
                ("in most chunks", number, self._settings), lambda: self._brought_to_all(number)
            )
            weight = self._weights(np.array([having]))[0]
            self._covered += np.float32(weight) * brought
        else:
            slots, counts = self._living_postings(number)
            weight = self._weights(np.array([len(slots)]))[0]
            self._covered[slots] += np.float32(weight) * self._saturated(slots, counts)
        self._total += float(weight)

    def _brought_to_all(self, number: int) -> tuple[int, FloatArray]:
        slots, counts = self._living_postings(number)
        brought = np.zeros(self._count, dtype=np.float32)
        brought[slots] = self._saturated(slots, counts)
        return len(slots), brought

    def _living_postings(self, number: int) -> tuple[NDArray[Any], NDArray[Any]]:
        slots, counts = self._arrays.postings.of(number)
        if self._has_dead:
            alive = self._arrays.columns.alive[slots]
            slots, counts = slots[alive], counts[alive]
        return slots, counts

    def _cover(self, table: "_Table", cells: Slots, width: int, weights: FloatArray) -> None:
        rows, slots = _rows_and_slots(cells, width, len(weights))
        if self._arrays.neighbours.any:
            beside = [(near[slots], weight) for near, weight in self._arrays.neighbours.weighted]
            cells = table.spread(cells, rows * width, beside)
            rows, slots = _rows_and_slots(cells, width, len(weights))
        brought = weights[rows] * self._saturated(slots, table.values[cells])
        if len(weights) == 1:
            self._covered[slots] += brought  # each slot once
        else:
            np.add.at(self._covered, slots, brought)

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

    def _saturated(self, slots: NDArray[np.integer], amounts: NDArray[Any]) -> FloatArray:
        saturated = amounts * self._most[slots] / (amounts + self._norm[slots])
        return saturated.astype(np.float32, copy=False)


class _Table:
    """Cells of which only those that were named hold anything: a page of memory that no posting
    falls on is never touched.
    """

    def __init__(self, size: int) -> None:
        self.values: FloatArray = np.empty(size, dtype=np.float32)
        self._namer = np.empty(size, dtype=np.int32)

    def take_largest(self, cells: Slots, amounts: FloatArray) -> Slots:
        """Every named cell has the largest of its amounts; the cells, each once."""
        self.values[cells] = 0
        np.maximum.at(self.values, cells, amounts)
        return self._once(cells)

    def spread(
        self, cells: Slots, firsts: Slots, beside: Sequence[tuple[NDArray[np.int32], float]]
    ) -> Slots:
        """Adds to neighbours what they have beside them, by weight; all cells that hold anything.
        No two slots have the same one before, so no cell comes twice in one step.
        """
        amounts = self.values[cells]
        near = [(firsts + slots)[slots >= 0] for slots, _ in beside]
        for target in near:
            self.values[target] = 0
        self.values[cells] = amounts
        for (slots, weight), target in zip(beside, near, strict=True):
            self.values[target] += amounts[slots >= 0] * np.float32(weight)
        return self._once(np.concatenate((cells, *near)))

    def _once(self, cells: Slots) -> Slots:
        numbers = np.arange(len(cells), dtype=np.int32)
        self._namer[cells] = numbers
        return cells[self._namer[cells] == numbers]


def _rows_and_slots(cells: Slots, width: int, rows: int) -> tuple[Slots, Slots]:
    if rows == 1:
        return np.zeros_like(cells), cells
    row = cells // width
    return row, cells - row * width


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
