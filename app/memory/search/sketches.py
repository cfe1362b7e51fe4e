"""One bit per dimension of a vector: enough to find the few rows worth an exact look.

The estimate is never the score: it only picks candidates where there are many rows.
"""

import numpy as np
from numpy.typing import NDArray

DIMENSION = 384
_WORDS = DIMENSION // 64

FloatArray = NDArray[np.float32]
BitWords = NDArray[np.uint64]
"""Kept as six rows, one for each 64 dimensions, so that a scan reads memory in order."""

# How a number of differing signs translates to a cosine.
_COSINES = np.cos(np.pi * np.arange(DIMENSION + 1) / DIMENSION).astype(np.float32)


def no_sketches() -> BitWords:
    return np.zeros((_WORDS, 0), dtype=np.uint64)


def sketch_of(vectors: FloatArray) -> BitWords:
    bits = np.packbits(vectors > 0, axis=1)
    return np.ascontiguousarray(bits.view(np.uint64).T)


def estimated_cosines(sketches: BitWords, vector: FloatArray) -> FloatArray:
    """Of every sketched row with the vector."""
    return _COSINES[_differing(sketches, vector[np.newaxis])[0]]


def nearest_rows(sketches: BitWords, vectors: FloatArray, count: int) -> list[NDArray[np.int64]]:
    """For each vector at least `count` rows, the nearest by estimate and all that tie with the last
    of them.
    """
    rows: list[NDArray[np.int64]] = []
    for differing in _differing(sketches, vectors):
        rows_at = np.cumsum(np.bincount(differing, minlength=DIMENSION + 1))
        rows.append(np.flatnonzero(differing <= np.searchsorted(rows_at, count)))
    return rows


def _differing(sketches: BitWords, vectors: FloatArray) -> NDArray[np.uint16]:
    """How many signs differ: a line for each vector, a column for each row of the sketches."""
    wanted = sketch_of(vectors)[:, :, np.newaxis]
    differing = np.bitwise_count(sketches[0] ^ wanted[0]).astype(np.uint16)
    for word in range(1, _WORDS):
        differing += np.bitwise_count(sketches[word] ^ wanted[word])
    return differing
