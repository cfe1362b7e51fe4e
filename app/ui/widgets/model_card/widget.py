"""The card above the composer on the first run. Takes no room when it is not wanted."""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.push_button import PushButton

__all__ = ["ModelCard", "PushButton"]

load_kv(__file__, "widget.kv")


class ModelCard(MDBoxLayout):
    """`found` is the name of a server on this device, empty for none."""

    is_shown = BooleanProperty(False)
    is_working = BooleanProperty(False)
    found = StringProperty()
    notice = StringProperty()
    margin = NumericProperty(0)

    __events__ = ("on_add", "on_use")

    def on_kv_post(self, _base_widget: object) -> None:
        self._use = self.ids.use.__self__  # an id alone does not keep it alive
        self.on_found(self, self.found)

    def on_found(self, _card: object, found: str) -> None:
        """The second button is there only when there is something to use."""
        if not hasattr(self, "_use"):
            return
        is_there = self._use.parent is not None
        if found and not is_there:
            self.ids.buttons.add_widget(self._use)
        elif not found and is_there:
            self.ids.buttons.remove_widget(self._use)

    def on_add(self) -> None:
        """Fired when a model is to be added."""

    def on_use(self) -> None:
        """Fired when the server that was found is to be used."""
