"""Does an entry say the same in other words? By a small table of everyday synonyms, confirmed by
sentence vectors.

Vectors alone must never decide: the bundled model gives "tea over coffee" and "coffee over tea"
0.995, and "moved to" and "moved from" 0.973. So the telling words have to agree one by one, in
their order, once synonyms are taken for each other; the vectors only veto what the table got wrong.
"""

import math
import struct
from collections.abc import Sequence
from functools import lru_cache

from app.contracts.errors import EmbeddingUnavailable
from app.contracts.search import Embedder, Vector
from app.memory.entry_similarity import words_of
from app.memory.text.stems import stem

NEAR_IN_MEANING = 0.7
"""Of the pairs in the tests that mean the same the lowest has 0.73."""

_SYNONYMS = """
like enjoy love prefer fond
live reside home living
work employed job working
have has own possess got
called named name
every each all
app application program
kid child children
mum mom mother
dad father
buy bought purchase
begin start
learn study studying learning
answer reply response
short brief concise
car automobile
bike bicycle
film movie
holiday vacation
quick fast
photo picture
allergic allergy
go goes going
run running
hike hiking
wants want wish
born birthday
weekend weekends
"""
_NEUTRAL = frozenset("to in on at of as than better it its do does doe".split())


def _canonical_words() -> dict[str, str]:
    groups = [[stem(word) for word in line.split()] for line in _SYNONYMS.split("\n") if line]
    return {word: group[0] for group in groups for word in group}


_CANONICAL = _canonical_words()


class EmbeddedMeaning:
    """Implements `entry_similarity.SameMeaning`. Without a usable model it finds nothing."""

    def __init__(self, embedder: Embedder, threshold: float = NEAR_IN_MEANING) -> None:
        self._embedder = embedder
        self._threshold = threshold

    def find(self, content: str, texts: Sequence[str]) -> int | None:
        wanted = _meant(content)
        alike = [index for index, text in enumerate(texts) if wanted and _meant(text) == wanted]
        if not alike:
            return None
        try:
            vectors = self._embedder.embed([content, *(texts[index] for index in alike)])
        except EmbeddingUnavailable:
            return None
        scored = [
            (cosine(vectors[0], vector), -index)
            for index, vector in zip(alike, vectors[1:], strict=True)
        ]
        score, index = max(scored)
        return -index if score >= self._threshold else None


def cosine(one: Vector, other: Vector) -> float:
    first, second = _numbers(one), _numbers(other)
    product = sum(a * b for a, b in zip(first, second, strict=True))
    lengths = math.hypot(*first) * math.hypot(*second)
    return product / lengths if lengths else 0.0


def meant_words(text: str) -> tuple[str, ...]:
    """The telling words in order: stemmed, synonyms as one, words without weight left out."""
    stems = (stem(word) for word in words_of(text) if word not in _NEUTRAL)
    return tuple(_CANONICAL.get(word, word) for word in stems)


@lru_cache(maxsize=4096)
def _meant(text: str) -> tuple[str, ...]:
    return meant_words(text)


def _numbers(vector: Vector) -> tuple[float, ...]:
    return struct.unpack(f"<{len(vector) // 4}f", vector)
