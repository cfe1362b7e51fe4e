"""Cosines of the question with every slot's vector mixed with its neighbours'.

Exact for small collections; for large ones estimated first, and exact for the slots that matter.
"""

import numpy as np
from numpy.typing import NDArray

from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.neighbours import around, mixed
from app.memory.search.sketches import FloatArray, estimated_cosines

EXACT_SLOTS = 4096
OWN_SHARE = 0.3
"""How much a chunk's own vector counts beside the mixture with its neighbours."""


def is_small(arrays: MemoryArrays) -> bool:
    return len(arrays.columns) <= EXACT_SLOTS


def all_cosines(arrays: MemoryArrays, vector: FloatArray) -> FloatArray:
    """Of every slot: exact when there are few, else estimated from sketches."""
    if is_small(arrays):
        own = _own_cosines(arrays, vector)
        return _blended(own, mixed(own, arrays.neighbours) / arrays.columns.mixed_norm)
    return estimated_cosines(arrays.sketches, vector)


def exact_cosines(arrays: MemoryArrays, vector: FloatArray, slots: NDArray[np.int64]) -> FloatArray:
    """Of some slots, from the vectors themselves; each vector is read once."""
    needed = around(arrays.neighbours, slots)
    needed = needed[arrays.columns.has_vector[needed]]
    own = np.zeros(len(arrays.columns) + 1, dtype=np.float32)
    own[needed] = arrays.vectors.cosines(needed, vector)
    total = own[slots]
    for near, weight in arrays.neighbours.weighted:
        total += np.float32(weight) * own[near[slots]]
    return _blended(own[slots], total / arrays.columns.mixed_norm[slots])


def _own_cosines(arrays: MemoryArrays, vector: FloatArray) -> FloatArray:
    cosines = arrays.vectors.all() @ vector
    return np.where(arrays.columns.has_vector, cosines, np.float32(0))


def _blended(own: FloatArray, with_neighbours: FloatArray) -> FloatArray:
    blended = np.float32(OWN_SHARE) * own + np.float32(1 - OWN_SHARE) * with_neighbours
    return blended.astype(np.float32, copy=False)
