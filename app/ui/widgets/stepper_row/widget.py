"""Two large buttons instead of a slider: every step can be hit and told."""

from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.top_bar import TouchIconButton

__all__ = ["StepperRow", "TouchIconButton"]

load_kv(__file__, "widget.kv")


class StepperRow(MDBoxLayout):
    text = StringProperty()
    detail = StringProperty()
    value = StringProperty()
    can_less = BooleanProperty(True)
    can_more = BooleanProperty(True)

    __events__ = ("on_less", "on_more")

    def on_less(self) -> None:
        """Fired when the minus is tapped."""

    def on_more(self) -> None:
        """Fired when the plus is tapped."""
