"""Made-up chunks of any number: words of a made-up language, random unit vectors, a year of dates.

Written to a folder once, so that every system under measurement reads the same bytes.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

DIMENSION = 384
WORDS_PER_CHUNK = 20
WORDS_PER_QUERY = 5
VOCABULARY = 20_000
DAYS = 365
_NOISE = 0.6

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about one chunk: some of its words, and a vector near its own."""

    text: str
    vector: Floats
    about: int


@dataclass(frozen=True, slots=True)
class Corpus:
    """`ages` are days before today, one for each chunk."""

    texts: list[str]
    vectors: Floats
    ages: list[int]
    queries: tuple[Asked, ...]


def write_corpus(folder: Path, chunks: int, queries: int) -> None:
    random = np.random.default_rng(chunks)
    vocabulary = _vocabulary(random)
    # A few words are everywhere and most are rare, as in any language.
    ranks = np.minimum(random.zipf(1.15, size=(chunks, WORDS_PER_CHUNK)) - 1, VOCABULARY - 1)
    picked = [[vocabulary[int(rank)] for rank in row] for row in ranks]
    vectors = _unit(random.standard_normal((chunks, DIMENSION), dtype=np.float32))
    about = [int(number) for number in random.integers(0, chunks, queries)]
    noise = _unit(random.standard_normal((queries, DIMENSION), dtype=np.float32))
    asked_words = [
        " ".join(sorted(set(picked[number]), key=vocabulary.index, reverse=True)[:WORDS_PER_QUERY])
        for number in about
    ]
    np.save(folder / "vectors.npy", vectors)
    np.save(folder / "query_vectors.npy", _unit(vectors[about] + np.float32(_NOISE) * noise))
    texts = {
        "texts": [" ".join(words) for words in picked],
        "ages": [int(age) for age in random.integers(0, DAYS, chunks)],
        "queries": asked_words,
        "about": about,
    }
    (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")


def read_corpus(folder: Path) -> Corpus:
    content = cast("dict[str, Any]", json.loads((folder / "texts.json").read_text("utf-8")))
    vectors = np.load(folder / "query_vectors.npy")
    asked = zip(content["queries"], vectors, content["about"], strict=True)
    return Corpus(
        texts=content["texts"],
        vectors=np.load(folder / "vectors.npy"),
        ages=content["ages"],
        queries=tuple(Asked(text, vector, about) for text, vector, about in asked),
    )


def _vocabulary(random: np.random.Generator) -> list[str]:
    """Two to four open syllables a word: nothing a stemmer or stop list knows."""
    syllables = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        count = int(random.integers(2, 5))
        words["".join(syllables[int(n)] for n in random.integers(0, len(syllables), count))] = None
    return list(words)


def _unit(rows: NDArray[np.floating]) -> Floats:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
