"""The meaning of the indexed words, and which of them are like which, worked out ahead.

Indexed by word number. A search only looks up what quiet moments have compared; a word that nobody
has compared yet, or that no chunk has, is held against all others when it is asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.memory.search.postings import NO_WORD
from app.memory.search.sketches import (
    BitWords,
    FloatArray,
    nearest_rows,
    no_sketches,
    sketch_of,
)
from app.memory.search.vector_rows import VectorRows

MOST_LIKE = 8
LEAST_LIKENESS = 0.3
_SHORTLIST = 128
_ROWS_COMPARED_WITH = 4096
_MEANS_NOTHING = 1e-8
"""The scale of a row of zeros is not more."""

Numbers = NDArray[np.int32]
Likeness = NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class _Pairs:
    """`to` of these words is like `of`."""

    of: NDArray[np.int64]
    to: NDArray[np.int64]
    likeness: FloatArray


class LikeWords:
    """The words up to `compared` have their likest words beside them, in no order. A word without
    a meaning the model knows is a row of zeros and like nothing.
    """

    def __init__(
        self,
        model_id: str = "",
        vectors: VectorRows | None = None,
        sketches: BitWords | None = None,
        numbers: Numbers | None = None,
        likeness: Likeness | None = None,
    ) -> None:
        self.model_id = model_id
        self.vectors = VectorRows() if vectors is None else vectors
        self.sketches = no_sketches() if sketches is None else sketches
        self.numbers = np.zeros((0, MOST_LIKE), np.int32) if numbers is None else numbers
        self.likeness = np.zeros((0, MOST_LIKE), np.float16) if likeness is None else likeness

    def __len__(self) -> int:
        return len(self.vectors)

    @property
    def compared(self) -> int:
        return len(self.numbers)

    @property
    def is_complete(self) -> bool:
        return self.compared == len(self)

    def add(self, vectors: FloatArray) -> None:
        """Of the next words by number: unit rows or zeros."""
        first = len(self)
        self.vectors.extend(len(vectors))
        self.vectors.put(np.arange(first, len(self)), vectors)
        self.sketches = np.concatenate((self.sketches, sketch_of(vectors)), axis=1)

    def like(
        self, words: Sequence[tuple[int, int]]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], FloatArray]:
        """Of compared words, each with a place of the caller's choice: for each word like one of
        them that place, the number, and how like it is.
        """
        places, wanted = np.array(words, dtype=np.int64).reshape(-1, 2).T
        numbers = self.numbers[wanted]
        rows, columns = (numbers != NO_WORD).nonzero()
        likeness = self.likeness[wanted][rows, columns]
        return (
            places[rows],
            numbers[rows, columns].astype(np.int64),
            likeness.astype(np.float32),
        )

    def nearest(
        self, vector: FloatArray, itself: int | None
    ) -> tuple[NDArray[np.int64], FloatArray]:
        """To any meaning, without the word that has it."""
        (some,) = nearest_rows(self.sketches, vector[np.newaxis], _SHORTLIST)
        likeness = self.vectors.cosines(some, vector)
        if itself is not None:
            likeness[some == itself] = 0
        order = np.argsort(-likeness, kind="stable")[:MOST_LIKE]
        order = order[likeness[order] > LEAST_LIKENESS]
        return some[order], likeness[order]

    def compare_some(self, count: int) -> None:
        """The next words with all before them, and those with these."""
        first = self.compared
        meant = np.flatnonzero(self.vectors.scales_at(np.arange(len(self))) > _MEANS_NOTHING)
        before, coming = meant[meant < first], meant[meant >= first]
        # Numbers and the like mean nothing and cost nothing.
        end = len(self) if len(coming) <= count else int(coming[count])
        block = coming[:count]
        blank = np.full((end - first, MOST_LIKE), NO_WORD, dtype=np.int32)
        self.numbers = np.concatenate((self.numbers, blank))
        self.likeness = np.concatenate((self.likeness, np.zeros(blank.shape, np.float16)))
        if not len(block):
            return
        wanted = self.vectors.at(block)
        everything = np.concatenate((before, block))
        for start in range(0, len(everything), _ROWS_COMPARED_WITH):
            others = everything[start : start + _ROWS_COMPARED_WITH]
            likeness = wanted @ self.vectors.at(others).T
            likeness[block[:, np.newaxis] == others] = 0
            self._keep_best(_best_of_rows(likeness, block, others))
            older = others < first
            back = likeness.T[older]
            back[back <= self.likeness[others[older]].min(axis=1)[:, np.newaxis]] = 0
            self._keep_best(_best_of_rows(back, others[older], block))

    def _keep_best(self, new: _Pairs) -> None:
        """Of what each word has and what is new, the likest."""
        words = np.unique(new.of)
        if not len(words):
            return
        order = np.lexsort((-new.likeness, new.of))
        of = np.searchsorted(words, new.of[order])
        nth = np.arange(len(of)) - np.searchsorted(of, of)
        numbers = np.full((len(words), 2 * MOST_LIKE), NO_WORD, dtype=np.int32)
        likeness = np.zeros(numbers.shape, dtype=np.float16)
        numbers[:, :MOST_LIKE] = self.numbers[words]
        likeness[:, :MOST_LIKE] = self.likeness[words]
        numbers[of, MOST_LIKE + nth] = new.to[order]
        likeness[of, MOST_LIKE + nth] = new.likeness[order]
        best = np.argsort(-likeness, axis=1, kind="stable")[:, :MOST_LIKE]
        self.numbers[words] = np.take_along_axis(numbers, best, axis=1)
        self.likeness[words] = np.take_along_axis(likeness, best, axis=1)

    def picked(self, words: NDArray[np.int64], new_number: NDArray[np.int64]) -> "LikeWords":
        """Of these words only, in this order, where every word has its new number or NO_WORD."""
        numbers = self.numbers[words]
        renumbered = np.where(numbers == NO_WORD, NO_WORD, new_number[numbers]).astype(np.int32)
        return LikeWords(
            self.model_id,
            VectorRows(self.vectors.bytes_at(words), self.vectors.scales_at(words)),
            np.ascontiguousarray(self.sketches[:, words]),
            renumbered,
            np.where(renumbered == NO_WORD, np.float16(0), self.likeness[words]),
        )


def _best_of_rows(likeness: FloatArray, of: NDArray[np.int64], to: NDArray[np.int64]) -> _Pairs:
    """For each row its likest columns, no more than can be kept."""
    first = max(likeness.shape[1] - MOST_LIKE, 0)
    columns = np.argsort(likeness, axis=1) if not first else np.argpartition(likeness, first, 1)
    columns = columns[:, first:]
    likeness = np.take_along_axis(likeness, columns, axis=1)
    rows, places = np.nonzero(likeness > LEAST_LIKENESS)
    return _Pairs(of[rows], to[columns[rows, places]], likeness[rows, places])
