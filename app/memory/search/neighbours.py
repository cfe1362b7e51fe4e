"""Who stands beside whom in a conversation, and how much a neighbour counts.

A message is understood with the two before and after it: half and a quarter of their weight.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.memory.search.chunk_facts import NO_SLOT, ChunkColumns
from app.memory.search.sketches import FloatArray

NEAR, FAR = 0.5, 0.25

Slots = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Slots one and two steps away; NO_SLOT, which is -1, where the conversation ends.

    An array with one zero appended at its end can therefore be read at these slots as they are.
    """

    before: Slots
    after: Slots
    before_that: Slots
    after_that: Slots
    any: bool
    """Whether anybody stands beside another at all: notes in files do not."""

    @property
    def weighted(self) -> tuple[tuple[Slots, float], ...]:
        return (
            (self.before, NEAR),
            (self.after, NEAR),
            (self.before_that, FAR),
            (self.after_that, FAR),
        )


def link(columns: ChunkColumns) -> None:
    """Sets `before` and `after` of all living slots by group and position."""
    columns.before[:] = NO_SLOT
    columns.after[:] = NO_SLOT
    grouped = np.flatnonzero(columns.alive & (columns.group >= 0))
    order = grouped[np.lexsort((columns.position[grouped], columns.group[grouped]))]
    same = columns.group[order[1:]] == columns.group[order[:-1]]
    columns.after[order[:-1][same]] = order[1:][same]
    columns.before[order[1:][same]] = order[:-1][same]


def neighbours_of(columns: ChunkColumns) -> Neighbours:
    before, after = columns.before, columns.after
    return Neighbours(
        before,
        after,
        _with_none_at_end(before)[before],
        _with_none_at_end(after)[after],
        bool((after >= 0).any()),
    )


def with_zero_at_end(values: FloatArray) -> FloatArray:
    return np.append(values, np.float32(0))


def mixed(values: FloatArray, neighbours: Neighbours) -> FloatArray:
    """Each value plus the weighted ones of its neighbours."""
    if not neighbours.any:
        return values
    padded = with_zero_at_end(values)
    result = values.copy()
    for slots, weight in neighbours.weighted:
        result += np.float32(weight) * padded[slots]
    return result


def around(neighbours: Neighbours, slots: NDArray[np.int64]) -> NDArray[np.int64]:
    """The slots and all their neighbours, once each."""
    if not neighbours.any:
        return slots
    beside = np.concatenate([near[slots] for near, _ in neighbours.weighted])
    beside = beside[beside >= 0]
    if not len(beside):
        return slots
    return np.unique(np.concatenate((slots, beside.astype(np.int64))))


def _with_none_at_end(slots: Slots) -> Slots:
    return np.append(slots, np.int32(NO_SLOT))
