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


_Found = tuple[NDArray[np.int64], NDArray[np.float32]]


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
        likes = arrays.likes
        numbers = [arrays.lexicon.number(word) for word in words]
        # What is no word to the model is like nothing in the table.
        looked_up = [(place, number) for place, number in enumerate(numbers) if number is not None]
        places, found, likeness = likes.like(looked_up if likes.is_complete else ())
        others = [
            (place, word)
            for place, word in enumerate(words)
            if (numbers[place] is None or not likes.is_complete) and _PLAIN_WORD.match(word)
        ]
        for place, word in others:
            if word not in self._found:
                self._found[word] = self._nearest(arrays, words[word], numbers[place])
            more, more_likeness = self._found[word]
            places = np.append(places, np.full(len(more), place))
            found = np.append(found, more)
            likeness = np.append(likeness, more_likeness)
        if others:
            order = np.argsort(places, kind="stable")
            places, found, likeness = places[order], found[order], likeness[order]
        return SoftWords(places, found, _scaled(likeness))

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

    def _nearest(self, arrays: MemoryArrays, shown: str, itself: int | None) -> _Found:
        if itself is None:
            (vector,) = self._source.vectors([fold(shown)])
        else:
            (vector,) = arrays.likes.vectors.at(np.array([itself]))
        return arrays.likes.nearest(vector, itself)


def _plain_words(lexicon: Lexicon, start: int) -> list[str]:
    """What the words from `start` on were seen as; nothing for what is no plain word."""
    return [word if _PLAIN_WORD.fullmatch(word) else "" for word in lexicon.seen_as(start)]


def _scaled(likeness: NDArray[Any]) -> NDArray[np.float64]:
    above = np.maximum(likeness.astype(np.float64) - LEAST_LIKENESS, 0.0)
    return _SHARE * np.sqrt(above / (1.0 - LEAST_LIKENESS))
