"""Indexed words that mean nearly the same as a word of the question.

Nearness is that of the model's own input embeddings: no sentence is run through the model.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from app.memory.search.keyword_evidence import SoftWords
from app.memory.search.lexicon import Lexicon
from app.memory.search.like_words import LEAST_LIKENESS, LikeWords
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.text.words import fold

_SHARE = 0.75
_PLAIN_WORD = re.compile(r"[a-z]{3,24}")


_Found = tuple[NDArray[np.int64], NDArray[np.float64]]
_NOTHING: _Found = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float64))


class WordVectors(Protocol):
    def vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """One row of length 1 for each word, centred on the mean of all words; zeros for a word
        the model cannot spell. May raise EmbeddingUnavailable.
        """
        ...


class SoftWordFinder:
    """Follows the lexicon. Answers for one word are kept until the words of the index change."""

    def __init__(self, source: WordVectors) -> None:
        self._source = source
        self._found: dict[str, _Found] = {}
        self._found_in: LikeWords | None = None
        self._words_then = 0

    def find(self, arrays: MemoryArrays, words: Mapping[str, str], model_id: str) -> SoftWords:
        """For the words of a question (index word → as written) the indexed words like them."""
        self._follow(arrays, model_id)
        for word, shown in words.items():
            if word not in self._found:
                self._found[word] = self._like(arrays, word, shown)
        found = [self._found[word] for word in words]
        if not found:
            return SoftWords()
        return SoftWords(
            np.repeat(np.arange(len(found)), [len(numbers) for numbers, _ in found]),
            np.concatenate([numbers for numbers, _ in found]),
            np.concatenate([likeness for _, likeness in found]),
        )

    def compare_some(self, arrays: MemoryArrays, model_id: str, count: int) -> bool:
        """Works ahead on a few words; whether there is more to do."""
        self._follow(arrays, model_id)
        if not arrays.likes.is_complete:
            arrays.likes.compare_some(count)
        return not arrays.likes.is_complete

    def _follow(self, arrays: MemoryArrays, model_id: str) -> None:
        lexicon = arrays.lexicon
        if arrays.likes.model_id != model_id:
            arrays.likes = LikeWords(model_id)
        if len(arrays.likes) < len(lexicon):
            arrays.likes.add(self._source.vectors(_plain_words(lexicon, len(arrays.likes))))
        if self._found_in is not arrays.likes or self._words_then != len(lexicon):
            self._found.clear()
            self._found_in, self._words_then = arrays.likes, len(lexicon)

    def _like(self, arrays: MemoryArrays, word: str, shown: str) -> _Found:
        if not _PLAIN_WORD.match(word):
            return _NOTHING
        likes, itself = arrays.likes, arrays.lexicon.number(word)
        if itself is None:
            (vector,) = self._source.vectors([fold(shown)])
            found = likes.nearest(vector, None)
        elif likes.is_complete:
            found = likes.like(itself)
        else:
            found = likes.nearest(likes.vectors.at(np.array([itself]))[0], itself)
        numbers, likeness = found
        return numbers.astype(np.int64), _scaled(likeness)


def _plain_words(lexicon: Lexicon, start: int) -> list[str]:
    """What the words from `start` on were seen as; nothing for what is no plain word."""
    return [word if _PLAIN_WORD.fullmatch(word) else "" for word in lexicon.seen_as(start)]


def _scaled(likeness: NDArray[Any]) -> NDArray[np.float64]:
    above = np.maximum(likeness.astype(np.float64) - LEAST_LIKENESS, 0.0)
    return _SHARE * np.sqrt(above / (1.0 - LEAST_LIKENESS))
