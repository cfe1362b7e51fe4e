"""Says what was tapped; opening and forgetting are the screen's."""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.marked_label import MarkedLabel
from app.ui.widgets.push_button import PushButton

__all__ = ["MarkedLabel", "MemoryCard", "PushButton"]

load_kv(__file__, "widget.kv")


class MemoryCard(MDBoxLayout):
    where = StringProperty()
    why = StringProperty()
    icon = StringProperty("blank")
    keyword = NumericProperty(0)
    meaning = NumericProperty(0)
    is_working = BooleanProperty(False)

    __events__ = ("on_open", "on_forget")

    def on_open(self) -> None:
        """Fired when the place it came from is wanted."""

    def on_forget(self) -> None:
        """Fired when it shall be forgotten; nothing has happened yet."""
