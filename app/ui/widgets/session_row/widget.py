"""Says whether it was tapped or asked about; what happens then is the screen's.

The open conversation shows a button for what else can be done with it.
"""

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.quiet_icon_button import QuietIconButton

__all__ = ["QuietIconButton", "SessionRowView"]

load_kv(__file__, "widget.kv")

LONG_PRESS_SECONDS = 0.5
STILL = 10
"""In dp: a finger that moves more is scrolling."""


class SessionRowView(ButtonBehavior, MDBoxLayout):
    text = StringProperty()
    detail = StringProperty()
    is_private = BooleanProperty(False)
    is_open = BooleanProperty(False)
    row = ObjectProperty(None, allownone=True)

    __events__ = ("on_open", "on_menu")

    def __init__(self, **kwargs: object) -> None:
        self._was_held = False
        self._hold = Clock.create_trigger(self._held, LONG_PRESS_SECONDS)
        super().__init__(**kwargs)

    def on_open(self) -> None:
        """Fired when it is tapped."""

    def on_menu(self) -> None:
        """Fired when more than opening it is wanted."""

    def show(self, value: tuple[Any, bool]) -> None:
        """A row with title, preview and its private mark, and whether it is the open one."""
        self.row, self.is_open = value
        self.text, self.detail = self.row.title, self.row.preview
        self.is_private = self.row.is_private

    def on_touch_down(self, touch: object) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        if getattr(touch, "button", "left") == "right":
            self.dispatch("on_menu")
            return True
        self._was_held = False
        self._hold()
        return super().on_touch_down(touch)

    def on_touch_move(self, touch: object) -> bool:
        if abs(touch.x - touch.ox) > dp(STILL) or abs(touch.y - touch.oy) > dp(STILL):
            self._hold.cancel()
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: object) -> bool:
        self._hold.cancel()
        return super().on_touch_up(touch)

    def on_release(self) -> None:
        if not self._was_held:
            self.dispatch("on_open")

    def _held(self, _elapsed: float) -> None:
        self._was_held = True
        self.dispatch("on_menu")
