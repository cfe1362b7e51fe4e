"""The daily upkeep: what nobody looked at is caught up with, what is over is cleared away, and once
a month the history is packed (S9.1).

Repeatable at any point. Must never pack twice in a month, nor wait for ever because a clock once
ran ahead.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from app.contracts.clock import Clock
from app.contracts.conversation import SessionStore
from app.contracts.device_conditions import DeviceConditions
from app.contracts.history import VersionHistory, maintenance_message
from app.contracts.jobs import Done, Job, JobKind, JobOutcome, JobQueue
from app.contracts.memory_files import MemoryFiles
from app.contracts.memory_index import IndexStore
from app.contracts.settings import SettingsStore

LAST_UPKEEP = "upkeep.last_date"
LAST_PACKING = "upkeep.last_history_gc"
BETWEEN_PACKINGS = timedelta(days=30)
FINISHED_JOBS_STAY = timedelta(days=30)
QUIET_AFTER = timedelta(hours=1)
_MOST_LOOKED_AT = 200

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept in order."""

    files: MemoryFiles
    history: VersionHistory
    index: IndexStore
    sessions: SessionStore
    jobs: JobQueue
    settings: SettingsStore


class UpkeepJob:
    def __init__(
        self,
        kept: Kept,
        catch_up: Callable[[], object],
        conditions: DeviceConditions,
        clock: Clock,
    ) -> None:
        """`catch_up` brings history and index in step with the files."""
        self._kept = kept
        self._catch_up = catch_up
        self._conditions = conditions
        self._clock = clock

    def ask(self) -> None:
        """For a starting engine: on a day that had no upkeep yet."""
        if not self._was_done_today():
            self._kept.jobs.enqueue(JobKind.UPKEEP, "", self._clock.now())

    def run(self, _job: Job) -> JobOutcome:
        kept, now = self._kept, self._clock.now()
        if self._was_done_today():
            return Done()
        self._catch_up()
        self._sweep()
        counts = kept.index.counts()
        if counts.with_vector < counts.chunks:
            kept.jobs.enqueue(JobKind.EMBED_PENDING, "", now)
        kept.jobs.clear_finished(now - FINISHED_JOBS_STAY)
        # Packing can wait for another day, and shall not empty a battery.
        if not self._conditions.power().is_scarce:
            self._pack_history(now.date())
        kept.settings.put(LAST_UPKEEP, now.date().isoformat())
        return Done()

    def _was_done_today(self) -> bool:
        return self._kept.settings.get(LAST_UPKEEP) == self._clock.now().date().isoformat()

    def _sweep(self) -> None:
        """Sessions that nobody asked to have logged: a kill came before their trigger. Not one
        in which somebody may be talking at this moment.
        """
        jobs, flush = self._kept.jobs, JobKind.FLUSH_SESSION
        # Looked at first: one that ends meanwhile has then moved its pointer.
        asked_for = {job.key for job in jobs.unfinished() if job.kind is flush}
        for session_id in self._kept.sessions.with_unlogged_messages():
            if session_id not in asked_for and self._is_quiet(session_id):
                jobs.enqueue(flush, session_id, self._clock.now())

    def _is_quiet(self, session_id: str) -> bool:
        session = self._kept.sessions.get(session_id)
        # A last use in the future was written by a clock that has been set back since.
        return session is not None and not (
            timedelta() <= self._clock.now() - session.last_used_at < QUIET_AFTER
        )

    def _pack_history(self, today: date) -> None:
        last = _date(self._kept.settings.get(LAST_PACKING))
        if last is not None and timedelta() <= today - last < BETWEEN_PACKINGS:
            return
        # No date yet, or one that a clock wrote which ran ahead: the month begins today.
        if last is not None and last <= today:
            with self._kept.files.lock():
                if not self._was_packed(last, today):
                    self._kept.history.collect_garbage()
                    logger.info("the version history was packed")
        self._kept.settings.put(LAST_PACKING, today.isoformat())

    def _was_packed(self, after: date, until: date) -> bool:
        """By an attempt that was killed before it could write down the date."""
        newest = self._kept.history.log(limit=_MOST_LOOKED_AT).commits
        return any(
            commit.message == maintenance_message() and after < commit.committed_at.date() <= until
            for commit in newest
        )


def _date(stored: str | None) -> date | None:
    try:
        return date.fromisoformat(stored or "")
    except ValueError:
        return None
