"""Shows values as rows that are known by a key. Only what changed is drawn anew.

A row is any widget with `show(value)`. New ones are built for a share of a frame, from the top,
so that a long list never stops the window.
"""

from collections.abc import Callable, Hashable, Sequence
from time import perf_counter

from kivy.clock import Clock
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")

SECONDS_A_FRAME = 0.008

Item = tuple[Hashable, Callable[[], Widget], object]
"""A key, what makes a row of its kind, and its value. A key always has the same kind."""


class KeyedList(MDBoxLayout):
    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._items: list[Item] = []
        self._rows: dict[Hashable, Widget] = {}
        self._values: dict[Hashable, object] = {}
        self._order: list[Hashable] = []
        self._go_on = Clock.create_trigger(lambda _: self._settle())

    def fill(self, items: Sequence[Item]) -> None:
        self._items = list(items)
        wanted = {key for key, _, _ in self._items}
        for key in [key for key in self._order if key not in wanted]:
            self.remove_widget(self._rows.pop(key))
            self._order.remove(key)
            del self._values[key]
        for key, _, value in self._items:
            if key in self._rows and self._values[key] != value:
                self._rows[key].show(value)
                self._values[key] = value
        self._settle()

    def _settle(self) -> None:
        """Puts every row in its place; those that are not there yet are made as time allows."""
        end = perf_counter() + SECONDS_A_FRAME
        for place, (key, make, value) in enumerate(self._items):
            if key not in self._rows:
                if perf_counter() >= end:
                    self._go_on()
                    return
                self._rows[key] = row = make()
                row.show(value)
                self._values[key] = value
                self._insert(key, place)
            elif self._order[place] != key:
                self.remove_widget(self._rows[key])
                self._order.remove(key)
                self._insert(key, place)

    def _insert(self, key: Hashable, place: int) -> None:
        self.add_widget(self._rows[key], index=len(self._order) - place)
        self._order.insert(place, key)
