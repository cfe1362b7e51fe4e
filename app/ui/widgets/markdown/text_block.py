"""Paragraphs and headings: one label, or several that follow each other without a gap."""

from collections.abc import Callable

from kivy.app import App
from kivy.metrics import Metrics
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivymd.theming import ThemableBehavior

from app.ui.widgets.markdown.block_values import Heading, Paragraph, Spans
from app.ui.widgets.markdown.rich_label import RichLabel, look_of, most_characters
from app.ui.widgets.markdown.span_markup import Look, mark_spans
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
        self.theme_cls.dresses(self)

    def dress(self) -> None:
        self._draw()

    def show(self, block: Paragraph | Heading) -> None:
        self.block = block
        self._draw()

    def _draw(self, *_change: object) -> None:
        if App.get_running_app() is None:
            # The window is closing: a last layout may still ask, and labels need an app.
            return
        limit = most_characters(self.width, _font_size(self.block) * Metrics.sp)
        parts = span_parts(self.block.spans, limit)
        self._have_labels(len(parts))
        look = look_of(self)
        for label, spans in zip(reversed(self.children), parts, strict=True):
            label.width = self.width
            label.fill(spans, look, has_cursor=self.has_cursor and label is self.children[0])

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
    _filled: tuple[Spans, Look, bool, float] | None = None

    def fill(self, spans: Spans, look: Look, *, has_cursor: bool = False) -> None:
        """Of a long text that grows only the last part is new; the others cost a comparison."""
        wanted = (spans, look, has_cursor, self.width)
        if self._filled == wanted:
            return
        self._filled = wanted
        found = mark_spans(self.broken(spans), look)
        self.links = found.links
        cursor = f"[color={look.accent}]{look.marked(CURSOR)}[/color]" if has_cursor else ""
        # Without a character a label has no height, and an empty list item has one.
        self.text = found.markup + cursor or " "


def _font_size(block: Paragraph | Heading) -> int:
    return HEADING_SIZES[block.level - 1] if isinstance(block, Heading) else BODY_SIZE
