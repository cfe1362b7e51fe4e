"""One frozen state per screen, and whoever draws it. Used on the UI thread only."""

from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")


class ObservableState(Generic[S]):
    def __init__(self, initial: S) -> None:
        self._state = initial
        self._listeners: list[Callable[[S], None]] = []

    @property
    def state(self) -> S:
        return self._state

    def subscribe(self, listener: Callable[[S], None]) -> None:
        """Called at once with the present state, then with every change."""
        self._listeners.append(listener)
        listener(self._state)

    def update(self, state: S) -> None:
        if state == self._state:
            return
        self._state = state
        for listener in self._listeners:
            listener(state)
