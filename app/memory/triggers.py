"""Moments at which memory should be written. A trigger writes a job row, wakes the engine, returns.

It never does the work and never fails visibly (S3.7). Call it off the UI thread.
"""

import logging
from collections.abc import Callable, Sequence

from app.contracts.clock import Clock
from app.contracts.conversation import SessionStore
from app.contracts.engine_link import EngineControl
from app.contracts.errors import OneClawError
from app.contracts.jobs import JobKind, JobQueue

logger = logging.getLogger(__name__)


class MemoryTriggers:
    def __init__(
        self, jobs: JobQueue, sessions: SessionStore, engine: EngineControl, clock: Clock
    ) -> None:
        self._jobs = jobs
        self._sessions = sessions
        self._engine = engine
        self._clock = clock
        self.on_flush_asked_for: Callable[[OneClawError | None], None] = lambda _error: None

    def app_started(self) -> None:
        """Sweeps what a crash, a kill or a force stop left unlogged (S3.6)."""
        self._flush_unlogged("start")

    def app_left(self) -> None:
        """The app went to the background or closes (S3.1, S3.3).

        Every session with something unlogged is taken, not only the one on screen: "active"
        must not depend on a request being in flight (PITFALLS 1).
        """
        self._flush_unlogged("background")

    def session_left(self, session_id: str) -> None:
        """Another session is shown now, or this one was ended or deleted (S3.2, S3.3)."""
        self._flush((session_id,), "session left")

    def day_changed(self) -> None:
        """Yesterday is over: everything unlogged is logged, then memory is tidied (S3.4), and
        what a day leaves behind is cleared away.
        """
        self._flush_unlogged("day change")
        self._ask_for(JobKind.COMPACT_MEMORY)
        self._ask_for(JobKind.UPKEEP)

    def before_context_compaction(self, session_id: str) -> None:
        """Older messages are about to leave the context (S3.5); the caller waits for it."""
        self._flush((session_id,), "context compaction")

    def index_grew(self) -> None:
        """New chunks wait for their vectors; they are found by their words meanwhile."""
        self._ask_for(JobKind.EMBED_PENDING)

    def _ask_for(self, kind: JobKind) -> None:
        try:
            self._jobs.enqueue(kind, "", self._clock.now())
        except OneClawError as error:
            logger.warning("%s was not asked for: %s; the next trigger asks again", kind, error)
            return
        self._engine.wake()

    def _flush_unlogged(self, occasion: str) -> None:
        try:
            waiting = self._sessions.with_unlogged_messages()
        except OneClawError as error:
            logger.warning("trigger %s: %s; the next one tries again", occasion, error)
            return
        self._flush(waiting, occasion)

    def _flush(self, session_ids: Sequence[str], occasion: str) -> None:
        try:
            for session_id in session_ids:
                self._jobs.enqueue(JobKind.FLUSH_SESSION, session_id, self._clock.now())
        except OneClawError as error:
            logger.warning("trigger %s: %s; the next one tries again", occasion, error)
            self.on_flush_asked_for(error)
            return
        if session_ids:
            self.on_flush_asked_for(None)
            self._engine.wake()
