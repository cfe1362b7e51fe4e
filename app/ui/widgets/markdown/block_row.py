"""One block where it stands: indented by its lists, barred by its quotations, with its marker."""

from collections.abc import Callable
from dataclasses import dataclass

from kivy.graphics import Color, Rectangle
from kivy.metrics import Metrics, dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivymd.icon_definitions import md_icons
from kivymd.theming import ThemableBehavior

from app.ui.theme.fonts import marked
from app.ui.widgets.markdown.block_values import (
    Block,
    Bullet,
    CodeBlock,
    Container,
    Heading,
    Marker,
    Number,
    Paragraph,
    Place,
    PlacedBlock,
    Rule,
    Table,
    Task,
)
from app.ui.widgets.markdown.code_card import CodeCard
from app.ui.widgets.markdown.rich_label import RichLabel
from app.ui.widgets.markdown.table_block import TableBlock
from app.ui.widgets.markdown.text_block import TextBlock

INDENTS = {Container.BULLETS: 20, Container.NUMBERS: 26, Container.QUOTE: 14}
BULLETS = ("•", "◦", "▪")
BAR_WIDTH = 3


@dataclass(frozen=True, slots=True)
class Events:
    open_link: Callable[[str], None]
    copy_code: Callable[[str], None]


class RuleBlock(ThemableBehavior, Widget):
    """A line across."""

    def __init__(self, block: Rule) -> None:
        self.block = block
        super().__init__()

    def show(self, block: Rule) -> None:
        self.block = block


BlockWidget = TextBlock | CodeCard | TableBlock | RuleBlock


class BlockRow(ThemableBehavior, BoxLayout):
    """Its place never changes; what stands in it may, as long as it stays of one kind."""

    def __init__(self, placed: PlacedBlock, above: PlacedBlock | None, events: Events) -> None:
        self.placed = placed
        super().__init__(padding=(0, _gap(placed, above), 0, 0))
        self.content = _widget(placed.block, events)
        self._indent = Widget(size_hint=(None, 1), width=_indent(placed.place.containers))
        self.add_widget(self._indent)
        self.add_widget(self.content)
        self.marker = self._add_marker(placed.place.marker)
        self._bars = self._add_bars(placed.place, above)
        self.bind(width=self._fit, pos=self._draw_bars, size=self._draw_bars)
        if self._bars:
            self.theme_cls.dresses(self)
        self._fit()

    def can_show(self, placed: PlacedBlock) -> bool:
        return placed.place == self.placed.place and type(placed.block) is type(self.placed.block)

    def show(self, placed: PlacedBlock) -> None:
        if placed != self.placed:
            self.placed = placed
            self.content.show(placed.block)

    def _fit(self, *_change: object) -> None:
        self.content.width = max(self.width - self._indent.width, dp(32))

    def _add_marker(self, marker: Marker | None) -> RichLabel | None:
        if marker is None:
            return None
        label = RichLabel(text=_sign(marker), halign=_side(marker), bold=isinstance(marker, Bullet))
        inner = dp(INDENTS[self.placed.place.containers[-1]]) * _scale()
        label.width = inner - dp(6)
        self._indent.add_widget(label)
        self._indent.bind(pos=self._place_marker, size=self._place_marker)
        label.bind(size=self._place_marker)
        return label

    def _place_marker(self, *_change: object) -> None:
        if self.marker is not None:
            # `top` and `right` may still be those of before while `pos` is being told.
            right, top = self._indent.x + self._indent.width, self._indent.y + self._indent.height
            self.marker.pos = (right - dp(6) - self.marker.width, top - self.marker.height)

    def _add_bars(self, place: Place, above: PlacedBlock | None) -> list["_Bar"]:
        bars: list[_Bar] = []
        around = above.place.containers if above else ()
        with self.canvas.before:
            for depth, container in enumerate(place.containers):
                if container is Container.QUOTE:
                    goes_on = around[: depth + 1] == place.containers[: depth + 1]
                    offset = _indent(place.containers[:depth])
                    bars.append(
                        _Bar(offset, 0 if goes_on else self.padding[1], Color(), Rectangle())
                    )
        return bars

    def dress(self) -> None:
        self._draw_bars()

    def _draw_bars(self, *_change: object) -> None:
        for bar in self._bars:
            bar.colour.rgba = self.theme_cls.outlineVariantColor
            bar.shape.pos = (self.x + bar.offset, self.y)
            bar.shape.size = (dp(BAR_WIDTH), self.height - bar.space_above)


@dataclass(frozen=True, slots=True)
class _Bar:
    """The line beside a quotation; it runs on through the gaps between its blocks."""

    offset: float
    space_above: float
    colour: Color
    shape: Rectangle


def _widget(block: Block, events: Events) -> BlockWidget:
    match block:
        case Paragraph() | Heading():
            return TextBlock(block, events.open_link)
        case CodeBlock():
            return CodeCard(block, events.copy_code)
        case Table():
            return TableBlock(block, events.open_link)
        case Rule():
            return RuleBlock(block)


def _sign(marker: Marker) -> str:
    match marker:
        case Bullet(depth):
            return marked(BULLETS[min(depth, len(BULLETS)) - 1])
        case Number(value):
            return f"{value}."
        case Task(is_done):
            icon = "checkbox-marked" if is_done else "checkbox-blank-outline"
            return f"[font=Icons]{md_icons[icon]}[/font]"


def _side(marker: Marker) -> str:
    match marker:
        case Bullet():
            return "center"
        case Number():
            return "right"
        case Task():
            return "left"


def _indent(containers: tuple[Container, ...]) -> float:
    return sum(dp(INDENTS[container]) * _scale() for container in containers)


def _scale() -> float:
    """Signs grow with the words, so their columns do."""
    return max(Metrics.fontscale, 1.0)


def _gap(placed: PlacedBlock, above: PlacedBlock | None) -> float:
    if above is None:
        return 0
    if isinstance(placed.block, Heading):
        return dp(16)
    if placed.place.is_tight and above.place.is_tight:
        return dp(2)
    if isinstance(above.block, Heading):
        return dp(4)
    return dp(10)
