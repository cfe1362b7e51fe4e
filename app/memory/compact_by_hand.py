"""Compaction by button (S10.2, S10.3): asks the engine, shows what would change, applies that.

What is written is exactly what was shown: if the file is another one by then, nothing is.
"""

from dataclasses import dataclass
from datetime import datetime

from app.contracts.clock import Clock
from app.contracts.engine_link import EngineControl
from app.contracts.jobs import Job, JobKind, JobQueue, JobState
from app.contracts.memory_files import LONG_TERM_PATH, FileSnapshot, MemoryFiles
from app.memory.compaction_board import CompactionBoard, KeptProposal
from app.memory.compaction_outcomes import Compacted, NothingToDo, Refused
from app.memory.compaction_plan import CompactionPlan, apply_edits
from app.memory.memory_compactor import MemoryCompactor

NO_RESULT = "It ended without a result. Try again."


@dataclass(frozen=True, slots=True)
class StillLooking:
    """`done` of `total` parts; 0 of 0 while nobody knows."""

    is_waiting: bool
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Proposed:
    plan: CompactionPlan
    note: str


@dataclass(frozen=True, slots=True)
class NothingToTidy:
    note: str


@dataclass(frozen=True, slots=True)
class ChangedMeanwhile:
    """The file is not what the proposal was made from."""


@dataclass(frozen=True, slots=True)
class LookFailed:
    sentence: str


@dataclass(frozen=True, slots=True)
class Tidied:
    """`before` and `after` are for Undo."""

    before: FileSnapshot
    after: FileSnapshot


LookOutcome = StillLooking | Proposed | NothingToTidy | ChangedMeanwhile | LookFailed


class CompactByHand:
    """Reads and writes the disk: call it off the UI thread. Raises OneClawError."""

    def __init__(
        self,
        compactor: MemoryCompactor,
        files: MemoryFiles,
        jobs: JobQueue,
        engine: EngineControl,
        board: CompactionBoard,
        clock: Clock,
    ) -> None:
        self._compactor = compactor
        self._files = files
        self._jobs = jobs
        self._engine = engine
        self._board = board
        self._clock = clock

    def ask(self) -> str:
        """The id of the job that looks."""
        job = self._jobs.enqueue(JobKind.PROPOSE_COMPACTION, "", self._clock.now())
        self._board.begin(job.id)
        self._engine.wake()
        return job.id

    def look(self, job_id: str) -> LookOutcome:
        # The job first: it keeps its proposal before it ends.
        job = next((job for job in self._jobs.unfinished() if job.id == job_id), None)
        kept = self._board.read(job_id)
        if kept is not None:
            return self._shown(kept)
        if job is None:
            return LookFailed(self._why_given_up(job_id))
        if _failed_once(job, self._clock.now()):
            self._board.cancel(job_id)
            return LookFailed(job.reason)
        return StillLooking(job.state is not JobState.RUNNING, *self._board.progress(job_id))

    def cancel(self, job_id: str) -> None:
        self._board.cancel(job_id)

    def apply(self, proposed: Proposed) -> Tidied | ChangedMeanwhile:
        plan = proposed.plan
        match self._compactor.apply(plan, lambda text: text == plan.after):
            case Compacted(before=before, after=after):
                return Tidied(before, after)
            case NothingToDo() | Refused():
                return ChangedMeanwhile()

    def _shown(self, kept: KeptProposal) -> LookOutcome:
        if not kept.edits:
            return NothingToTidy(kept.note)
        now = self._files.read(LONG_TERM_PATH)
        if now.digest != kept.digest:
            return ChangedMeanwhile()
        done = apply_edits(now.text, now.text, kept.edits)
        return Proposed(CompactionPlan(now, done.applied, done.text), kept.note)

    def _why_given_up(self, job_id: str) -> str:
        reasons = [job.reason for job in self._jobs.given_up() if job.id == job_id]
        return reasons[0] if reasons else NO_RESULT


def _failed_once(job: Job, now: datetime) -> bool:
    """It would be tried again later; the person waits now."""
    has_failed = job.state is JobState.PENDING and bool(job.reason) and job.wait is None
    return has_failed and job.run_after > now
