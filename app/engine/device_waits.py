"""Which jobs have to wait for the device: for power, for a network, for one without a data limit.

Says so before a job begins, and again when what was missing is back. Decides nothing else: a flush
never waits for power, and one that asks a model near by never waits for a network (S3.9).
"""

from dataclasses import dataclass

from app.contracts.active_model import ActiveModel, AgentModels
from app.contracts.agents import GENERAL_ASSISTANT_ID
from app.contracts.clock import Clock
from app.contracts.conversation import MessageStore, SessionStore
from app.contracts.device_conditions import DeviceConditions, Network
from app.contracts.jobs import Job, JobKind, JobQueue, Wait
from app.contracts.memory_files import LONG_TERM_PATH, MemoryFiles
from app.contracts.memory_index import IndexStore
from app.contracts.settings import SettingsStore
from app.memory.compaction_policy import COMPACTED_ON, is_compaction_due
from app.memory.memory_settings import read_memory_settings
from app.memory.rebuild_progress import RebuildProgress


@dataclass(frozen=True, slots=True)
class WorkAtHand:
    """What tells how much a job has to do, and which model it is about to ask, if any."""

    sessions: SessionStore
    messages: MessageStore
    models: AgentModels
    files: MemoryFiles
    index: IndexStore


class DeviceWaits:
    def __init__(
        self,
        conditions: DeviceConditions,
        jobs: JobQueue,
        settings: SettingsStore,
        clock: Clock,
        work: WorkAtHand,
    ) -> None:
        self._conditions = conditions
        self._jobs = jobs
        self._settings = settings
        self._clock = clock
        self._work = work

    def of(self, job: Job) -> Wait | None:
        """None: it may begin."""
        if self._takes_much_power(job) and not self._is_over(Wait.POWER):
            return Wait.POWER
        model = self._model_of(job)
        if model is None or not model.needs_network:
            return None
        waits = (Wait.NETWORK, Wait.UNMETERED)
        return next((wait for wait in waits if not self._is_over(wait)), None)

    def let_go(self) -> bool:
        """Makes due what waited for something that is back. True: there is still something to
        look for again.
        """
        waiting = {job.wait for job in self._jobs.unfinished()} - {None}
        over = [wait for wait in Wait if wait in waiting and self._is_over(wait)]
        if over:
            self._jobs.end_waits(over, self._clock.now())
        return len(over) < len(waiting)

    def _is_over(self, wait: Wait) -> bool:
        match wait:
            case Wait.POWER:
                return not self._conditions.power().is_scarce
            case Wait.NETWORK:
                return self._conditions.network() is not Network.NONE
            case Wait.UNMETERED:
                may_be_metered = not read_memory_settings(self._settings).unmetered_only
                return may_be_metered or self._conditions.network() is Network.UNMETERED

    def _takes_much_power(self, job: Job) -> bool:
        match job.kind:
            case JobKind.EMBED_PENDING | JobKind.COMPACT_MEMORY:
                return True
            case JobKind.REBUILD_INDEX:
                # Words alone are quick, and without them what is remembered is hard to find.
                is_wanted = RebuildProgress(self._settings).is_wanted
                return not is_wanted and not self._work.index.is_empty()
            case _:
                return False

    def _model_of(self, job: Job) -> ActiveModel | None:
        work = self._work
        match job.kind:
            case JobKind.FLUSH_SESSION if (agent := self._agent_to_ask(job.key)) is not None:
                return work.models.for_agent(agent)
            case JobKind.COMPACT_MEMORY if self._is_compaction_due():
                return work.models.for_agent(GENERAL_ASSISTANT_ID)
            case _:
                return None

    def _is_compaction_due(self) -> bool:
        text = self._work.files.read(LONG_TERM_PATH).text
        return is_compaction_due(text, self._clock.now().date(), self._settings.get(COMPACTED_ON))

    def _agent_to_ask(self, session_id: str) -> str | None:
        """None: there is nothing to sum up, which needs nobody."""
        session = self._work.sessions.get(session_id)
        if session is None or session.is_private:
            return None
        if not read_memory_settings(self._settings).is_enabled:
            return None
        newest = self._work.messages.newest(session_id, limit=1)
        has_news = bool(newest) and newest[0].sequence > session.last_logged_sequence
        return session.agent_id if has_news else None
