"""What an engine does from its start to its last job, in one thread, so that its steps have an
order: the real stores and writers, a summary that is always the same.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from app.contracts.conversation import Message
from app.contracts.jobs import Done, Job, JobKind, JobOutcome
from app.engine.compaction_job import CompactionJob, JobLease
from app.engine.index_check import check_index
from app.memory.catch_up import CatchUp
from app.memory.daily_log_writer import DailyLogWriter
from app.memory.daily_logs import DailyLogs
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_compactor import MemoryCompactor
from app.memory.promote_facts import PromoteFacts
from app.memory.summarise.conversation_summariser import Summary
from app.memory.summarise.facts import Fact, FactCategory
from app.memory.write_recorder import WriteRecorder
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations, open_foundations
from tests.fakes.clock import ZURICH, FixedClock

LEASE = timedelta(minutes=1)
NOW = datetime(2026, 3, 2, 9, 30, tzinfo=ZURICH)
NEW_FACT = "Plays the accordion in a band"
OLDER_FACT, NEWER_FACT = "Lives in Zurich", "Lives in Geneva"
FACTS = (Fact(NEW_FACT, FactCategory.INTERESTS), Fact(NEWER_FACT, FactCategory.PROFILE))


class SameSummary:
    """Implements Summariser: what the person said, and two facts on the first day."""

    def summarise(self, agent_id: str, messages: Sequence[Message]) -> Summary:
        said = "\n".join(f"- {message.text}" for message in messages)
        return Summary(said, FACTS if messages[0].sequence == 1 else ())


def work(home: Path) -> None:
    """Everything that is due, as the engine would do it when it starts."""
    environment = Environment(home)
    base = replace(open_foundations(environment), clock=FixedClock(NOW))
    owner = f"engine-{os.getpid()}"
    base.jobs.end_leases_of_others(owner, base.clock.now())

    def embed_soon() -> None:
        base.jobs.enqueue(JobKind.EMBED_PENDING, "", base.clock.now())

    CatchUp(base.files, base.history, base.index, base.seen_files, base.unindexed, embed_soon).run()
    record_write = WriteRecorder(base.history, base.files, base.index, embed_soon)
    check_index(base.index_rows, base.jobs, base.clock)
    while (job := base.jobs.claim_next(owner, base.clock.now(), LEASE)) is not None:
        outcome = _run(base, record_write, owner, job)
        base.jobs.finish(job.id, owner, outcome, base.clock.now())
    base.close()


def _run(base: Foundations, record_write: WriteRecorder, owner: str, job: Job) -> JobOutcome:
    match job.kind:
        case JobKind.FLUSH_SESSION:
            long_term = LongTermMemory(base.files, record_write, base.clock)
            writer = DailyLogWriter(
                base.sessions,
                base.messages,
                base.jobs,
                base.settings,
                DailyLogs(base.files, record_write),
                SameSummary(),
                PromoteFacts(long_term).promote,
                base.clock,
                owner,
            )
            return writer.flush(job)
        case JobKind.COMPACT_MEMORY:
            compactor = MemoryCompactor(base.files, record_write, base.clock)
            lease = JobLease(base.jobs, owner)
            return CompactionJob(compactor, base.settings, base.clock, lease).run(job)
        case _:
            return Done()  # vectors are not what this is about
