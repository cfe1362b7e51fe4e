"""The Daily logs tab: a month with the days that have a log, and one day's page. Knows no Kivy."""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from app.contracts.clock import Clock
from app.contracts.memory_files import daily_log_path
from app.contracts.sharing import Sharing
from app.memory.as_read import as_read
from app.memory.daily_log import LogBlock
from app.memory.daily_logs import DailyLogs
from app.ui.notices import Notice
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

_COMMENT = re.compile(r"\s*<!--.*-->\s*")
"""Markdown shows none; whoever put it there meant it so."""


@dataclass(frozen=True, slots=True)
class LogSection:
    """One conversation of the day."""

    heading: str
    body: str


@dataclass(frozen=True, slots=True)
class LogPage:
    """`text` is the file as a person reads it, to be shared; `problem` when it cannot be read."""

    day: date
    title: str
    sections: tuple[LogSection, ...] = ()
    text: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class LogsState:
    """`weeks` hold None for days of other months."""

    today: date
    month: date
    is_loading: bool = True
    days: frozenset[date] = frozenset()
    selected: date | None = None
    page: LogPage | None = None
    problem: str = ""
    notice: Notice | None = None

    @property
    def title(self) -> str:
        return f"{self.month:%B %Y}"

    @property
    def weeks(self) -> tuple[tuple[date | None, ...], ...]:
        weeks = calendar.Calendar().monthdatescalendar(self.month.year, self.month.month)
        return tuple(
            tuple(day if day.month == self.month.month else None for day in week) for week in weeks
        )

    @property
    def is_empty(self) -> bool:
        return not (self.is_loading or self.days or self.problem)


class LogsViewModel:
    def __init__(self, logs: DailyLogs, sharing: Sharing, tasks: Tasks, clock: Clock) -> None:
        self._logs = logs
        self._sharing = sharing
        self._tasks = tasks
        self._clock = clock
        self._notices = 0
        today = clock.now().date()
        self.observable = ObservableState(LogsState(today, today.replace(day=1)))

    @property
    def state(self) -> LogsState:
        return self.observable.state

    def refresh(self) -> None:
        self._set(replace(self.state, today=self._clock.now().date()))
        self._tasks.call(
            lambda: frozenset(info.day for info in self._logs.days()), self._show, self._failed
        )

    def select(self, day: date) -> None:
        self._set(replace(self.state, selected=day, month=day.replace(day=1)))
        self._load(day)

    def show_today(self) -> None:
        self.select(self._clock.now().date())

    def previous_month(self) -> None:
        last = self.state.month - timedelta(days=1)
        self._set(replace(self.state, month=last.replace(day=1)))

    def next_month(self) -> None:
        later = (self.state.month + timedelta(days=31)).replace(day=1)
        self._set(replace(self.state, month=later))

    def previous_log(self) -> None:
        self._step(lambda day, here: day < here, max)

    def next_log(self) -> None:
        self._step(lambda day, here: day > here, min)

    def share(self) -> None:
        page = self.state.page
        if page is not None and page.text:
            name = f"{page.day.isoformat()}.md"
            self._tasks.call(
                lambda: self._sharing.share_text(name, page.text), self._say, self._say
            )

    def _step(
        self, is_there: Callable[[date, date], bool], nearest: Callable[[list[date]], date]
    ) -> None:
        here = self.state.selected or self.state.today
        if days := [day for day in self.state.days if is_there(day, here)]:
            self.select(nearest(days))

    def _show(self, days: frozenset[date]) -> None:
        self._set(replace(self.state, is_loading=False, days=days, problem=""))
        selected = self.state.selected
        if selected is None and days:
            self.select(max(days))
        elif selected is not None:
            self._load(selected)

    def _load(self, day: date) -> None:
        def show(page: LogPage) -> None:
            if self.state.selected == day:
                self._set(replace(self.state, page=page))

        self._tasks.call(
            lambda: self._page(day),
            show,
            lambda sentence: show(LogPage(day, self._spoken(day), problem=sentence)),
        )

    def _page(self, day: date) -> LogPage:
        text = self._logs.read(day).text
        blocks = self._logs.blocks(day) if text.strip() else ()
        as_shown = as_read(daily_log_path(day), text)
        return LogPage(day, self._spoken(day), tuple(map(_section, blocks)), as_shown)

    def _spoken(self, day: date) -> str:
        year = "" if day.year == self.state.today.year else f" {day.year}"
        return f"{day:%A}, {day.day} {day:%B}{year}"

    def _failed(self, sentence: str) -> None:
        self._set(replace(self.state, is_loading=False, problem=sentence))

    def _say(self, text: str) -> None:
        self._notices += 1
        self._set(replace(self.state, notice=Notice(text, self._notices)))

    def _set(self, state: LogsState) -> None:
        self.observable.update(state)


def _section(block: LogBlock) -> LogSection:
    at = f"{block.at:%H:%M}" if block.at else ""
    body = "\n".join(line for line in block.body.splitlines() if not _COMMENT.fullmatch(line))
    return LogSection(" · ".join(part for part in (block.title, at) if part), body)
