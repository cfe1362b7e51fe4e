"""An engine's compaction job that kills itself with SIGKILL when it has kept what it will write.

Usage: python -m tests.engine.compacting_child HOME
"""

import os
import signal
import sys
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from app.contracts.jobs import JobKind
from app.engine.compaction_job import CompactionJob, JobLease
from app.memory.index_builder import IndexBuilder, fits_the_model
from app.memory.memory_compactor import MemoryCompactor
from app.memory.write_recorder import WriteRecorder
from app.storage.database import IndexRows, JobRows, SettingsRows, open_database
from app.storage.git_history import GitHistory
from app.storage.memory_files import MemoryFilesOnDisk
from tests.fakes.clock import CountingIds, FixedClock

LEASE = timedelta(seconds=60)


class _DyingJobs(JobRows):
    def keep_plan(self, job_id: str, owner: str, plan: Mapping[str, str]) -> bool:
        super().keep_plan(job_id, owner, plan)
        os.kill(os.getpid(), signal.SIGKILL)
        return True


def run(home: Path, *, dies: bool = False) -> None:
    clock = FixedClock()
    database = open_database(home / "oneclaw.db")
    files = MemoryFilesOnDisk(home)
    history = GitHistory(home, clock)
    with files.lock():
        history.prepare()
    jobs = (_DyingJobs if dies else JobRows)(database, CountingIds())
    owner = f"engine {os.getpid()}"
    jobs.end_leases_of_others(owner, clock.now())
    index = IndexBuilder(IndexRows(database), clock, fits_the_model)
    record_write = WriteRecorder(history, files, index)
    handler = CompactionJob(
        MemoryCompactor(files, record_write, clock),
        SettingsRows(database),
        clock,
        JobLease(jobs, owner),
    )
    while (job := jobs.claim_next(owner, clock.now(), LEASE)) is not None:
        assert job.kind is JobKind.COMPACT_MEMORY
        jobs.finish(job.id, owner, handler.run(job), clock.now())
    database.close()


if __name__ == "__main__":
    run(Path(sys.argv[1]), dies=True)
