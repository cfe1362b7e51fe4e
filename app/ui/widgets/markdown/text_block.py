"""Paragraphs and headings: one label, or several that follow each other without a gap."""

from collections.abc import Callable

from kivy.metrics import Metrics
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivymd.theming import ThemableBehavior

from app.ui.theme.fonts import marked
from app.ui.widgets.markdown.block_values import Heading, Paragraph
from app.ui.widgets.markdown.rich_label import RichLabel, look_of, most_characters
from app.ui.widgets.markdown.span_markup import mark_spans
from app.ui.widgets.markdown.text_parts import span_parts

BODY_SIZE = 15
HEADING_SIZES = (22, 20, 18, 16, 15, 15)
CURSOR = "▌"


class TextBlock(ThemableBehavior, BoxLayout):
    """`has_cursor` marks the place where words are still coming."""

    has_cursor = BooleanProperty(False)

    def __init__(self, block: Paragraph | Heading, open_link: Callable[[str], None]) -> None:
        self.block = block
        self._open_link = open_link
        super().__init__()
        self.bind(width=self._draw, has_cursor=self._draw)
        self.theme_cls.bind(primaryColor=self._draw)

    def show(self, block: Paragraph | Heading) -> None:
        self.block = block
        self._draw()

    def _draw(self, *_change: object) -> None:
        size = _font_size(self.block)
        limit = most_characters(self.width, size * Metrics.sp)
        look = look_of(self)
        parts = span_parts(self.block.spans, limit)
        self._have_labels(len(parts))
        for label, spans in zip(reversed(self.children), parts, strict=True):
            found = mark_spans(spans, look)
            label.links = found.links
            label.width = self.width
            # Without a character a label has no height, and an empty list item has one.
            label.text = found.markup or " "
        if self.has_cursor:
            self.children[0].text += f"[color={look.accent}]{marked(CURSOR)}[/color]"

    def _have_labels(self, count: int) -> None:
        while len(self.children) > count:
            self.remove_widget(self.children[0])
        while len(self.children) < count:
            is_heading = isinstance(self.block, Heading)
            label = LinkLabel(font_size=f"{_font_size(self.block)}sp", bold=is_heading)
            label.bind(on_ref_press=self._pressed)
            self.add_widget(label)

    def _pressed(self, label: "LinkLabel", reference: str) -> None:
        self._open_link(label.links[int(reference)])


class LinkLabel(RichLabel):
    """Knows the addresses that its markup names by number."""

    links: tuple[str, ...] = ()


def _font_size(block: Paragraph | Heading) -> int:
    return HEADING_SIZES[block.level - 1] if isinstance(block, Heading) else BODY_SIZE
