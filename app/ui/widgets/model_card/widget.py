"""The card above the composer on the first run. Takes no room when it is not wanted."""

from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.pill_button import PillButton

__all__ = ["ModelCard", "PillButton"]

load_kv(__file__, "widget.kv")


class ModelCard(MDBoxLayout):
    """`found` is the name of a server on this device, empty for none."""

    is_shown = BooleanProperty(False)
    is_working = BooleanProperty(False)
    found = StringProperty()
    notice = StringProperty()

    __events__ = ("on_add", "on_use")

    def on_add(self) -> None:
        """Fired when a model is to be added."""

    def on_use(self) -> None:
        """Fired when the server that was found is to be used."""
