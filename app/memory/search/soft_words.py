"""Indexed words that mean nearly the same as a word of the question.

Nearness is that of the model's own input embeddings: no sentence is run through the model.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.memory.search.growing import GrowingArray
from app.memory.search.keyword_evidence import SoftWord
from app.memory.search.lexicon import Lexicon
from app.memory.search.sketches import DIMENSION, FloatArray, nearest_rows, sketch_of
from app.memory.text.words import fold

_LEAST_LIKENESS = 0.3
_MOST_WORDS = 8
_SHARE = 0.75
_EXACT_WORDS = 8192
_SHORTLIST = 64
_PLAIN_WORD = re.compile(r"[a-z]{3,24}")


class WordVectors(Protocol):
    def vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """One row of length 1 for each word, centred on the mean of all words; zeros for a word
        the model cannot spell. May raise EmbeddingUnavailable.
        """
        ...


class SoftWordFinder:
    """Grows with the lexicon. Answers for one word are kept until the lexicon grows."""

    def __init__(self, source: WordVectors) -> None:
        self._source = source
        self._rows = GrowingArray(np.zeros((0, DIMENSION), dtype=np.float16))
        self._found: dict[str, tuple[SoftWord, ...]] = {}
        self._exact: FloatArray | None = None
        self._sketches: NDArray[np.uint64] | None = None

    def find(self, lexicon: Lexicon, words: Mapping[str, str]) -> dict[str, Sequence[SoftWord]]:
        """For each question word (index word → as written) the indexed words like it."""
        self._follow(lexicon)
        wanted = [word for word in words if word not in self._found and _PLAIN_WORD.match(word)]
        if wanted:
            vectors = self._source.vectors([fold(words[word]) for word in wanted])
            for word, (numbers, likeness) in zip(wanted, self._likeness(vectors), strict=True):
                self._found[word] = _nearest(numbers, likeness, lexicon.number(word))
        return {word: self._found.get(word, ()) for word in words}

    def _follow(self, lexicon: Lexicon) -> None:
        known = len(self._rows)
        if known == len(lexicon):
            return
        added = lexicon.seen_as(known)
        plain = [word if _PLAIN_WORD.fullmatch(word) else "" for word in added]
        self._rows.extend(self._source.vectors(plain).astype(np.float16))
        self._found.clear()
        self._exact = self._sketches = None

    def _likeness(self, vectors: FloatArray) -> list[tuple[NDArray[np.int64], FloatArray]]:
        """For each vector the words that may be like it, and how like they are."""
        rows = self._rows.values
        if len(rows) <= _EXACT_WORDS:
            if self._exact is None:
                self._exact = rows.astype(np.float32)
            return [_alike(self._exact @ vector) for vector in vectors]
        if self._sketches is None:
            self._sketches = sketch_of(rows.astype(np.float32))
        shortlists = nearest_rows(self._sketches, vectors, _SHORTLIST)
        return [
            (some, rows[some].astype(np.float32) @ vector)
            for some, vector in zip(shortlists, vectors, strict=True)
        ]


def _alike(likeness: FloatArray) -> tuple[NDArray[np.int64], FloatArray]:
    alike = np.flatnonzero(likeness > _LEAST_LIKENESS)
    return alike, likeness[alike]


def _nearest(
    numbers: NDArray[np.int64], likeness: FloatArray, itself: int | None
) -> tuple[SoftWord, ...]:
    order = np.argsort(-likeness)[: _MOST_WORDS + 1]
    return tuple(
        SoftWord(number, _SHARE * _scaled(like))
        for number, like in zip(numbers[order].tolist(), likeness[order].tolist(), strict=True)
        if like > _LEAST_LIKENESS and number != itself
    )[:_MOST_WORDS]


def _scaled(likeness: float) -> float:
    return float(((likeness - _LEAST_LIKENESS) / (1.0 - _LEAST_LIKENESS)) ** 0.5)
