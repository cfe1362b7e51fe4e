"""Works out what could be tidied in long-term memory and leaves it for the person to look at.

Changes no memory. A model that cannot be asked, or answers nonsense, is no end: what needs none is
proposed then, with the reason. Stops within a moment of being asked to.
"""

import asyncio
import logging

from app.contracts.active_model import ActiveModel, AgentModels
from app.contracts.agents import GENERAL_ASSISTANT_ID
from app.contracts.jobs import Done, Job, JobOutcome
from app.memory.compaction_board import CompactionBoard
from app.memory.compaction_outcomes import NothingToDo, Refused, Unreachable
from app.memory.compaction_plan import CompactionPlan
from app.memory.memory_compactor import MemoryCompactor

LOOK_SECONDS = 0.3
"""How often it looks whether the person has changed their mind."""

logger = logging.getLogger(__name__)


class ProposalJob:
    """`models` None: without a model, always."""

    def __init__(
        self,
        compactor: MemoryCompactor,
        board: CompactionBoard,
        models: AgentModels | None = None,
    ) -> None:
        self._compactor = compactor
        self._board = board
        self._models = models

    def run(self, job: Job) -> JobOutcome:
        if not self._board.is_cancelled(job.id):
            asyncio.run(self._unless_cancelled(job.id))
        return Done()

    async def _unless_cancelled(self, job_id: str) -> None:
        working = asyncio.ensure_future(self._propose(job_id))
        while not working.done():
            await asyncio.wait({working}, timeout=LOOK_SECONDS)
            if self._board.is_cancelled(job_id):
                working.cancel()
                await asyncio.wait({working})
                logger.info("the person wants no proposal any more")
                return
        plan, note = working.result()
        self._board.keep(job_id, plan, note)

    async def _propose(self, job_id: str) -> tuple[CompactionPlan | None, str]:
        model = self._models.for_agent(GENERAL_ASSISTANT_ID) if self._models else None
        note = await self._with(job_id, model)
        if isinstance(note, str):
            plan = await self._with(job_id, None)
            return (None if isinstance(plan, str) else plan), note
        return note, ""

    async def _with(self, job_id: str, model: ActiveModel | None) -> CompactionPlan | str | None:
        """A sentence when the model is no help."""

        def tell(done: int, total: int) -> None:
            self._board.tell(job_id, done, total)

        match await self._compactor.propose(model, tell):
            case CompactionPlan() as plan:
                return plan
            case NothingToDo():
                return None
            case Refused(reason=reason):
                return reason.value
            case Unreachable(error=error):
                return error.sentence
