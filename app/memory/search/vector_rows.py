"""The vectors of all slots in one byte a number: a mapped part and what came since.

Each row has its own scale. That moves a cosine by about 0.002 and makes a scan read a quarter.
The full vectors stay in the database.
"""

import numpy as np
from numpy.typing import NDArray

from app.contracts.search import Vector
from app.memory.search.growing import GrowingArray
from app.memory.search.sketches import DIMENSION, FloatArray

ByteRows = NDArray[np.int8]
_LARGEST = 127.0


def vector_from_bytes(vector: Vector) -> FloatArray:
    return np.frombuffer(vector, dtype="<f4").astype(np.float32)


def is_whole(vector: Vector | None) -> bool:
    return vector is not None and len(vector) == 4 * DIMENSION


class VectorRows:
    """A slot without a vector is a row of zeros."""

    def __init__(self, saved: ByteRows | None = None, scales: FloatArray | None = None) -> None:
        self._saved = np.zeros((0, DIMENSION), dtype=np.int8) if saved is None else saved
        self._since = GrowingArray(np.zeros((0, DIMENSION), dtype=np.int8))
        self._scales = GrowingArray(
            np.zeros(len(self._saved), dtype=np.float32) if scales is None else scales
        )
        self._exact: FloatArray | None = None

    def __len__(self) -> int:
        return len(self._saved) + len(self._since)

    def extend(self, count: int) -> None:
        self._since.extend(np.zeros((count, DIMENSION), dtype=np.int8))
        self._scales.extend(np.zeros(count, dtype=np.float32))
        self._exact = None

    def put(self, slots: NDArray[np.int64], vectors: FloatArray) -> None:
        """One row for each slot; of a slot named twice the last one holds."""
        scales = np.maximum(np.abs(vectors).max(axis=1) / np.float32(_LARGEST), np.float32(1e-9))
        rows = np.rint(vectors / scales[:, np.newaxis]).astype(np.int8)
        saved = len(self._saved)
        is_saved = slots < saved
        self._saved[slots[is_saved]] = rows[is_saved]
        self._since.values[slots[~is_saved] - saved] = rows[~is_saved]
        self._scales.values[slots] = scales
        self._exact = None

    def at(self, slots: NDArray[np.integer]) -> FloatArray:
        """Some rows as they were, but for rounding."""
        return self.bytes_at(slots).astype(np.float32) * self._scales.values[slots, np.newaxis]

    def cosines(self, slots: NDArray[np.integer], vector: FloatArray) -> FloatArray:
        """With a vector of length 1; 0 where a slot has none."""
        return (self.bytes_at(slots).astype(np.float32) @ vector) * self._scales.values[slots]

    def all(self) -> FloatArray:
        """Everything, kept until the next change: for small collections."""
        if self._exact is None:
            self._exact = self.at(np.arange(len(self)))
        return self._exact

    def bytes_at(self, slots: NDArray[np.integer]) -> ByteRows:
        saved = len(self._saved)
        if not len(self._since):
            return self._saved[slots]
        if not saved:
            return self._since.values[slots]
        rows = np.empty((len(slots), DIMENSION), dtype=np.int8)
        is_saved = slots < saved
        rows[is_saved] = self._saved[slots[is_saved]]
        rows[~is_saved] = self._since.values[slots[~is_saved] - saved]
        return rows

    def scales_at(self, slots: NDArray[np.integer]) -> FloatArray:
        return self._scales.values[slots]
