"""Labels that the blocks consist of, and how much text one of them may hold."""

from kivy.metrics import Metrics
from kivy.uix.label import Label
from kivymd.theming import ThemableBehavior

from app.ui.theme.fonts import CODE_FONT, marked, marked_code
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.markdown.span_markup import Look

load_kv(__file__, "markdown.kv")

LARGEST_TEXTURE = 4096
"""What every graphics chip since OpenGL ES 3 can hold; a label beyond it is drawn black."""
MOST_CHARACTERS = 1500
MOST_LINES = 40
LINE_TO_FONT = 1.5
CODE_WIDTH_TO_FONT = 0.65


class ThemedLabel(ThemableBehavior, Label):
    """A plain Kivy label in theme colours. MDLabel brings ripples and states that text has no use
    for, and costs several times as much to build.
    """


class RichLabel(ThemedLabel):
    """As wide as it is told, as high as its words."""


class CodeLabel(ThemedLabel):
    """Lines of code: never wrapped, as wide as the longest."""


def most_characters(width: float, font_size: float) -> int:
    """How much one label may hold at this width, even if every character is as wide as high."""
    lines = LARGEST_TEXTURE // (font_size * LINE_TO_FONT)
    return int(max(40, min(MOST_CHARACTERS, lines * (width // font_size))))


def longest_code_line() -> int:
    return int(LARGEST_TEXTURE // (13 * Metrics.sp * CODE_WIDTH_TO_FONT))


def most_code_lines() -> int:
    return int(min(MOST_LINES, LARGEST_TEXTURE // (13 * Metrics.sp * LINE_TO_FONT)))


def look_of(label: ThemableBehavior) -> Look:
    return Look(_hex(label.theme_cls.primaryColor), CODE_FONT, marked, marked_code)


def _hex(colour: list[float]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour[:3])
