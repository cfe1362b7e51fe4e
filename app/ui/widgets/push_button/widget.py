"""Looks as high as Material says (40 dp) and is as high as a finger needs (48 dp)."""

from kivy.properties import BooleanProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.utils import get_color_from_hex
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.theme.signal_colours import signals
from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


KINDS = ["filled", "tonal", "outlined", "text", "danger", "danger_filled", "inverse", "advice"]


class PushButton(ButtonBehavior, MDBoxLayout):
    """`is_absent` takes no room. While it cannot be pressed its words can still be read."""

    text = StringProperty()
    kind = OptionProperty("text", options=KINDS)
    is_absent = BooleanProperty(False)

    def on_touch_down(self, touch: object) -> bool:
        return not self.is_absent and super().on_touch_down(touch)

    def faded(self, colour: list[float], share: float) -> list[float]:
        return [*colour[:3], share] if self.disabled else list(colour)

    def ground(self) -> list[float]:
        theme = self.theme_cls
        grounds = {
            "filled": theme.primaryColor,
            "tonal": theme.secondaryContainerColor,
            "danger_filled": theme.errorColor,
        }
        if self.disabled and self.kind in grounds:
            return self.faded(theme.onSurfaceColor, 0.12)
        return grounds.get(self.kind, [0, 0, 0, 0])

    def ink(self) -> list[float]:
        theme = self.theme_cls
        if self.disabled:
            return self.faded(theme.onSurfaceColor, 0.5)
        inks = {
            "filled": theme.onPrimaryColor,
            "tonal": theme.onSecondaryContainerColor,
            "danger": theme.errorColor,
            "danger_filled": theme.onErrorColor,
            "inverse": theme.inversePrimaryColor,
            "advice": get_color_from_hex(signals(theme.theme_style).on_advice),
        }
        return inks.get(self.kind, theme.primaryColor)
