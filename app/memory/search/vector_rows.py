"""The vectors of all slots as half-precision rows: a mapped part and what came since.

Half precision moves a cosine by less than 0.001 and halves what a scan has to read.
"""

import numpy as np
from numpy.typing import NDArray

from app.contracts.search import Vector
from app.memory.search.growing import GrowingArray
from app.memory.search.sketches import DIMENSION, FloatArray

HalfRows = NDArray[np.float16]


def vector_from_bytes(vector: Vector) -> FloatArray:
    return np.frombuffer(vector, dtype="<f4").astype(np.float32)


def is_whole(vector: Vector | None) -> bool:
    return vector is not None and len(vector) == 4 * DIMENSION


class VectorRows:
    """A slot without a vector is a row of zeros."""

    def __init__(self, saved: HalfRows | None = None) -> None:
        self._saved = np.zeros((0, DIMENSION), dtype=np.float16) if saved is None else saved
        self._since = GrowingArray(np.zeros((0, DIMENSION), dtype=np.float16))
        self._exact: FloatArray | None = None

    def __len__(self) -> int:
        return len(self._saved) + len(self._since)

    def extend(self, count: int) -> None:
        self._since.extend(np.zeros((count, DIMENSION), dtype=np.float16))
        self._exact = None

    def put(self, slot: int, vector: FloatArray) -> None:
        saved = len(self._saved)
        if slot < saved:
            self._saved[slot] = vector
        else:
            self._since.values[slot - saved] = vector
        self._exact = None

    def at(self, slots: NDArray[np.integer]) -> FloatArray:
        """Full precision copies of some rows."""
        saved = len(self._saved)
        if not len(self._since):
            return self._saved[slots].astype(np.float32)
        if not saved:
            return self._since.values[slots].astype(np.float32)
        rows = np.empty((len(slots), DIMENSION), dtype=np.float32)
        is_saved = slots < saved
        rows[is_saved] = self._saved[slots[is_saved]]
        rows[~is_saved] = self._since.values[slots[~is_saved] - saved]
        return rows

    def half(self, slots: NDArray[np.int64]) -> HalfRows:
        """Copies of some rows as they are stored."""
        return np.concatenate((self._saved, self._since.values))[slots]

    def all(self) -> FloatArray:
        """Everything in full precision, kept until the next change: for small collections."""
        if self._exact is None:
            self._exact = np.concatenate(
                (self._saved.astype(np.float32), self._since.values.astype(np.float32))
            )
        return self._exact
