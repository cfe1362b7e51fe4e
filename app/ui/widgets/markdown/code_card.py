"""A block of code on its own surface, with its language and a button that copies it exactly."""

from collections.abc import Callable

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivymd.theming import ThemableBehavior

from app.ui.theme.fonts import marked, marked_code
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.markdown.block_values import CodeBlock
from app.ui.widgets.markdown.rich_label import (
    MOST_CHARACTERS,
    CodeLabel,
    RichLabel,
    longest_code_line,
    most_code_lines,
)
from app.ui.widgets.markdown.text_parts import line_parts
from app.ui.widgets.quiet_icon_button import QuietIconButton

__all__ = ["CodeCard", "QuietIconButton", "SidewaysScroll"]

load_kv(__file__, "markdown.kv")

COPY, COPIED = "content-copy", "check"
SECONDS_OF_THANKS = 1.5


class SidewaysScroll(ThemableBehavior, ScrollView):
    """Moves left and right only, and only if there is more than fits."""


class LanguageLabel(RichLabel):
    """What the code is written in."""

    colour_name = "onSurfaceVariantColor"
    size_in_sp = 13


class CodeCard(ThemableBehavior, BoxLayout):
    shown_language = StringProperty()
    copy_icon = StringProperty(COPY)

    def __init__(self, block: CodeBlock, copy_code: Callable[[str], None]) -> None:
        self.block = block
        self._copy_code = copy_code
        super().__init__()
        self.show(block)

    def show(self, block: CodeBlock) -> None:
        self.block = block
        self.shown_language = marked(block.language)
        lines = self.ids.lines
        parts = line_parts(block.code, most_code_lines(), longest_code_line(), MOST_CHARACTERS)
        while len(lines.children) > len(parts):
            lines.remove_widget(lines.children[0])
        while len(lines.children) < len(parts):
            lines.add_widget(CodeLabel())
        for label, part in zip(reversed(lines.children), parts, strict=True):
            label.text = marked_code(part)

    def copy(self) -> None:
        self._copy_code(self.block.code)
        self.copy_icon = COPIED
        Clock.schedule_once(self._thanked, SECONDS_OF_THANKS)

    def _thanked(self, _elapsed: float) -> None:
        self.copy_icon = COPY
