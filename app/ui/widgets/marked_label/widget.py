"""A label whose marked pieces stand on a coloured ground. Shows every script."""

from collections.abc import Sequence

from kivy.graphics import Color, RoundedRectangle
from kivy.metrics import dp
from kivy.properties import ColorProperty
from kivymd.uix.label import MDLabel

from app.memory.text.word_diff import Piece
from app.ui.theme.fonts import marked
from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


class MarkedLabel(MDLabel):
    ground = ColorProperty([0, 0, 0, 0])

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(
            texture_size=self._paint,
            texture=self._paint,
            pos=self._paint,
            size=self._paint,
            ground=self._paint,
        )

    def show(self, pieces: Sequence[Piece]) -> None:
        # Kivy's markup has no background; it does say where a reference was drawn.
        self.text = "".join(
            f"[ref=mark]{marked(piece.text)}[/ref]" if piece.is_changed else marked(piece.text)
            for piece in pieces
        )

    def _paint(self, *_event: object) -> None:
        self.canvas.before.remove_group("marks")
        left = self.center_x - self.texture_size[0] / 2
        top = self.center_y + self.texture_size[1] / 2
        with self.canvas.before:
            for boxes in self.refs.values():
                for x1, y1, x2, y2 in boxes:
                    # The room between two lines is part of the upper one's box.
                    height = (y2 - y1) / self.line_height
                    Color(rgba=self.ground, group="marks")
                    RoundedRectangle(
                        pos=(left + x1 - dp(2), top - y1 - height),
                        size=(x2 - x1 + dp(4), height),
                        radius=[dp(4)] * 4,
                        group="marks",
                    )
