"""A desktop's app is left when its window is minimised, when nobody has looked at it for long, and
when the machine slept. Nobody tells of the last: the clocks show it.

Only counts and compares; whoever has the window and a timer calls it, in one thread.
"""

import time
from collections.abc import Callable

from app.contracts.lifecycle import LOOK_SECONDS

LONG_WITHOUT_FOCUS = 300.0
SLEPT = 60.0
"""More than this is missing between two looks, or was added: the machine slept, or the clock was
moved, after which the day may be another one.
"""


def _nothing() -> None:
    """Before `start` nobody listens."""


class DesktopLifecycle:
    """Implements Lifecycle."""

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        running: Callable[[], float] = time.monotonic,
    ) -> None:
        """`running` stands still while the machine sleeps, on most systems."""
        self._clock = clock
        self._running = running
        self._on_left = self._on_back = _nothing
        self._is_left = False
        self._unfocused_since: float | None = None
        self._last_look = (clock(), running())

    def start(self, on_left: Callable[[], None], on_back: Callable[[], None]) -> None:
        self._on_left, self._on_back = on_left, on_back
        self._last_look = (self._clock(), self._running())

    def hidden(self) -> None:
        if not self._is_left:
            self._is_left = True
            self._on_left()

    def shown(self) -> None:
        self._is_left = False
        self._on_back()

    def focused(self, *, is_focused: bool) -> None:
        self._unfocused_since = None if is_focused else self._running()
        if is_focused and self._is_left:
            self.shown()

    def look(self) -> None:
        if self._slept() and not self._is_left:
            self.hidden()
            self.shown()
        since = self._unfocused_since
        if since is not None and self._running() - since >= LONG_WITHOUT_FOCUS:
            self.hidden()

    def stop(self) -> None:
        self._on_left = self._on_back = _nothing

    def _slept(self) -> bool:
        before, self._last_look = self._last_look, (self._clock(), self._running())
        on_clock, running = (now - then for now, then in zip(self._last_look, before, strict=True))
        longest = LOOK_SECONDS + SLEPT
        return not -SLEPT < on_clock < longest or running > longest
