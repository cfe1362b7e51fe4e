"""A fingerprint of the words of a chunk, 256 bits: tells at a glance what cannot be a repeat.

Each word sets one bit, the same for ever: fingerprints lie in the cache. Never the last word: two
chunks that may repeat each other are compared by their texts.
"""

from collections.abc import Iterable
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

WIDTH = 32
"""In bytes."""
_BITS = WIDTH * 8

Marks = NDArray[np.uint8]
"""One row of WIDTH for each slot."""


def no_marks() -> Marks:
    return np.zeros((0, WIDTH), dtype=np.uint8)


def mark_of(words: Iterable[str]) -> bytes:
    mark = 0
    for word in words:
        mark |= 1 << (crc32(word.encode()) % _BITS)
    return mark.to_bytes(WIDTH, "little")


def marks_of(rows: Iterable[bytes]) -> Marks:
    return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, WIDTH)


def most_that_differ(overlap: float) -> float:
    """Per word of both, how many bits differ at most where so much of all their words is common."""
    return (1.0 - overlap) / (1.0 + overlap)
