"""A sentence, a bar and Cancel. Whoever draws it says how far the work is."""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.push_button import PushButton

__all__ = ["ProgressCard", "PushButton"]


class WorkBar(Widget):
    share = NumericProperty(0)


class ProgressCard(MDBoxLayout):
    text = StringProperty()
    detail = StringProperty()
    share = NumericProperty(0)
    can_cancel = BooleanProperty(True)

    __events__ = ("on_cancel",)

    def on_cancel(self) -> None:
        """Fired when Cancel is tapped."""


load_kv(__file__, "widget.kv")
