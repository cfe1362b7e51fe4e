"""Labels that the blocks consist of, and how much text one of them may hold."""

from kivy.metrics import Metrics
from kivy.uix.label import Label
from kivymd.theming import ThemableBehavior

from app.ui.theme.fonts import BODY_FONT, CODE_FONT, marked_body, marked_code
from app.ui.theme.line_layout import laid_out, needs_layout
from app.ui.theme.right_to_left import starts_right_to_left
from app.ui.theme.text_width import text_width
from app.ui.widgets.markdown.block_values import Span, Spans, Style
from app.ui.widgets.markdown.inline_spans import plain_text
from app.ui.widgets.markdown.span_markup import Look

LARGEST_TEXTURE = 4096
"""What every graphics chip since OpenGL ES 3 can hold; a label beyond it is drawn black."""
MOST_CHARACTERS = 1500
MOST_LINES = 40
LINE_TO_FONT = 1.5
CODE_WIDTH_TO_FONT = 0.65


class ThemedLabel(ThemableBehavior, Label):
    """Text in a theme colour, as high as its words. Bound here and not in a .kv file, which makes
    it twice as quick to build: a conversation has hundreds.
    """

    colour_name = "onSurfaceColor"
    font = BODY_FONT
    size_in_sp = 15
    line_spacing = 1.24

    def __init__(self, **properties: object) -> None:
        usual = {
            "markup": True,
            "size_hint": (None, None),
            "height": 0,
            "font_name": self.font,
            "font_size": f"{self.size_in_sp}sp",
            "line_height": self.line_spacing,
        }
        super().__init__(**(usual | properties))
        self.bind(texture_size=self._take_height)
        self.theme_cls.dresses(self)
        self.dress()

    def _take_height(self, _label: object, size: tuple[float, float]) -> None:
        self.height = size[1]

    def dress(self) -> None:
        self.color = getattr(self.theme_cls, self.colour_name)


class RichLabel(ThemedLabel):
    """As wide as it is told: the words wrap."""

    def on_width(self, _label: object, width: float) -> None:
        self.text_size = (width, None)

    def broken(self, spans: Spans) -> Spans:
        """Lines broken and ordered here, where Kivy cannot: see `line_layout`."""
        text = plain_text(spans)
        if not needs_layout(text):
            return spans
        self.halign = "right" if starts_right_to_left(text) else self.halign
        room = self.width - self.padding[0] - self.padding[2] - 1
        pieces = laid_out([(span.text, span.style) for span in spans], self.width_of, room)
        return tuple(Span(words, style) for words, style in pieces)

    def width_of(self, text: str, style: Style) -> float:
        return text_width(
            text,
            CODE_FONT if style.is_code else self.font,
            self.font_size,
            is_bold=style.is_bold or self.bold,
            is_italic=style.is_italic,
            is_code=style.is_code,
        )


class CodeLabel(ThemedLabel):
    """Lines of code: never wrapped, as wide as the longest."""

    font = CODE_FONT
    size_in_sp = 13
    line_spacing = 1.28

    def _take_height(self, _label: object, size: tuple[float, float]) -> None:
        self.size = size


def most_characters(width: float, font_size: float) -> int:
    """How much one label may hold at this width, even if every character is as wide as high."""
    lines = LARGEST_TEXTURE // (font_size * LINE_TO_FONT)
    return int(max(40, min(MOST_CHARACTERS, lines * (width // font_size))))


def longest_code_line() -> int:
    return int(LARGEST_TEXTURE // (13 * Metrics.sp * CODE_WIDTH_TO_FONT))


def most_code_lines() -> int:
    return int(min(MOST_LINES, LARGEST_TEXTURE // (13 * Metrics.sp * LINE_TO_FONT)))


def look_of(label: ThemableBehavior) -> Look:
    return Look(_hex(label.theme_cls.primaryColor), CODE_FONT, marked_body, marked_code)


def _hex(colour: list[float]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour[:3])
