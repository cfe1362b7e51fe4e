"""Counts for the stats page, read from the files, the index, the history and the jobs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from app.contracts.errors import OneClawError
from app.contracts.history import VersionHistory
from app.contracts.jobs import Job, JobQueue
from app.contracts.memory_files import DAILY_FOLDER, FILES_FOLDER, MemoryFiles
from app.contracts.memory_index import IndexCounts, IndexStore
from app.memory.daily_logs import DailyLogInfo, DailyLogs
from app.memory.long_term_memory import LongTermMemory
from app.memory.long_term_size import size_advice

MONTHS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class MonthGrowth:
    """`size` is what the logs of that month take, in bytes."""

    month: date
    size: int


@dataclass(frozen=True, slots=True)
class MemoryStatistics:
    logs: int
    entries: int
    bytes_on_device: int
    index: IndexCounts
    growth: tuple[MonthGrowth, ...]
    last_written: datetime | None
    unfinished: tuple[Job, ...]
    given_up: tuple[Job, ...]
    advice: str = ""


class ReadStatistics:
    """Reads the disk: call it off the UI thread. Raises OneClawError."""

    def __init__(
        self,
        files: MemoryFiles,
        memory: LongTermMemory,
        logs: DailyLogs,
        history: VersionHistory,
        index: IndexStore,
        jobs: JobQueue,
    ) -> None:
        self._files = files
        self._memory = memory
        self._logs = logs
        self._history = history
        self._index = index
        self._jobs = jobs

    def __call__(self, today: date, token_budget: int) -> MemoryStatistics:
        days = self._logs.days()
        infos = [*self._files.list("memory"), *self._files.list(FILES_FOLDER)]
        entries, advice = self._long_term(token_budget)
        return MemoryStatistics(
            logs=len(days),
            entries=entries,
            bytes_on_device=sum(info.size for info in infos),
            index=self._index.counts(),
            growth=growth_by_month(days, today),
            last_written=self._last_written(),
            unfinished=self._jobs.unfinished(),
            given_up=self._jobs.given_up(),
            advice=advice,
        )

    def _long_term(self, token_budget: int) -> tuple[int, str]:
        """An unreadable file is the Long-term tab's to tell; the other counts still matter."""
        try:
            document = self._memory.document()
        except OneClawError as error:
            return 0, error.sentence
        return len(document.entries()), size_advice(document, token_budget)

    def _last_written(self) -> datetime | None:
        commits = self._history.log(under=DAILY_FOLDER, limit=1).commits
        return commits[0].committed_at if commits else None


def growth_by_month(days: Sequence[DailyLogInfo], today: date) -> tuple[MonthGrowth, ...]:
    """The last months up to this one, oldest first; months without a log are there with 0."""
    months = [_months_before(today, back) for back in reversed(range(MONTHS_SHOWN))]
    sizes = dict.fromkeys(months, 0)
    for info in days:
        month = info.day.replace(day=1)
        if month in sizes:
            sizes[month] += info.size
    return tuple(MonthGrowth(month, size) for month, size in sizes.items())


def _months_before(today: date, back: int) -> date:
    number = today.year * 12 + today.month - 1 - back
    return date(number // 12, number % 12 + 1, 1)
