"""On Android the app is left when the system pauses it. Kivy tells of that; should it not, the
activity's own callback does, before the process may be killed.
"""

# pyright: basic
# Pyjnius carries no types.

import threading
from collections.abc import Callable

from android import activity


class AndroidLifecycle:
    """Implements Lifecycle."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # the activity's callbacks come on a thread of Java's
        self._is_left = False
        self._callbacks: object | None = None
        self._on_left: Callable[[], None] = lambda: None
        self._on_back: Callable[[], None] = lambda: None

    def start(self, on_left: Callable[[], None], on_back: Callable[[], None]) -> None:
        self._on_left, self._on_back = on_left, on_back
        self._callbacks = activity.register_activity_lifecycle_callbacks(
            onActivityStopped=lambda _activity: self.hidden()
        )

    def hidden(self) -> None:
        with self._lock:
            was_left, self._is_left = self._is_left, True
        if not was_left:
            self._on_left()

    def shown(self) -> None:
        with self._lock:
            self._is_left = False
        self._on_back()

    def focused(self, *, is_focused: bool) -> None:
        """A dialogue of the system takes the focus, and the app is still there."""

    def look(self) -> None:
        """A phone that slept has paused the app, and told so."""

    def stop(self) -> None:
        if self._callbacks is not None:
            activity.unregister_activity_lifecycle_callbacks(self._callbacks)
            self._callbacks = None
