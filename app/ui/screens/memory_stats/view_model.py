"""The Stats tab: how much is remembered, what waits or failed and why. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from app.contracts.clock import Clock
from app.contracts.engine_link import EngineControl
from app.contracts.jobs import Job, JobKind, JobQueue, JobState
from app.contracts.settings import SettingsStore
from app.memory.memory_settings import read_memory_settings
from app.memory.memory_statistics import MemoryStatistics, MonthGrowth, ReadStatistics
from app.memory.rebuild_progress import RebuildProgress
from app.ui.observable_state import ObservableState
from app.ui.readable_size import readable_size
from app.ui.tasks import Tasks

_WORK = {
    JobKind.FLUSH_SESSION: "Writing the log of a chat",
    JobKind.COMPACT_MEMORY: "Tidying long-term memory",
    JobKind.PROPOSE_COMPACTION: "Looking for what can be tidied",
    JobKind.EMBED_PENDING: "Learning the meaning of new pieces",
    JobKind.REBUILD_INDEX: "Rebuilding the index",
    JobKind.UPKEEP: "Upkeep",
}


@dataclass(frozen=True, slots=True)
class Figure:
    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class JobRow:
    """`detail` says how it stands, or why it failed."""

    job: Job
    text: str
    detail: str
    can_retry: bool
    has_failed: bool


@dataclass(frozen=True, slots=True)
class StatsState:
    is_loading: bool = True
    figures: tuple[Figure, ...] = ()
    growth: tuple[MonthGrowth, ...] = ()
    understood: str = ""
    last_written: str = ""
    jobs: tuple[JobRow, ...] = ()
    rebuild: JobRow | None = None
    advice: str = ""
    problem: str = ""


class StatsViewModel:
    def __init__(
        self,
        read: ReadStatistics,
        jobs: JobQueue,
        engine: EngineControl,
        settings: SettingsStore,
        tasks: Tasks,
        clock: Clock,
    ) -> None:
        self._read = read
        self._jobs = jobs
        self._engine = engine
        self._settings = settings
        self._tasks = tasks
        self._clock = clock
        self.on_export: Callable[[], None] = lambda: None
        self.on_import: Callable[[], None] = lambda: None
        self.observable = ObservableState(StatsState())

    @property
    def state(self) -> StatsState:
        return self.observable.state

    def refresh(self) -> None:
        self._tasks.call(self._statistics, self._show, self._failed)

    def retry(self, row: JobRow) -> None:
        self._ask_for(row.job.kind, row.job.key)

    def rebuild_index(self) -> None:
        """Asked twice, it is done once: an unfinished job of a kind is not doubled."""
        self._ask_for(JobKind.REBUILD_INDEX, "")

    def _ask_for(self, kind: JobKind, key: str) -> None:
        def ask() -> None:
            if kind is JobKind.REBUILD_INDEX:
                RebuildProgress(self._settings).want()
            self._jobs.enqueue(kind, key, self._clock.now())
            self._engine.wake()

        self._tasks.call(ask, lambda _: self.refresh(), self._failed)

    def _statistics(self) -> MemoryStatistics:
        return self._read(
            self._clock.now().date(), read_memory_settings(self._settings).token_budget
        )

    def _show(self, found: MemoryStatistics) -> None:
        now = self._clock.now()
        rows = [_job_row(job, now) for job in (*found.given_up, *found.unfinished)]
        is_rebuild = JobKind.REBUILD_INDEX
        self.observable.update(
            StatsState(
                is_loading=False,
                figures=(
                    Figure(f"{found.logs:,}", "daily log" if found.logs == 1 else "daily logs"),
                    Figure(f"{found.entries:,}", "long-term entries"),
                    Figure(f"{found.index.chunks:,}", "pieces indexed"),
                    Figure(readable_size(found.bytes_on_device), "on this device"),
                ),
                growth=found.growth if any(month.size for month in found.growth) else (),
                understood=_understood(found),
                last_written=_moment(found.last_written, now),
                jobs=tuple(row for row in rows if row.job.kind is not is_rebuild),
                rebuild=next((row for row in rows if row.job.kind is is_rebuild), None),
                advice=found.advice,
            )
        )

    def _failed(self, sentence: str) -> None:
        self.observable.update(replace(self.state, is_loading=False, problem=sentence))


def _understood(found: MemoryStatistics) -> str:
    pending = found.index.chunks - found.index.with_vector
    if not found.index.chunks:
        return "nothing yet"
    if pending == 0:
        return "all"
    return f"{found.index.with_vector:,} · {pending:,} waiting"


def _job_row(job: Job, now: datetime) -> JobRow:
    has_failed = job.state is JobState.GIVEN_UP
    waits_for_retry = job.state is JobState.PENDING and bool(job.reason) and job.wait is None
    if job.state is JobState.RUNNING:
        detail = "at work"
    elif has_failed or waits_for_retry or job.wait is not None:
        detail = job.reason
    else:
        detail = "waiting" if job.run_after <= now else f"from {job.run_after:%H:%M}"
    return JobRow(job, _WORK[job.kind], detail, has_failed or waits_for_retry, has_failed)


def _moment(when: datetime | None, now: datetime) -> str:
    if when is None:
        return "never"
    local = when.astimezone(now.tzinfo)
    days = (now.date() - local.date()).days
    day = {0: "today", 1: "yesterday"}.get(days, f"{local.day} {local:%b %Y}")
    return f"{day}, {local:%H:%M}"
