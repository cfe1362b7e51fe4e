"""An engine's compaction job that kills itself with SIGKILL at one step. Run as a child process.

Usage: python -m tests.engine.compacting_child HOME STEP
"""

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path

from app.contracts.jobs import JobKind
from app.contracts.memory_files import FileSnapshot, WriteOutcome
from app.engine.compaction_job import CompactionJob, JobLease
from app.memory.index_builder import IndexBuilder, fits_the_model
from app.memory.memory_compactor import MemoryCompactor
from app.memory.write_recorder import WriteRecorder
from app.storage.database import IndexRows, JobRows, SettingsRows, open_database
from app.storage.git_history import GitHistory
from app.storage.memory_files import MemoryFilesOnDisk
from tests.fakes.clock import CountingIds, FixedClock

STEPS = (
    "before old commit",
    "after old commit",
    "before plan",
    "after plan",
    "before write",
    "after write",
    "after new commit",
    "before date",
    "after date",
)
LEASE = timedelta(seconds=60)


class _Death:
    def __init__(self, step: str) -> None:
        self._step = step
        self.commits = 0

    def at(self, step: str) -> None:
        if step == self._step:
            os.kill(os.getpid(), signal.SIGKILL)


class _DyingFiles(MemoryFilesOnDisk):
    def __init__(self, root: Path, death: _Death) -> None:
        super().__init__(root)
        self._death = death

    def write(self, path: str, text: str, *, based_on: FileSnapshot) -> WriteOutcome:
        self._death.at("before write")
        outcome = super().write(path, text, based_on=based_on)
        self._death.at("after write")
        return outcome


class _DyingHistory(GitHistory):
    def __init__(self, root: Path, clock: FixedClock, death: _Death) -> None:
        super().__init__(root, clock)
        self._death = death

    def commit(self, paths: Sequence[str], message: str) -> str | None:
        self._death.at("before old commit")
        sha = super().commit(paths, message)
        if sha is not None:
            self._death.commits += 1
        self._death.at("after old commit" if self._death.commits < 2 else "after new commit")
        return sha


class _DyingJobs(JobRows):
    death: _Death

    def keep_plan(self, job_id: str, owner: str, plan: Mapping[str, str]) -> bool:
        self.death.at("before plan")
        kept = super().keep_plan(job_id, owner, plan)
        self.death.at("after plan")
        return kept


class _DyingSettings(SettingsRows):
    death: _Death

    def put(self, name: str, value: str) -> None:
        self.death.at("before date")
        super().put(name, value)
        self.death.at("after date")


def run(home: Path, step: str) -> None:
    death, clock = _Death(step), FixedClock()
    database = open_database(home / "oneclaw.db")
    files = _DyingFiles(home, death)
    history = _DyingHistory(home, clock, death)
    with files.lock():
        history.prepare()
    jobs, settings = _DyingJobs(database, CountingIds()), _DyingSettings(database)
    jobs.death = settings.death = death
    owner = f"engine of {step}"
    jobs.end_leases_of_others(owner, clock.now())
    index = IndexBuilder(IndexRows(database), clock, fits_the_model)
    record_write = WriteRecorder(history, files, index)
    handler = CompactionJob(
        MemoryCompactor(files, record_write, clock), settings, clock, JobLease(jobs, owner)
    )
    while (job := jobs.claim_next(owner, clock.now(), LEASE)) is not None:
        assert job.kind is JobKind.COMPACT_MEMORY
        jobs.finish(job.id, owner, handler.run(job), clock.now())
    database.close()


def run_to_the_end(home: Path) -> None:
    run(home, "none of them")


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2])
