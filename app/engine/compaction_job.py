"""Runs memory compaction as a job: at most once a day, with the default model where there is one.

Repeatable: what is about to be written is kept in the job first, so that an attempt after a kill
knows whether it was.
"""

import asyncio
import hashlib
import logging
from dataclasses import dataclass

from app.contracts.active_model import ActiveModel, AgentModels
from app.contracts.agents import GENERAL_ASSISTANT_ID
from app.contracts.clock import Clock
from app.contracts.errors import AuthenticationFailed, ContextTooLong, RequestRefused
from app.contracts.jobs import Done, Job, JobOutcome, JobQueue, RetryAt
from app.contracts.settings import SettingsStore
from app.engine.retry_policy import RetryPolicy
from app.memory.compaction_outcomes import (
    Compacted,
    CompactionOutcome,
    NothingToDo,
    RefusalReason,
    Refused,
    Unreachable,
)
from app.memory.compaction_plan import CompactionPlan
from app.memory.compaction_policy import COMPACTED_ON, is_compaction_due
from app.memory.memory_compactor import MemoryCompactor

WRITTEN = "written"
_SAME_AGAIN = (AuthenticationFailed, RequestRefused, ContextTooLong)
"""Asking once more would end the same way; what needs no model is done instead."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class JobLease:
    """The queue, and the name under which this process holds its jobs."""

    jobs: JobQueue
    owner: str


class CompactionJob:
    """`models` None: without a model, always."""

    def __init__(
        self,
        compactor: MemoryCompactor,
        settings: SettingsStore,
        clock: Clock,
        lease: JobLease,
        models: AgentModels | None = None,
        retry_policy: RetryPolicy | None = None,
    ) -> None:
        self._compactor = compactor
        self._settings = settings
        self._clock = clock
        self._lease = lease
        self._models = models
        self._retry = retry_policy or RetryPolicy()

    def run(self, job: Job) -> JobOutcome:
        text = self._compactor.settle()
        today = self._clock.now().date()
        if job.plan.get(WRITTEN) == _digest(text):
            self._remember()
            return Done()
        if not is_compaction_due(text, today, self._settings.get(COMPACTED_ON)):
            return Done()
        outcome = self._compact(job)
        logger.info("memory compaction: %s", type(outcome).__name__)
        match outcome:
            case Unreachable(error=error):
                when = self._retry.next_attempt(self._clock.now(), job.attempts)
                return RetryAt(when, error.sentence)
            case Refused(reason=RefusalReason.LEASE_LOST):
                return Done()
            case Compacted() | NothingToDo() | Refused():
                self._remember()
                return Done()

    def _compact(self, job: Job) -> CompactionOutcome:
        model = self._models.for_agent(GENERAL_ASSISTANT_ID) if self._models else None
        match asyncio.run(self._propose(model)):
            case CompactionPlan() as plan:
                return self._compactor.apply(plan, lambda text: self._keep(job, text))
            case NothingToDo() | Refused() | Unreachable() as ending:
                return ending

    async def _propose(
        self, model: ActiveModel | None
    ) -> CompactionPlan | NothingToDo | Refused | Unreachable:
        proposal = await self._compactor.propose(model)
        if isinstance(proposal, Unreachable) and isinstance(proposal.error, _SAME_AGAIN):
            logger.warning("memory is tidied without a model: %s", proposal.error)
            return await self._compactor.propose(None)
        return proposal

    def _keep(self, job: Job, text: str) -> bool:
        """Without the lease another engine has taken over: nothing here is ours to write."""
        return self._lease.jobs.keep_plan(job.id, self._lease.owner, {WRITTEN: _digest(text)})

    def _remember(self) -> None:
        self._settings.put(COMPACTED_ON, self._clock.now().date().isoformat())


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
