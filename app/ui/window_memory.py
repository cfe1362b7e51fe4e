"""Follows the window as it is moved and resized, and says where it came to rest."""

# pyright: basic
# Kivy carries no types.

from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window

from app.ui.window_place import WindowPlace

REST_SECONDS = 0.7


class WindowMemory:
    """A maximised window is not followed: it is as large as the screen, wherever it was before."""

    def __init__(self, keep: Callable[[WindowPlace], None]) -> None:
        self._keep = keep
        self._is_maximised = False
        self._came_to_rest = Clock.create_trigger(self._tell, REST_SECONDS)

        self._events = {
            "on_resize": self._moved,
            "on_move": self._moved,
            "on_maximize": self._maximised,
            "on_restore": self._restored,
        }

    def watch(self) -> None:
        Window.bind(**self._events)

    def stop(self) -> None:
        Window.unbind(**self._events)
        self._came_to_rest.cancel()

    def _moved(self, *_event: object) -> None:
        self._came_to_rest.cancel()
        self._came_to_rest()

    def _maximised(self, _window: object) -> None:
        self._is_maximised = True

    def _restored(self, _window: object) -> None:
        self._is_maximised = False

    def _tell(self, _elapsed: float) -> None:
        if not self._is_maximised:
            width, height = Window.system_size
            self._keep(WindowPlace(int(width), int(height), int(Window.left), int(Window.top)))
