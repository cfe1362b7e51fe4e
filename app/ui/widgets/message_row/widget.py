"""The two kinds of rows in a chat. They say what was tapped; what happens then is the screen's."""

from kivy.app import App
from kivy.clock import Clock
from kivy.metrics import Metrics, dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivymd.theming import ThemableBehavior
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.theme.fonts import marked_body
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.markdown.block_values import PLAIN, Span, Spans
from app.ui.widgets.markdown.inline_spans import plain_text
from app.ui.widgets.markdown.rich_label import RichLabel, ThemedLabel, most_characters
from app.ui.widgets.markdown.text_parts import span_parts
from app.ui.widgets.markdown.view import MarkdownView
from app.ui.widgets.quiet_icon_button import QuietIconButton

__all__ = [
    "AnswerRow",
    "BubbleLabel",
    "MarkdownView",
    "MemoryChip",
    "QuestionRow",
    "QuietIconButton",
]

load_kv(__file__, "widget.kv")

WIDEST_BUBBLE = 0.76
BUBBLE_PADDING = 16
WORTH_MEASURING = 200
"""A longer text fills the bubble anyway."""


class BubbleLabel(RichLabel):
    """Words in the bubble, as they were written: no Markdown."""

    colour_name = "onPrimaryContainerColor"

    def natural_width(self, text: str) -> float:
        return max(self.width_of(line, PLAIN) for line in text.split("\n"))

    def fill(self, words: Spans, width: float) -> None:
        self.width = width
        self.text = marked_body(plain_text(self.broken(words)))


class WordsBubble(ButtonBehavior, MDBoxLayout):
    """Can be tapped for what can be done with the words."""


class QuestionRow(MDBoxLayout):
    """What the person said. The bubble is as wide as its words, up to a share of the row."""

    text = StringProperty()
    row = ObjectProperty(None, allownone=True)

    __events__ = ("on_more",)

    def on_more(self) -> None:
        """Fired when the bubble is tapped."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._fit = Clock.create_trigger(self._fit_bubble, -1)
        self.bind(width=self._fit, text=self._fit)
        self._fit()

    def _fit_bubble(self, _elapsed: float) -> None:
        room = self.width * WIDEST_BUBBLE - 2 * dp(BUBBLE_PADDING)
        if room <= 0 or App.get_running_app() is None:
            return
        parts = span_parts((Span(self.text),), most_characters(room, 15 * Metrics.sp))
        labels = [BubbleLabel() for _ in parts]
        if len(self.text) <= WORTH_MEASURING:
            room = min(labels[0].natural_width(self.text) + 2, room)
        bubble = self.ids.bubble
        bubble.clear_widgets()
        for label, part in zip(labels, parts, strict=True):
            label.fill(part, room)
            bubble.add_widget(label)
        bubble.width = room + 2 * dp(BUBBLE_PADDING)


class ChipLabel(ThemedLabel):
    colour_name = "onSecondaryContainerColor"
    font = "RobotoMedium"
    size_in_sp = 13
    line_spacing = 1.0

    def __init__(self, **properties: object) -> None:
        super().__init__(pos_hint={"center_y": 0.5}, **properties)
        self.bind(texture_size=self.setter("size"))


class QuietLabel(ChipLabel):
    colour_name = "onSurfaceVariantColor"


class ToolNote(ThemableBehavior, BoxLayout):
    """What a tool has done for the answer, in a thin frame. Nothing to tap. `room` is how wide it
    may be.
    """

    text = StringProperty()
    room = NumericProperty(0)

    def on_room(self, *_change: object) -> None:
        self.fit()

    def fit(self) -> None:
        words = self.ids.words
        words.text_size = (None, None)
        words.texture_update()
        room = self.room - (self.minimum_width - words.width)
        if room > 0:
            words.text_size = (min(words.texture_size[0] + 1, room), None)


class MemoryChip(ButtonBehavior, ThemableBehavior, BoxLayout):
    """How many memories helped. It looks 32 dp high and can be touched on 48."""

    count = NumericProperty(0)


class AnswerRow(BoxLayout):
    """What the assistant said, across the width; below it the memories that helped and what can
    be done with it.
    """

    text = StringProperty()
    memory_count = NumericProperty(0)
    is_growing = BooleanProperty(False)
    tool_words = StringProperty()
    row = ObjectProperty(None, allownone=True)

    __events__ = ("on_copy", "on_regenerate", "on_more", "on_memories", "on_link")

    def on_copy(self) -> None:
        """Fired when the copy button is tapped."""

    def on_regenerate(self) -> None:
        """Fired when another answer is wanted."""

    def on_more(self) -> None:
        """Fired when the rest of what can be done is wanted."""

    def on_memories(self) -> None:
        """Fired when the memory chip is tapped."""

    def on_link(self, address: str) -> None:
        """Fired with the address of a tapped link."""
