"""Draws the Daily logs tab: a month, and below it the page of the chosen day."""

from datetime import date

from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.relativelayout import MDRelativeLayout

from app.ui.screens.memory_logs.view_model import LogPage, LogSection, LogsState, LogsViewModel
from app.ui.theme.fonts import marked
from app.ui.widgets.growing_list import GrowingList
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.month_calendar import MonthCalendar
from app.ui.widgets.notice_bar import NoticeBar
from app.ui.widgets.push_button import PushButton
from app.ui.widgets.top_bar import TouchIconButton

__all__ = [
    "GrowingList", "LogsPanel", "MonthCalendar", "NoticeBar", "PushButton", "TouchIconButton",
]  # fmt: skip

load_kv(__file__, "screen.kv")


class LogHeading(MDBoxLayout):
    text = StringProperty()

    def show(self, heading: str) -> None:
        self.text = marked(heading)


class LogLine(MDBoxLayout):
    text = StringProperty()
    is_bullet = BooleanProperty(True)

    def show(self, line: str) -> None:
        self.is_bullet = line.startswith(("- ", "* "))
        self.text = marked(line[2:] if self.is_bullet else line)


class LogsPanel(MDRelativeLayout):
    month = StringProperty()
    title = StringProperty()
    message = StringProperty()
    can_share = BooleanProperty(False)

    def __init__(self, model: LogsViewModel) -> None:
        self.model = model
        super().__init__()
        model.observable.subscribe(self._draw)

    def select(self, day: date) -> None:
        self.model.select(day)

    def _draw(self, state: LogsState) -> None:
        self.month = state.title
        self.ids.calendar.show(state.weeks, state.days, state.selected, state.today)
        page = state.page
        self.title = page.title if page else ""
        self.can_share = bool(page and page.text)
        self.message = _message(state)
        self.ids.lines.fill(_lines(page) if page else [])
        self.ids.notice.show(state.notice)


def _lines(page: LogPage) -> list[tuple[type, str]]:
    return [item for section in page.sections for item in _section_lines(section)]


def _section_lines(section: LogSection) -> list[tuple[type, str]]:
    lines = [(LogLine, line.strip()) for line in section.body.splitlines() if line.strip()]
    return [(LogHeading, section.heading), *lines]


def _message(state: LogsState) -> str:
    if state.problem:
        return state.problem
    if state.is_loading:
        return "Reading …"
    if state.is_empty:
        return "No day is written down yet. Talk to me, then leave the app."
    if state.page is None:
        return "Choose a day."
    if state.page.problem:
        return state.page.problem
    return "" if state.page.sections else "Nothing was written on this day."
