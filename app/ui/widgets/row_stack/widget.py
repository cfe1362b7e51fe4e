"""Rows one below the other, made for hundreds of them that come at either end and change in height.

Rows keep their places: what comes above or below, or grows at an end, moves none of the others, and
the whole is moved by one number. Only rows near what is seen are drawn.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget


class RowStack(Widget):
    """`side`: the room left and right of the rows. `ends`: above the first and below the last."""

    side = NumericProperty(0)
    ends = NumericProperty(0)
    gap = NumericProperty(0)

    def __init__(self, **properties: object) -> None:
        self._rows: list[Widget] = []
        self._heights: dict[Widget, float] = {}
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
    def rows(self) -> Sequence[Widget]:
        """From the top."""
        return self._rows

    def add_above(self, row: Widget) -> None:
        self._add(row, len(self.children))
        if self._rows:
            self._high += self.gap
        row.y = self._high
        self._high += row.height
        self._rows.insert(0, row)
        self._measure()

    def add_below(self, row: Widget) -> None:
        self._add(row, 0)
        if self._rows:
            self._low -= self.gap
        self._low -= row.height
        row.y = self._low
        self._rows.append(row)
        self._measure()

    def cut_after(self, count: int) -> None:
        """Keeps so many from the top."""
        for row in self._rows[count:]:
            row.unbind(height=self._grown)
            del self._heights[row]
            self._drawn.discard(row)
            self.remove_widget(row)
        del self._rows[count:]
        if self._rows:
            self._low = self._rows[-1].y
        else:
            self._high = self._low = 0.0
        self._measure()

    def below_top(self, row: Widget) -> float:
        """From the upper edge of the whole to that of the row."""
        return self._high + self.ends - row.y - row.height

    def first_below(self, depth: float) -> Widget | None:
        """The topmost row that reaches deeper than that below the upper edge."""
        line = self._high + self.ends - depth
        at = bisect_left(self._rows, -line, key=lambda row: -row.y)
        while at < len(self._rows) and self._rows[at].y >= line:
            at += 1
        return self._rows[at] if at < len(self._rows) else None

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

    def _add(self, row: Widget, index: int) -> None:
        self.add_widget(row, index)
        self._drawn.add(row)
        row.x, row.width = self.side, self._room()
        self._heights[row] = row.height
        row.bind(height=self._grown)

    def _grown(self, row: Widget, height: float) -> None:
        """Whichever side has fewer rows makes room."""
        more = height - self._heights[row]
        self._heights[row] = height
        at = self._rows.index(row)
        if at < len(self._rows) / 2:
            for above in self._rows[:at]:
                above.y += more
            self._high += more
        else:
            for under in self._rows[at:]:
                under.y -= more
            self._low -= more
        self._measure()

    def _fit(self, *_change: object) -> None:
        for row in self._rows:
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
        first = self.first_below(depth - height)
        near: set[Widget] = set()
        if first is not None:
            for row in self._rows[self._rows.index(first) :]:
                if self.below_top(row) > depth + 2 * height:
                    break
                near.add(row)
        for row in self._drawn - near:
            self.canvas.remove(row.canvas)
        for row in near - self._drawn:
            self.canvas.add(row.canvas)
        self._drawn = near
