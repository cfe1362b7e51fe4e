"""When the app is left, and when somebody is back."""

from collections.abc import Callable
from typing import Protocol

LOOK_SECONDS = 30.0
"""How often `look` is to be called while the app runs."""


class Lifecycle(Protocol):
    """The window tells what it sees, the device what it knows; out of that come the two moments.
    However many signs there are, the app is left once before somebody is back.
    """

    def start(self, on_left: Callable[[], None], on_back: Callable[[], None]) -> None: ...

    def hidden(self) -> None:
        """Minimised, or paused by the system: the process may be killed from now on."""
        ...

    def shown(self) -> None: ...

    def focused(self, *, is_focused: bool) -> None: ...

    def look(self) -> None:
        """Time has passed."""
        ...

    def stop(self) -> None: ...
