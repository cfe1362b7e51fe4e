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
from app.memory.rebuild_progress import RebuildProgress, RebuildState
from app.ui.long_work import NOT_BEGUN, Progress
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
_MANY = {JobKind.FLUSH_SESSION: "Writing the logs of {count} chats"}


@dataclass(frozen=True, slots=True)
class Figure:
    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class JobRow:
    """`detail` says how it stands, or why it failed. `others` stand just the same."""

    job: Job
    text: str
    detail: str
    can_retry: bool
    has_failed: bool
    others: tuple[Job, ...] = ()


@dataclass(frozen=True, slots=True)
class StatsState:
    is_loading: bool = True
    figures: tuple[Figure, ...] = ()
    growth: tuple[MonthGrowth, ...] = ()
    understood: str = ""
    is_model_bad: bool = False
    is_all_understood: bool = False
    last_written: str = ""
    jobs: tuple[JobRow, ...] = ()
    rebuild: JobRow | None = None
    rebuilt: Progress = NOT_BEGUN
    is_stopping: bool = False
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
        rebuild: RebuildProgress,
    ) -> None:
        self._read = read
        self._rebuild = rebuild
        self._jobs = jobs
        self._engine = engine
        self._settings = settings
        self._tasks = tasks
        self._clock = clock
        self.on_export: Callable[[], None] = lambda: None
        self.on_import: Callable[[], None] = lambda: None
        self.on_delete_everything: Callable[[], None] = lambda: None
        self.observable = ObservableState(StatsState())

    @property
    def state(self) -> StatsState:
        return self.observable.state

    def refresh(self) -> None:
        self._tasks.call(self._statistics, self._show, self._failed)

    def retry(self, row: JobRow) -> None:
        self._ask_for(row.job.kind, *(job.key for job in (row.job, *row.others)))

    def rebuild_index(self) -> None:
        """Asked twice, it is done once: an unfinished job of a kind is not doubled."""
        self._ask_for(JobKind.REBUILD_INDEX, "")

    def cancel_rebuild(self) -> None:
        """The index stays as it was."""
        row = self.state.rebuild
        if row is not None:
            self.observable.update(replace(self.state, is_stopping=True))
            self._tasks.call(
                lambda: self._rebuild.cancel(row.job.id), lambda _: self.refresh(), self._failed
            )

    def _ask_for(self, kind: JobKind, *keys: str) -> None:
        def ask() -> None:
            if kind is JobKind.REBUILD_INDEX:
                self._rebuild.want()
            for key in keys:
                job = self._jobs.enqueue(kind, key, self._clock.now())
                if kind is JobKind.REBUILD_INDEX:
                    self._rebuild.begin(job.id)
            self._engine.wake()

        self._tasks.call(ask, lambda _: self.refresh(), self._failed)

    def _statistics(self) -> tuple[MemoryStatistics, RebuildState | None]:
        budget = read_memory_settings(self._settings).token_budget
        return self._read(self._clock.now().date(), budget), self._rebuild.read()

    def _show(self, read: tuple[MemoryStatistics, RebuildState | None]) -> None:
        found, rebuilt = read
        now = self._clock.now()
        rows = [_job_row(job, now) for job in (*found.given_up, *found.unfinished)]
        understood, is_model_bad = _understood(found)
        is_all_understood = found.index.with_vector == found.index.chunks and not is_model_bad
        is_rebuild = JobKind.REBUILD_INDEX
        rebuild = next((row for row in rows if row.job.kind is is_rebuild), None)
        is_at_work = rebuild is not None and not rebuild.can_retry
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
                understood=understood,
                is_model_bad=is_model_bad,
                is_all_understood=is_all_understood,
                last_written=_moment(found.last_written, now),
                jobs=_joined([row for row in rows if row.job.kind is not is_rebuild]),
                rebuild=rebuild,
                rebuilt=Progress(rebuilt.done, rebuilt.total)
                if rebuilt and is_at_work
                else NOT_BEGUN,
                is_stopping=self.state.is_stopping and is_at_work,
                advice=found.advice,
            )
        )

    def _failed(self, sentence: str) -> None:
        self.observable.update(replace(self.state, is_loading=False, problem=sentence))


def _understood(found: MemoryStatistics) -> tuple[str, bool]:
    """How far search by meaning is, and whether the model lets it down."""
    kind = JobKind.EMBED_PENDING
    jobs = (*found.given_up, *found.unfinished)
    reasons = [job.reason for job in jobs if job.kind is kind and job.reason and job.wait is None]
    pending = found.index.chunks - found.index.with_vector
    if reasons:
        return reasons[0], True
    if not found.index.chunks:
        return "ready, nothing to find yet", False
    if pending == 0:
        return "ready for every piece", False
    return f"{found.index.with_vector:,} of {found.index.chunks:,} pieces, the rest waits", False


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


def _joined(rows: list[JobRow]) -> tuple[JobRow, ...]:
    """Ten chats that wait are one line."""
    alike: dict[tuple[object, ...], list[JobRow]] = {}
    for row in rows:
        alike.setdefault((row.job.kind, row.detail, row.can_retry, row.has_failed), []).append(row)
    return tuple(
        replace(
            first,
            text=_MANY.get(first.job.kind, first.text).format(count=len(rest) + 1),
            others=tuple(row.job for row in rest),
        )
        if rest
        else first
        for first, *rest in alike.values()
    )


def _moment(when: datetime | None, now: datetime) -> str:
    if when is None:
        return "never"
    local = when.astimezone(now.tzinfo)
    days = (now.date() - local.date()).days
    day = {0: "today", 1: "yesterday"}.get(days, f"{local.day} {local:%b %Y}")
    return f"{day}, {local:%H:%M}"
