"""Goes away by itself after 8 seconds; a new notice takes the place of the old one."""

from collections.abc import Callable

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.notices import Notice
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.push_button import PushButton

__all__ = ["NoticeBar", "PushButton"]

load_kv(__file__, "widget.kv")

SHOWN_SECONDS = 8


class NoticeBar(MDBoxLayout):
    text = StringProperty()
    is_shown = BooleanProperty(False)
    can_undo = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._last: Notice | None = None
        self._undo: Callable[[], None] = lambda: None

    def show(self, notice: Notice | None, undo: Callable[[], None] = lambda: None) -> None:
        """The same notice again changes nothing: a state is drawn many times."""
        if notice is None or notice == self._last:
            return
        self._last, self._undo = notice, undo
        self.text, self.can_undo, self.is_shown = notice.text, notice.can_undo, True
        Clock.unschedule(self.hide)
        Clock.schedule_once(self.hide, SHOWN_SECONDS)

    def on_touch_down(self, touch: object) -> bool:
        """Hidden, it is not there: Kivy would let its disabled labels swallow the touch."""
        return self.is_shown and super().on_touch_down(touch)

    def undo(self) -> None:
        self.hide()
        self._undo()

    def hide(self, _elapsed: float = 0.0) -> None:
        Clock.unschedule(self.hide)
        self.is_shown = self.can_undo = False
