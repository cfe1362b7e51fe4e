"""Weeks of seven days from Monday: a dot for a log, a ring for today, a disc for the chosen day."""

from collections.abc import Sequence
from datetime import date

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.floatlayout import MDFloatLayout
from kivymd.uix.label import MDLabel

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")

WEEKDAYS = "MTWTFSS"


class WeekdayLabel(MDLabel):
    """M T W …"""


class DayButton(ButtonBehavior, MDFloatLayout):
    day = ObjectProperty(None, allownone=True)
    text = StringProperty()
    has_log = BooleanProperty(False)
    is_selected = BooleanProperty(False)
    is_today = BooleanProperty(False)
    disc = NumericProperty(36)


class MonthCalendar(MDBoxLayout):
    __events__ = ("on_day",)

    def on_kv_post(self, _base: object) -> None:
        for letter in WEEKDAYS:
            self.ids.names.add_widget(WeekdayLabel(text=letter))

    def on_day(self, day: date) -> None:
        """Fired with the day that was tapped."""

    def show(
        self,
        weeks: Sequence[Sequence[date | None]],
        logs: frozenset[date],
        selected: date | None,
        today: date,
    ) -> None:
        days = [day for week in weeks for day in week]
        grid = self.ids.days
        while len(grid.children) > len(days):
            grid.remove_widget(grid.children[0])
        while len(grid.children) < len(days):
            grid.add_widget(DayButton(on_release=self._tapped))
        for button, day in zip(reversed(grid.children), days, strict=True):
            button.day = day
            button.text = str(day.day) if day else ""
            button.disabled = day is None
            button.has_log = day in logs
            button.is_selected = day is not None and day == selected
            button.is_today = day == today

    def _tapped(self, button: DayButton) -> None:
        self.dispatch("on_day", button.day)
