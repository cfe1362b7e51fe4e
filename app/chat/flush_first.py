"""Before older messages leave the context they are logged, and we wait for that (S3.5).

Not for a flush that cannot be: on a metered network that is spared, say, or with no server to ask.
"""

import asyncio
from datetime import timedelta

from app.contracts.clock import Clock
from app.contracts.conversation import SessionStore
from app.contracts.jobs import Job, JobKind, JobQueue, JobState
from app.memory.triggers import MemoryTriggers

PATIENCE_SECONDS = 30.0
LOOK_AGAIN_SECONDS = 0.1


class FlushFirst:
    def __init__(
        self,
        triggers: MemoryTriggers,
        sessions: SessionStore,
        jobs: JobQueue,
        clock: Clock,
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._triggers = triggers
        self._sessions = sessions
        self._jobs = jobs
        self._clock = clock
        self._patience = patience

    async def __call__(self, session_id: str, sequence: int) -> bool:
        await asyncio.to_thread(self._triggers.before_context_compaction, session_id)
        try:
            async with asyncio.timeout(self._patience):
                # The pointer moves in the other process; there is no event to wait for here.
                while await asyncio.to_thread(self._may_come, session_id, sequence):  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_AGAIN_SECONDS)
        except TimeoutError:
            return False
        return await asyncio.to_thread(self._is_logged, session_id, sequence)

    def _may_come(self, session_id: str, sequence: int) -> bool:
        """It is not logged yet, and somebody is about to."""
        return not self._is_logged(session_id, sequence) and any(
            self._begins_in_time(job)
            for job in self._jobs.unfinished()
            if job.kind is JobKind.FLUSH_SESSION and job.key == session_id
        )

    def _begins_in_time(self, job: Job) -> bool:
        latest = self._clock.now() + timedelta(seconds=self._patience)
        return job.state is JobState.RUNNING or job.run_after <= latest

    def _is_logged(self, session_id: str, sequence: int) -> bool:
        session = self._sessions.get(session_id)
        return session is None or session.last_logged_sequence >= sequence
