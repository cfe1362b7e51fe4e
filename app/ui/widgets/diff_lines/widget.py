"""Lines of a diff, a screenful at a time: a long one must not stop the window."""

from collections.abc import Sequence

from kivy.properties import OptionProperty, StringProperty
from kivy.utils import get_color_from_hex
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
    kind = OptionProperty(LineKind.SAME, options=list(LineKind))

    def ground(self) -> list[float]:
        colours = signals(self.theme_cls.theme_style)
        grounds = {LineKind.ADDED: colours.added, LineKind.REMOVED: colours.removed}
        return get_color_from_hex(grounds.get(self.kind, "#00000000"))

    def ink(self) -> list[float]:
        colours = signals(self.theme_cls.theme_style)
        inks = {LineKind.ADDED: colours.on_added, LineKind.REMOVED: colours.on_removed}
        ink = inks.get(self.kind)
        return get_color_from_hex(ink) if ink else self.theme_cls.onSurfaceColor


class DiffLines(MDBoxLayout):
    def show(self, lines: Sequence[DiffLine]) -> None:
        self.clear_widgets()
        self._add(tuple(lines))

    def _add(self, lines: tuple[DiffLine, ...]) -> None:
        for line in lines[:LINES_AT_ONCE]:
            view = DiffLineView(kind=line.kind, sign=SIGNS[line.kind], markup=_markup(line))
            self.add_widget(view)
        rest = lines[LINES_AT_ONCE:]
        if rest:
            more = PushButton(text=f"Show {len(rest)} more lines")
            more.bind(on_release=lambda _: self._go_on(more, rest))
            self.add_widget(more)

    def _go_on(self, button: PushButton, rest: tuple[DiffLine, ...]) -> None:
        self.remove_widget(button)
        self._add(rest)


def _markup(line: DiffLine) -> str:
    if line.kind is LineKind.GAP:
        return "…"
    return "".join(_piece(piece) for piece in line.pieces) or " "


def _piece(piece: Piece) -> str:
    text = marked_code(piece.text[:LONGEST_LINE])
    return f"[b][u]{text}[/u][/b]" if piece.is_changed and piece.text.strip() else text
