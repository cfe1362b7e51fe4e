"""Lines of a diff, a screenful at a time: a long one must not stop the window."""

from collections.abc import Sequence

from kivy.properties import ColorProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.memory.text.word_diff import DiffLine, LineKind, Piece
from app.ui.theme.fonts import marked_code
from app.ui.theme.signal_colours import signals
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.push_button import PushButton

load_kv(__file__, "widget.kv")

LINES_AT_ONCE = 80
LONGEST_LINE = 1_000
SIGNS = {
    LineKind.ADDED: "+",
    LineKind.REMOVED: "−",
    LineKind.SAME: "",
    LineKind.GAP: "",
}


class DiffLineView(MDBoxLayout):
    sign = StringProperty()
    markup = StringProperty()
    ground = ColorProperty([0, 0, 0, 0])
    ink = ColorProperty([0, 0, 0, 1])

    def paint(self, ground: str | None, ink: str | None) -> None:
        """None: as plain text."""
        self.ground = ground or [0, 0, 0, 0]
        self.ink = ink or self.theme_cls.onSurfaceColor


class DiffLines(MDBoxLayout):
    def show(self, lines: Sequence[DiffLine]) -> None:
        self.clear_widgets()
        self._add(tuple(lines))

    def _add(self, lines: tuple[DiffLine, ...]) -> None:
        for line in lines[:LINES_AT_ONCE]:
            self.add_widget(_view(line, self.theme_cls.theme_style))
        rest = lines[LINES_AT_ONCE:]
        if rest:
            more = PushButton(text=f"Show {len(rest)} more lines")
            more.bind(on_release=lambda _: self._go_on(more, rest))
            self.add_widget(more)

    def _go_on(self, button: PushButton, rest: tuple[DiffLine, ...]) -> None:
        self.remove_widget(button)
        self._add(rest)


def _view(line: DiffLine, theme_style: str) -> DiffLineView:
    view = DiffLineView(sign=SIGNS[line.kind], markup=_markup(line))
    colours = signals(theme_style)
    match line.kind:
        case LineKind.ADDED:
            view.paint(colours.added, colours.on_added)
        case LineKind.REMOVED:
            view.paint(colours.removed, colours.on_removed)
        case LineKind.SAME | LineKind.GAP:
            view.paint(None, None)
    return view


def _markup(line: DiffLine) -> str:
    if line.kind is LineKind.GAP:
        return "…"
    return "".join(_piece(piece) for piece in line.pieces) or " "


def _piece(piece: Piece) -> str:
    text = marked_code(piece.text[:LONGEST_LINE])
    return f"[b][u]{text}[/u][/b]" if piece.is_changed and piece.text.strip() else text
