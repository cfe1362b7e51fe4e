"""Scrolls a conversation. At the end it stays at the end; anywhere else what is read stays put.

Rows come as values; the newest are built first, the others a few a frame, so that a long
conversation opens at once and never stops the window.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget
from kivymd.uix.button import MDIconButton
from kivymd.uix.relativelayout import MDRelativeLayout

from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.note_row import NoteRow

__all__ = ["Conversation", "NoteRow", "RowMaker"]

load_kv(__file__, "widget.kv")

SECONDS_A_FRAME = 0.008
NEAR_THE_END = 48
"""In dp: a finger's width from the end is the end."""


class ToEndButton(MDIconButton):
    """48 dp, over the rows."""

    def on_touch_down(self, touch: object) -> bool:
        """Hidden, it is not there: Kivy would let a disabled button swallow the touch."""
        return not self.disabled and super().on_touch_down(touch)


class RowMaker(Protocol):
    """Knows what a row is; the conversation only keeps them in order."""

    def make(self, row: Any) -> Widget: ...

    def show(self, widget: Widget, row: Any) -> None: ...

    def is_same(self, row: Any, drawn: Any) -> bool:
        """Whether the widget drawn for one can show the other."""
        ...


class Conversation(MDRelativeLayout):
    is_following = BooleanProperty(True)

    __events__ = ("on_older",)

    def __init__(self, **kwargs: object) -> None:
        self.maker: RowMaker | None = None
        self._rows: list[Any] = []
        self._widgets: list[Widget] = []
        self._anchor: tuple[Widget, float] | None = None
        self._is_settling = False
        self._build = Clock.create_trigger(self._build_some)
        self._settle = Clock.create_trigger(self._keep_place, -1)
        super().__init__(**kwargs)

    def on_kv_post(self, _base: Widget) -> None:
        self.ids.column.bind(height=self._settle)
        self.ids.rows.bind(height=self._settle)
        self.ids.scroll.bind(scroll_y=self._scrolled, height=self._settle)

    def on_older(self) -> None:
        """Fired when earlier rows are wanted."""

    def offer_older(self, *, is_offered: bool) -> None:
        self.ids.older.action_words = "Load older" if is_offered else ""

    def fill(self, rows: Sequence[Any]) -> None:
        """What is drawn and the same stays; the rest is built, the newest first."""
        start = self._start_in(rows)
        if start is None:
            self._clear()
            self.is_following, start = True, len(rows)
        drawn, wanted = self._rows[len(self._rows) - len(self._widgets) :], rows[start:]
        same = 0
        for row, old in zip(wanted, drawn, strict=False):
            if not self.maker.is_same(row, old):
                break
            if row != old:
                self.maker.show(self._widgets[same], row)
            same += 1
        for widget in self._widgets[same:]:
            self.ids.rows.remove_widget(widget)
        del self._widgets[same:]
        for row in wanted[same:]:
            self._widgets.append(self._new(row))
            self.ids.rows.add_widget(self._widgets[-1])
        self._rows = list(rows)
        self._build_some()

    def go_to_end(self) -> None:
        self.is_following = True
        self.ids.scroll.effect_y.velocity = 0
        self._keep_place()

    def _start_in(self, rows: Sequence[Any]) -> int | None:
        """Where the first built row is among the new ones; None when it is not there."""
        if not self._widgets:
            return None
        first = self._rows[len(self._rows) - len(self._widgets)]
        for number, row in enumerate(rows):
            if self.maker.is_same(row, first):
                return number
        return None

    def _clear(self) -> None:
        self.ids.rows.clear_widgets()
        self._widgets, self._rows, self._anchor = [], [], None

    def _new(self, row: Any) -> Widget:
        widget = self.maker.make(row)
        self.maker.show(widget, row)
        return widget

    def _build_some(self, _elapsed: float = 0.0) -> None:
        """Upwards from what is there, for a share of a frame."""
        end = perf_counter() + SECONDS_A_FRAME
        while len(self._widgets) < len(self._rows):
            row = self._rows[len(self._rows) - len(self._widgets) - 1]
            widget = self._new(row)
            self._widgets.insert(0, widget)
            self.ids.rows.add_widget(widget, index=len(self.ids.rows.children))
            if perf_counter() >= end:
                break
        if len(self._widgets) < len(self._rows):
            self._build()

    def _scrolled(self, *_change: object) -> None:
        if self._is_settling:
            return
        room = self._room()
        self.is_following = room <= 0 or self.ids.scroll.scroll_y * room <= dp(NEAR_THE_END)
        self._anchor = None if self.is_following else self._first_in_sight()

    def _keep_place(self, *_event: object) -> None:
        room = self._room()
        self._is_settling = True
        if self.is_following or room <= 0:
            self.ids.scroll.scroll_y = 0 if room > 0 else 1
        elif self._anchor is not None and self._anchor[0].parent is not None:
            widget, below_top = self._anchor
            place = 1 - (self.ids.column.top - widget.top - below_top) / room
            self.ids.scroll.scroll_y = max(0.0, min(1.0, place))
        self._is_settling = False

    def _first_in_sight(self) -> tuple[Widget, float] | None:
        """The topmost row that is seen, and how far below the top of the view it begins."""
        top = (1 - self.ids.scroll.scroll_y) * self._room()
        for widget in self._widgets:
            if self.ids.column.top - widget.y > top:
                return widget, self.ids.column.top - widget.top - top
        return None

    def _room(self) -> float:
        return self.ids.column.height - self.ids.scroll.height
