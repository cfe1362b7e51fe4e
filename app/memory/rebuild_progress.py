"""How far a rebuild of the index is, kept where both processes can read it, and the wish to stop.

A wish names the job it is for, so one that came too late never stops the next rebuild.
"""

from dataclasses import dataclass

from app.contracts.settings import SettingsStore

PROGRESS = "index.rebuild_progress"
CANCELLED_JOB = "index.rebuild_cancelled_job"
WANTED = "index.rebuild_wanted"


@dataclass(frozen=True, slots=True)
class RebuildState:
    job_id: str
    done: int
    total: int


class RebuildProgress:
    def __init__(self, settings: SettingsStore) -> None:
        self._settings = settings

    def read(self) -> RebuildState | None:
        """None: no rebuild is under way."""
        match (self._settings.get(PROGRESS) or "").split():
            case [job_id, done, total] if done.isdecimal() and total.isdecimal():
                return RebuildState(job_id, int(done), int(total))
            case _:
                return None

    def begin(self, job_id: str) -> None:
        """The person asks for it (again): an earlier wish to stop this job counts no longer."""
        if self._settings.get(CANCELLED_JOB) == job_id:
            self._settings.delete(CANCELLED_JOB)

    def cancel(self, job_id: str) -> None:
        """Asks that rebuild to stop, or not to begin; the old index stays."""
        self._settings.put(CANCELLED_JOB, job_id)

    def want(self) -> None:
        """The person asked for it: it then waits for nothing (S3.9)."""
        self._settings.put(WANTED, "yes")

    @property
    def is_wanted(self) -> bool:
        return self._settings.get(WANTED) is not None

    def tell(self, job_id: str, done: int, total: int) -> bool:
        """Notes it when a person would see the difference; False when the person wants to stop."""
        state = self.read()
        if state is None or state.job_id != job_id or _percent(state) != _share(done, total):
            self._settings.put(PROGRESS, f"{job_id} {done} {total}")
        return self._settings.get(CANCELLED_JOB) != job_id

    def end(self) -> None:
        self._settings.delete(PROGRESS)
        self._settings.delete(CANCELLED_JOB)
        self._settings.delete(WANTED)


def _percent(state: RebuildState) -> int:
    return _share(state.done, state.total)


def _share(done: int, total: int) -> int:
    return 100 * done // total if total else 100
