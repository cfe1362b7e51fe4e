"""Rows one below the other, made for hundreds of them that come at either end and change in height.

A row keeps its place: what comes above or below, or grows at an end, moves none of the others, and
the whole is moved by one number. The widget of a place may be taken out and put in again; only
those near what is seen are drawn.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget


@dataclass(slots=True, eq=False)
class Place:
    """`low` is its lower edge, counted from a line that never moves. Without a row it is as high as
    its last one was.
    """

    low: float
    height: float
    row: Widget | None


class RowStack(Widget):
    """`side`: the room left and right of the rows. `ends`: above the first and below the last."""

    side = NumericProperty(0)
    ends = NumericProperty(0)
    gap = NumericProperty(0)

    def __init__(self, **properties: object) -> None:
        self._places: list[Place] = []
        self._place_of: dict[Widget, Place] = {}
        self._drawn: set[Widget] = set()
        self._high = self._low = 0.0
        self._seen = (0.0, 0.0)
        self._look = Clock.create_trigger(self._draw_what_is_near, -1)
        super().__init__(size_hint_y=None, **properties)
        with self.canvas.before:
            PushMatrix()
            self._shift = Translate()
        with self.canvas.after:
            PopMatrix()
        self.bind(pos=self._move, width=self._fit, side=self._fit, ends=self._measure)
        self._measure()

    @property
    def places(self) -> Sequence[Place]:
        """From the top."""
        return self._places

    @property
    def rows(self) -> list[Widget]:
        """Those that are there, from the top."""
        return [place.row for place in self._places if place.row is not None]

    def add_above(self, row: Widget) -> None:
        if self._places:
            self._high += self.gap
        self._places.insert(0, Place(self._high, 0, None))
        self.put_in(self._places[0], row)

    def add_below(self, row: Widget) -> None:
        if self._places:
            self._low -= self.gap
        self._places.append(Place(self._low, 0, None))
        self.put_in(self._places[-1], row)

    def put_in(self, place: Place, row: Widget) -> None:
        at = self._places.index(place)
        under = sum(other.row is not None for other in self._places[at + 1 :])
        place.row = row
        row.x, row.y, row.width = self.side, place.low, self._room()
        self.add_widget(row, under)
        self._drawn.add(row)
        self._place_of[row] = place
        row.bind(height=self._grown)
        self._grown(row, row.height)

    def take_out(self, place: Place) -> Widget:
        row = place.row
        row.unbind(height=self._grown)
        del self._place_of[row]
        self._drawn.discard(row)
        self.remove_widget(row)
        place.row = None
        return row

    def cut_after(self, count: int) -> None:
        """Keeps so many places from the top."""
        for place in self._places[count:]:
            if place.row is not None:
                self.take_out(place)
        del self._places[count:]
        if self._places:
            self._low = self._places[-1].low
        else:
            self._high = self._low = 0.0
        self._measure()

    def below_top(self, place: Place) -> float:
        """From the upper edge of the whole to that of the place."""
        return self._high + self.ends - place.low - place.height

    def first_below(self, depth: float) -> Place | None:
        """The topmost place that reaches deeper than that below the upper edge."""
        return next(self.between(depth, self.height), None)

    def between(self, depth: float, end: float) -> Iterator[Place]:
        """The places that have a part there, from the top."""
        line = self._high + self.ends - depth
        at = bisect_left(self._places, -line, key=lambda place: -place.low)
        for place in self._places[at:]:
            if self.below_top(place) > end:
                return
            if place.low < line:
                yield place

    def look_at(self, depth: float, height: float) -> None:
        """So much is seen, so far below the upper edge."""
        self._seen = (depth, height)
        self._look()

    def to_parent(self, x: float, y: float, **_how: object) -> tuple[float, float]:
        return x + self.x, y + self._rise()

    def to_local(self, x: float, y: float, **_how: object) -> tuple[float, float]:
        return x - self.x, y - self._rise()

    def on_motion(self, kind: str, event: MotionEvent) -> bool:
        if event.type_id in self.motion_filter and "pos" in event.profile:
            return self._in_place(event, partial(super().on_motion, kind))
        return bool(super().on_motion(kind, event))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return self._in_place(touch, super().on_touch_down)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        return self._in_place(touch, super().on_touch_move)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        return self._in_place(touch, super().on_touch_up)

    def _in_place(self, event: MotionEvent, take: Callable[[MotionEvent], object]) -> bool:
        event.push()
        event.apply_transform_2d(self.to_local)
        is_taken = bool(take(event))
        event.pop()
        return is_taken

    def _grown(self, row: Widget, height: float) -> None:
        """Whichever side has fewer rows makes room."""
        place = self._place_of[row]
        more = height - place.height
        at = self._places.index(place)
        place.height = height
        if at < len(self._places) / 2:
            self._raise(self._places[:at], more)
            self._high += more
        else:
            self._raise(self._places[at:], -more)
            self._low -= more
        self._measure()

    def _raise(self, places: Sequence[Place], height: float) -> None:
        for place in places:
            place.low += height
            if place.row is not None:
                place.row.y = place.low

    def _fit(self, *_change: object) -> None:
        for row in self._place_of:
            row.x, row.width = self.side, self._room()

    def _room(self) -> float:
        return max(self.width - 2 * self.side, 0)

    def _measure(self, *_change: object) -> None:
        self.height = self._high - self._low + 2 * self.ends
        self._move()
        self._look()

    def _move(self, *_change: object) -> None:
        self._shift.xy = self.x, self._rise()

    def _rise(self) -> float:
        return self.y + self.ends - self._low

    def _draw_what_is_near(self, _elapsed: float) -> None:
        """And what is as far again beyond: it comes into sight with the next push."""
        depth, height = self._seen
        near = {
            place.row
            for place in self.between(depth - height, depth + 2 * height)
            if place.row is not None
        }
        for row in self._drawn - near:
            self.canvas.remove(row.canvas)
        for row in near - self._drawn:
            self.canvas.add(row.canvas)
        self._drawn = near
