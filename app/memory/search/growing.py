"""Arrays that grow at the end without being copied each time. Rows are never moved or removed."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Scalar = TypeVar("Scalar", bound=np.generic)

_SMALLEST = 64


class GrowingArray(Generic[Scalar]):
    """The first axis grows. `values` is a view: it goes stale when the array grows."""

    def __init__(self, start: NDArray[Scalar]) -> None:
        self._room = start
        self._count = len(start)

    def __len__(self) -> int:
        return self._count

    @property
    def values(self) -> NDArray[Scalar]:
        return self._room[: self._count]

    def extend(self, rows: NDArray[Scalar] | Sequence[Any]) -> None:
        added = np.asarray(rows, dtype=self._room.dtype)
        needed = self._count + len(added)
        if needed > len(self._room):
            capacity = max(needed, _SMALLEST, self._count + self._count // 2)
            room = np.zeros((capacity, *self._room.shape[1:]), dtype=self._room.dtype)
            room[: self._count] = self.values
            self._room = room
        self._room[self._count : needed] = added
        self._count = needed
