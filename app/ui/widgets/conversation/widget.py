"""Scrolls a conversation. At the end it stays at the end; anywhere else what is read stays put.

Rows come as values; the newest are built first, those above as somebody comes near them, a few a
frame, so that a long conversation opens at once and never stops the window. A row that is far from
what is seen gives its widget to another and leaves its place empty.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
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
from app.ui.widgets.row_stack import Place, RowStack

__all__ = ["Conversation", "NoteRow", "RowMaker", "RowStack"]

load_kv(__file__, "widget.kv")

SECONDS_A_FRAME = 0.008
SCREENS_AHEAD = 3
"""So far from what is seen, rows are ready."""
SCREENS_KEPT = 5
"""So far they stay."""
MOST_SPARE = 40
"""Of each kind: more than one conversation shows at a time."""
NOISE = 1e-6
"""Kivy works the place out anew when rows come, a hair beside what it was: nobody scrolled."""
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

    def kind_of(self, row: Any) -> Hashable:
        """A widget made for one row can show any other of its kind."""
        ...

    def is_same(self, row: Any, drawn: Any) -> bool:
        """Whether the widget drawn for one is to show the other."""
        ...


class Conversation(MDRelativeLayout):
    is_following = BooleanProperty(True)

    __events__ = ("on_older",)

    def __init__(self, **kwargs: object) -> None:
        self.maker: RowMaker | None = None
        self._rows: list[Any] = []
        self._spare: dict[Hashable, list[Widget]] = defaultdict(list)
        self._anchor: tuple[Place, float] | None = None
        self._is_settling = False
        self._has_older = False
        self._known_place = 0.0
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
        self._has_older = is_offered
        self._offer_older()

    def _offer_older(self) -> None:
        is_offered = self._has_older and not self._not_placed()
        self.ids.older.action_words = "Load older" if is_offered else ""

    def fill(self, rows: Sequence[Any]) -> None:
        """What is drawn and the same stays; the rest is built, the newest first."""
        start = self._start_in(rows)
        if start is None:
            self._clear()
            self.is_following, start = True, len(rows)
        stack = self.ids.rows
        drawn, wanted = self._rows[len(self._rows) - len(stack.places) :], rows[start:]
        same = 0
        for row, old in zip(wanted, drawn, strict=False):
            if not self.maker.is_same(row, old):
                break
            if row != old and stack.places[same].row is not None:
                self.maker.show(stack.places[same].row, row)
            same += 1
        self._cut_after(same)
        for row in wanted[same:]:
            stack.add_below(self._new(row))
        self._rows = list(rows)
        self._build_some()

    def go_to_end(self) -> None:
        self.is_following = True
        self.ids.scroll.effect_y.velocity = 0
        self._keep_place()

    def _start_in(self, rows: Sequence[Any]) -> int | None:
        """Where the first placed row is among the new ones; None when it is not there."""
        placed = len(self.ids.rows.places)
        if not placed:
            return None
        first = self._rows[len(self._rows) - placed]
        for number, row in enumerate(rows):
            if self.maker.is_same(row, first):
                return number
        return None

    def _clear(self) -> None:
        self._cut_after(0)
        self._rows, self._anchor = [], None

    def _cut_after(self, count: int) -> None:
        for place in self.ids.rows.places[count:]:
            if place.row is not None:
                self._put_by(place)
        self.ids.rows.cut_after(count)
        if self._anchor is not None and self._anchor[0] not in self.ids.rows.places:
            self._anchor = None

    def _put_by(self, place: Place) -> None:
        """For another row of its kind: a widget costs more to throw away than to keep, since only
        the collector of garbage can do it.
        """
        spare = self._spare[self.maker.kind_of(self._row_at(place))]
        widget = self.ids.rows.take_out(place)
        if len(spare) < MOST_SPARE:
            spare.append(widget)

    def _row_at(self, place: Place) -> Any:
        return self._rows[self._not_placed() + self.ids.rows.places.index(place)]

    def _new(self, row: Any) -> Widget:
        spare = self._spare[self.maker.kind_of(row)]
        widget = spare.pop() if spare else self.maker.make(row)
        self.maker.show(widget, row)
        return widget

    def _build_some(self, _elapsed: float = 0.0) -> None:
        """For a share of a frame: what is near and has no widget yet, then upwards from there."""
        end = perf_counter() + SECONDS_A_FRAME
        stack = self.ids.rows
        for place in self._empty_places():
            stack.put_in(place, self._new(self._row_at(place)))
            if perf_counter() >= end:
                self._build()
                break
        while (missing := self._not_placed()) and self._is_near_the_top():
            stack.add_above(self._new(self._rows[missing - 1]))
            if perf_counter() >= end:
                self._build()
                break
        self._let_go_of_the_far()
        self._keep_place()
        self._offer_older()

    def _empty_places(self) -> list[Place]:
        """Of those that are near. What is seen comes first."""
        middle = self._seen_from() + self.ids.scroll.height / 2
        empty = [place for place in self._within(SCREENS_AHEAD) if place.row is None]
        return sorted(empty, key=lambda place: abs(self.ids.rows.below_top(place) - middle))

    def _let_go_of_the_far(self) -> None:
        stack = self.ids.rows
        kept = set(self._within(SCREENS_KEPT))
        for place in stack.places:
            if place.row is not None and place not in kept:
                self._put_by(place)

    def _within(self, screens: float) -> Iterator[Place]:
        """So far above and below what is seen."""
        seen, height = self._seen_from(), self.ids.scroll.height
        return self.ids.rows.between(seen - screens * height, seen + (1 + screens) * height)

    def _not_placed(self) -> int:
        return len(self._rows) - len(self.ids.rows.places)

    def _is_near_the_top(self) -> bool:
        return self._seen_from() < SCREENS_AHEAD * self.ids.scroll.height

    def _scrolled(self, *_change: object) -> None:
        moved = abs(self.ids.scroll.scroll_y - self._known_place)
        if self._is_settling or moved < NOISE:
            return
        self._known_place = self.ids.scroll.scroll_y
        room = self._room()
        self.is_following = room <= 0 or self.ids.scroll.scroll_y * room <= dp(NEAR_THE_END)
        self._anchor = None if self.is_following else self._first_in_sight()
        self._tell_what_is_seen()

    def _keep_place(self, *_event: object) -> None:
        room = self._room()
        self._is_settling = True
        if self.is_following or room <= 0:
            self.ids.scroll.scroll_y = 0 if room > 0 else 1
        elif self._anchor is not None:
            place, below_view = self._anchor
            depth = self._stack_top() + self.ids.rows.below_top(place) - below_view
            self.ids.scroll.scroll_y = max(0.0, min(1.0, 1 - depth / room))
        self._known_place = self.ids.scroll.scroll_y
        self._is_settling = False
        self._tell_what_is_seen()

    def _first_in_sight(self) -> tuple[Place, float] | None:
        """The topmost place that is seen, and how far below the top of the view it begins."""
        seen_from = self._seen_from()
        place = self.ids.rows.first_below(seen_from)
        return None if place is None else (place, self.ids.rows.below_top(place) - seen_from)

    def _tell_what_is_seen(self) -> None:
        self.ids.rows.look_at(self._seen_from(), self.ids.scroll.height)
        is_wanting = self._not_placed() and self._is_near_the_top()
        if is_wanting or self._empty_places():
            self._build()

    def _seen_from(self) -> float:
        """How far below the top of the rows the view begins."""
        return (1 - self.ids.scroll.scroll_y) * self._room() - self._stack_top()

    def _stack_top(self) -> float:
        """Below that of the column."""
        return self.ids.column.top - self.ids.rows.top

    def _room(self) -> float:
        return self.ids.column.height - self.ids.scroll.height
