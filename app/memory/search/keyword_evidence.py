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
from app.memory.search.settings import SearchSettings
from app.memory.search.sketches import FloatArray

_SMALLEST_SHARE_OF_RAREST = 0.2
"""A word in nearly every chunk still counts a little, or a small memory would find nothing."""
_LEAST_TOTAL = 0.7
"""Of the rarest word's weight: one common word alone is no full match."""
_DENSE_ABOVE = 8
_OVERHEARD = 0.33

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
    scorer = _Scorer(arrays, settings)
    for word in words:
        scorer.add(word, soft.get(word, ()))
    return scorer.shares()


class _Scorer:
    def __init__(self, arrays: MemoryArrays, settings: SearchSettings) -> None:
        self._arrays = arrays
        self._has_dead = arrays.dead > 0
        self._count = len(arrays.columns)
        self._living = max(1, arrays.living)
        self._rarest = inverse_frequency(self._living, 0)
        self._covered = np.zeros(self._count, dtype=np.float32)
        self._own = np.zeros(self._count, dtype=np.float32)
        self._total = 0.0
        self._best = np.zeros(self._count, dtype=np.float32)
        self._most, self._norm = arrays.remembered(
            ("length norms", settings), lambda: _length_norms(arrays, settings)
        )

    def add(self, word: str, soft: Sequence[SoftWord]) -> None:
        slots, amounts = self._found(self._arrays.lexicon.number(word))
        weight = self._weight(len(slots))
        self._total += weight
        if len(slots):
            self._own[slots] += weight * self._saturated(slots, amounts)
        if soft:
            slots, amounts = self._with_soft(slots, amounts, weight, soft)
        if len(slots):
            near, counted = self._spread(slots, amounts)
            self._covered[near] += weight * self._saturated(near, counted)

    def shares(self) -> FloatArray:
        total = max(self._total, _LEAST_TOTAL * self._rarest)
        self._overhear()
        return self._covered / np.float32(total)

    def _overhear(self) -> None:
        """An answer inherits from the question before it, when another one asked it."""
        answers, asked = self._arrays.remembered("answers", lambda: _answers(self._arrays))
        if len(answers):
            self._covered[answers] += np.float32(_OVERHEARD) * self._own[asked]

    def _found(self, number: int | None) -> tuple[Slots, FloatArray]:
        if number is None:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        slots, counts = self._arrays.postings.of(number)
        if self._has_dead:
            alive = self._arrays.columns.alive[slots]
            slots, counts = slots[alive], counts[alive]
        return slots.astype(np.int64), counts.astype(np.float32)

    def _weight(self, having: int) -> float:
        weight = inverse_frequency(self._living, having)
        return max(weight, _SMALLEST_SHARE_OF_RAREST * self._rarest)

    def _saturated(self, slots: Slots, amounts: FloatArray) -> FloatArray:
        saturated = amounts * self._most[slots] / (amounts + self._norm[slots])
        return saturated.astype(np.float32, copy=False)

    def _with_soft(
        self, slots: Slots, amounts: FloatArray, weight: float, soft: Sequence[SoftWord]
    ) -> tuple[Slots, FloatArray]:
        """Where the word itself is missing, the likest word counts for it, by its likeness."""
        which, found = self._arrays.postings.of_many(np.array([word.number for word in soft]))
        if self._has_dead:
            alive = self._arrays.columns.alive[found]
            which, found = which[alive], found[alive]
        having = np.bincount(which, minlength=len(soft)).tolist()
        likeness = [
            word.likeness * min(1.0, self._weight(count) / weight)
            for word, count in zip(soft, having, strict=True)
        ]
        best = self._best
        for place in sorted(range(len(soft)), key=likeness.__getitem__):
            best[found[which == place]] = likeness[place]
        best[slots] = amounts  # the word itself is always the likest
        reached = np.flatnonzero(best)
        largest = best[reached]
        best[reached] = 0
        return reached, largest

    def _spread(self, slots: Slots, amounts: FloatArray) -> tuple[Slots, FloatArray]:
        """Adds what neighbours have, by their weight."""
        targets, parts = [slots], [amounts]
        for near, weight in self._arrays.neighbours.weighted:
            beside = near[slots]
            there = beside >= 0
            if there.any():
                targets.append(beside[there].astype(np.int64))
                parts.append(amounts[there] * np.float32(weight))
        if len(targets) == 1:
            return slots, amounts
        return self._summed(np.concatenate(targets), np.concatenate(parts))

    def _summed(self, targets: Slots, parts: FloatArray) -> tuple[Slots, FloatArray]:
        if len(targets) * _DENSE_ABOVE > self._count:
            dense = np.bincount(targets, weights=parts, minlength=self._count)
            found = np.flatnonzero(dense)
            return found, dense[found].astype(np.float32)
        order = np.argsort(targets)
        in_order = targets[order]
        starts = np.flatnonzero(np.concatenate(([True], in_order[1:] != in_order[:-1])))
        return in_order[starts], np.add.reduceat(parts[order], starts)


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
