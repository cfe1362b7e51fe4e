"""Opens by a call or a swipe from the left edge; closes by a touch beside it or a swipe back.

A wide window has room for both: there the panel is always open and nothing covers the main area.
"""

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")

SLIDE_SECONDS = 0.2
EDGE = 20
SWIPE = 16
"""In dp: where a swipe may begin, and how far a finger moves before it is one."""


class Scrim(Widget):
    """Darkens what the panel covers, and takes its touches."""

    is_up = BooleanProperty(False)

    __events__ = ("on_dismiss",)

    def on_dismiss(self) -> None:
        """Fired when it is touched."""

    def on_touch_down(self, _touch: object) -> bool:
        if self.is_up:
            self.dispatch("on_dismiss")
        return self.is_up


class PanelSurface(MDBoxLayout):
    """Nothing that is covered by it is touched through it."""

    def on_touch_down(self, touch: object) -> bool:
        return super().on_touch_down(touch) or self.collide_point(*touch.pos)


class SidePanel(FloatLayout):
    """`progress` is how far the panel is out: 0 hidden, 1 open."""

    is_wide = BooleanProperty(False)
    is_open = BooleanProperty(False)
    progress = NumericProperty(0)

    @property
    def main(self) -> Widget:
        return self.ids.main

    def fill_main(self, widget: Widget) -> None:
        self.ids.main.add_widget(widget)

    def fill_panel(self, widget: Widget) -> None:
        self.ids.panel.add_widget(widget)

    @property
    def is_at_rest(self) -> bool:
        return self.progress == (1 if self.is_open else 0)

    def open(self) -> None:
        if not self.is_wide:
            self._slide_to(1)

    def close(self) -> None:
        self._slide_to(0)

    def on_is_wide(self, _panel: object, _is_wide: bool) -> None:
        """Rotated or resized: what was slid out is not in the way afterwards."""
        Animation.cancel_all(self, "progress")
        self.is_open, self.progress = False, 0

    def on_touch_move(self, touch: object) -> bool:
        if touch.ud.get("panel_swipe") is self:
            self.progress = max(0.0, min(1.0, self.progress + touch.dx / self.ids.panel.width))
            return True
        if self._is_swipe(touch):
            Animation.cancel_all(self, "progress")
            touch.ud["panel_swipe"] = self
            return True
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: object) -> bool:
        if touch.ud.get("panel_swipe") is self:
            self._slide_to(1 if self.progress > 0.5 else 0)
        return super().on_touch_up(touch)

    def _is_swipe(self, touch: object) -> bool:
        along, across = touch.x - touch.ox, touch.y - touch.oy
        if self.is_wide or abs(along) < dp(SWIPE) or abs(along) < 2 * abs(across):
            return False
        return along < 0 if self.is_open else along > 0 and touch.ox - self.x <= dp(EDGE)

    def _slide_to(self, end: int) -> None:
        Animation.cancel_all(self, "progress")
        self.is_open = end == 1
        way = abs(end - self.progress)
        if way:
            Animation(progress=end, d=SLIDE_SECONDS * way, t="out_cubic").start(self)
