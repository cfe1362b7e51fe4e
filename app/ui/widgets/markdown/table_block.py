"""A table: columns as wide as their words need, spread over the width, or moved sideways."""

from collections.abc import Callable, Sequence
from itertools import zip_longest

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivymd.theming import ThemableBehavior

from app.ui.widgets.markdown.block_values import Alignment, Spans, Table
from app.ui.widgets.markdown.code_card import SidewaysScroll
from app.ui.widgets.markdown.rich_label import look_of
from app.ui.widgets.markdown.span_markup import Look
from app.ui.widgets.markdown.text_block import LinkLabel

WIDEST_COLUMN = 240
NARROWEST_COLUMN = 32


class TableCell(LinkLabel):
    """`natural` is how wide the words are when nothing makes them wrap."""

    size_in_sp = 14

    def __init__(self, spans: Spans, **properties: object) -> None:
        super().__init__(padding=(dp(6), dp(9)), pos_hint={"top": 1}, **properties)
        self._spans = spans
        words = sum(self.width_of(span.text, span.style) for span in spans)
        self.natural = words + self.padding[0] + self.padding[2]

    def take(self, width: float, look: Look) -> None:
        self.width = width
        self.fill(self._spans, look)


class TableRow(ThemableBehavior, BoxLayout):
    """One row with a line under it."""


class TableBlock(SidewaysScroll):
    def __init__(self, block: Table, open_link: Callable[[str], None]) -> None:
        self.block = Table((), ())
        self._open_link = open_link
        super().__init__()
        self.show(block)
        self.bind(width=self._fit)
        self.theme_cls.dresses(self)

    def dress(self) -> None:
        self._fit()

    def show(self, block: Table) -> None:
        """Rows that are as before keep their widgets; only new ones are measured."""
        rows, before = self.ids.rows, self.block
        has_same_columns = block.alignments == before.alignments
        for widget in rows.children[: max(len(before.rows) - len(block.rows), 0)]:
            rows.remove_widget(widget)
        for number, (row, old) in enumerate(zip_longest(block.rows, before.rows)):
            if row is None or (row == old and has_same_columns):
                continue
            if old is None:
                rows.add_widget(TableRow())
            self._fill(rows.children[-1 - number], row, block.alignments, is_heading=not number)
        self.block = block
        self._fit()

    def _fill(
        self,
        widget: TableRow,
        row: Sequence[Spans],
        alignments: Sequence[Alignment],
        *,
        is_heading: bool,
    ) -> None:
        widget.clear_widgets()
        for spans, alignment in zip(row, alignments, strict=False):
            cell = TableCell(spans, halign=alignment.value, bold=is_heading)
            cell.bind(on_ref_press=self._pressed)
            widget.add_widget(cell)

    def _fit(self, *_change: object) -> None:
        rows, look = self.ids.rows, look_of(self)
        cells = [list(reversed(row.children)) for row in rows.children]
        columns = list(zip_longest(*cells))
        wanted = [_column_width([cell.natural for cell in column if cell]) for column in columns]
        stretch = max(self.width / max(sum(wanted), 1), 1)
        for column, width in zip(columns, wanted, strict=True):
            for cell in column:
                if cell:
                    cell.take(width * stretch, look)
        rows.width = sum(wanted) * stretch
        for row in rows.children:
            row.width = rows.width

    def _pressed(self, cell: TableCell, reference: str) -> None:
        self._open_link(cell.links[int(reference)])


def _column_width(naturals: list[float]) -> float:
    return max(dp(NARROWEST_COLUMN), min(max(naturals, default=0) + 1, dp(WIDEST_COLUMN)))
