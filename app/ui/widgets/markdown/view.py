"""Markdown as a column of blocks. Set `text` again and again while it grows: blocks that are as
before keep their widgets, so an update costs what the last block costs.
"""

from kivy.core.clipboard import Clipboard
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.ui.widgets.markdown.block_row import BlockRow, Events
from app.ui.widgets.markdown.block_values import Blocks, PlacedBlock
from app.ui.widgets.markdown.markdown_blocks import GrowingBlocks, blocks_of
from app.ui.widgets.markdown.text_block import TextBlock


class MarkdownView(BoxLayout):
    """`is_growing` closes what is half open at the end and shows where words are coming."""

    text = StringProperty()
    is_growing = BooleanProperty(False)

    __events__ = ("on_link", "on_copy_code")

    def __init__(self, **properties: object) -> None:
        self._rows: list[BlockRow] = []
        self._grown = GrowingBlocks()
        self._events = Events(
            open_link=lambda address: self.dispatch("on_link", address),
            copy_code=lambda code: self.dispatch("on_copy_code", code),
        )
        super().__init__(**properties)
        self.bind(text=self._read, is_growing=self._read, width=self._fit)
        self._read()

    def on_link(self, address: str) -> None:
        """Fired with the address of a tapped link; opening it is the screen's business."""

    def on_copy_code(self, code: str) -> None:
        """Fired when a code block's button is tapped; the code is in the clipboard then."""
        Clipboard.copy(code)

    def _read(self, *_change: object) -> None:
        if self.is_growing:
            self._grown = self._grown.grown_to(self.text)
            self._draw(self._grown.blocks)
        else:
            self._grown = GrowingBlocks()
            self._draw(blocks_of(self.text))
        for row in self._rows:
            if isinstance(row.content, TextBlock):
                row.content.has_cursor = self.is_growing and row is self._rows[-1]

    def _draw(self, blocks: Blocks) -> None:
        same = 0
        for row, placed in zip(self._rows, blocks, strict=False):
            if not row.can_show(placed):
                break
            row.show(placed)
            same += 1
        for row in self._rows[same:]:
            self.remove_widget(row)
        del self._rows[same:]
        for number in range(same, len(blocks)):
            self._add(blocks[number], blocks[number - 1] if number else None)

    def _add(self, placed: PlacedBlock, above: PlacedBlock | None) -> None:
        row = BlockRow(placed, above, self._events)
        row.width = self.width
        self._rows.append(row)
        self.add_widget(row)

    def _fit(self, *_change: object) -> None:
        for row in self._rows:
            row.width = self.width
