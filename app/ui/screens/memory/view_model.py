"""The memory page: what is stored, read from the files themselves. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from app.contracts.errors import OneClawError
from app.memory.daily_log import LogBlock
from app.memory.daily_logs import DailyLogs
from app.memory.long_term_memory import LongTermMemory
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

NEWEST_LOGS = 30


@dataclass(frozen=True, slots=True)
class MemoryGroup:
    """A section of the long-term memory, or one conversation of a day."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemoryPage:
    """One file as a person reads it; `problem` instead of groups when it cannot be read."""

    title: str
    groups: tuple[MemoryGroup, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class MemoryState:
    is_loading: bool = True
    pages: tuple[MemoryPage, ...] = ()
    notice: str = ""


class MemoryViewModel:
    def __init__(self, long_term: LongTermMemory, logs: DailyLogs, tasks: Tasks) -> None:
        self._long_term = long_term
        self._logs = logs
        self._tasks = tasks
        self.on_back: Callable[[], None] = lambda: None
        self.observable = ObservableState(MemoryState())

    @property
    def state(self) -> MemoryState:
        return self.observable.state

    def refresh(self) -> None:
        self._tasks.call(
            self._read,
            lambda pages: self.observable.update(MemoryState(is_loading=False, pages=pages)),
            lambda sentence: self.observable.update(
                replace(self.state, is_loading=False, notice=sentence)
            ),
        )

    def _read(self) -> tuple[MemoryPage, ...]:
        days = [info.day for info in self._logs.days()[:NEWEST_LOGS]]
        pages = [_page("Long-term memory", self._sections)]
        pages += [_page(_spoken(day), lambda day=day: self._blocks(day)) for day in days]
        return tuple(page for page in pages if page.groups or page.problem)

    def _sections(self) -> tuple[MemoryGroup, ...]:
        return tuple(
            MemoryGroup(section.title, tuple(entry.text for entry in section.entries))
            for section in self._long_term.document().sections()
            if section.entries
        )

    def _blocks(self, day: date) -> tuple[MemoryGroup, ...]:
        return tuple(
            MemoryGroup(
                " · ".join(part for part in _when_and_what(block) if part),
                tuple(line.removeprefix("- ") for line in block.body.splitlines() if line.strip()),
            )
            for block in self._logs.blocks(day)
        )


def _page(title: str, read: Callable[[], tuple[MemoryGroup, ...]]) -> MemoryPage:
    """One unreadable file must not hide the others."""
    try:
        return MemoryPage(title, read())
    except OneClawError as error:
        return MemoryPage(title, problem=error.sentence)


def _spoken(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B %Y}"


def _when_and_what(block: LogBlock) -> tuple[str, str]:
    return (f"{block.at:%H:%M}" if block.at else "", block.title)
