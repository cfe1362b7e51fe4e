"""Shows values as rows. Rows that are there are filled anew; new ones come a few a frame.

A row is any widget with `show(value)`. So a long list never stops the window, and a changed one
neither flickers nor loses its place.
"""

from collections.abc import Sequence
from time import perf_counter

from kivy.clock import Clock
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")

SECONDS_A_FRAME = 0.004

Item = tuple[type[Widget], object]


class GrowingList(MDBoxLayout):
    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._items: list[Item] = []
        self._shown: list[Item] = []
        self._rows: list[Widget] = []
        self._grow = Clock.create_trigger(lambda _: self._add_some())

    def fill(self, items: Sequence[Item]) -> None:
        """Each item is the kind of row and its value."""
        self._items = list(items)
        same = 0
        while same < min(len(self._rows), len(self._items)):
            kind, value = self._items[same]
            if self._shown[same][0] is not kind:
                break
            if self._shown[same][1] != value:
                self._rows[same].show(value)
                self._shown[same] = (kind, value)
            same += 1
        for row in self._rows[same:]:
            self.remove_widget(row)
        del self._rows[same:], self._shown[same:]
        self._add_some()

    def _add_some(self) -> None:
        end = perf_counter() + SECONDS_A_FRAME
        for kind, value in self._items[len(self._rows) :]:
            row = kind()
            row.show(value)
            self._rows.append(row)
            self._shown.append((kind, value))
            self.add_widget(row)
            if perf_counter() >= end:
                break
        if len(self._rows) < len(self._items):
            self._grow()
