"""The two kinds of rows in a chat."""

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")

WIDEST_BUBBLE = 0.8
BUBBLE_PADDING = 16


class QuestionRow(MDBoxLayout):
    """What the person said. The bubble is as wide as its words, up to a share of the row."""

    text = StringProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._fit = Clock.create_trigger(self._fit_bubble)
        self.bind(width=self._fit, text=self._fit)
        self._fit()

    def _fit_bubble(self, _elapsed: float) -> None:
        label, bubble = self.ids.label, self.ids.bubble
        room = self.width * WIDEST_BUBBLE - 2 * dp(BUBBLE_PADDING)
        if room <= 0:
            return
        label.text_size = (None, None)
        label.texture_update()
        natural = label.texture_size[0]
        label.text_size = (min(natural + 1, room), None)
        label.texture_update()
        label.size = label.texture_size
        bubble.width = label.width + 2 * dp(BUBBLE_PADDING)


class AnswerRow(MDBoxLayout):
    """What the assistant said, across the width, with a chip when memories helped."""

    text = StringProperty()
    memory_count = NumericProperty(0)
