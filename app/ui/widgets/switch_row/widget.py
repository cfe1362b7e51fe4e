"""Shows a state and asks for the other one; whoever draws it decides whether it changes.

Draws its own switch: KivyMD's toggles itself and would run ahead of what was really kept.
"""

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


class SwitchRow(ButtonBehavior, MDBoxLayout):
    text = StringProperty()
    detail = StringProperty()
    is_on = BooleanProperty(False)

    __events__ = ("on_switch",)

    def on_release(self) -> None:
        self.dispatch("on_switch", not self.is_on)

    def on_switch(self, is_on: bool) -> None:
        """Fired with what the person wants."""
