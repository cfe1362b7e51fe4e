"""What both processes stand on: database, memory files, version history, index, clock."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from app.contracts.agents import AgentStore
from app.contracts.clock import Clock
from app.contracts.conversation import MessageStore, SessionStore
from app.contracts.drafts import DraftStore
from app.contracts.erasure import Erasure
from app.contracts.history import VersionHistory
from app.contracts.jobs import JobKind, JobQueue
from app.contracts.memory_files import MemoryFiles
from app.contracts.memory_index import (
    DerivedArrays,
    IndexFeed,
    IndexStore,
    SeenFiles,
    UnindexedMessages,
)
from app.contracts.memory_traces import MemoryTraces
from app.contracts.memory_usage import MemoryUsage
from app.contracts.models_catalog import ModelCatalog, ProviderStore
from app.contracts.sent_prompts import SentPromptStore
from app.contracts.settings import SettingsStore
from app.contracts.usage import UsageStore
from app.memory.delete_everything import finish_erasing
from app.memory.forget_redaction import without_facts
from app.memory.index_builder import IndexBuilder, fits_the_model
from app.memory.portable_settings import PORTABLE
from app.storage.database import (
    AgentRows,
    IndexRows,
    JobRows,
    MessageRows,
    ModelRows,
    ProviderRows,
    RecoveryReport,
    SessionRows,
    SettingsRows,
    TokenUsageRows,
    open_recovering,
)
from app.storage.database.draft_rows import DraftRows
from app.storage.database.index_feed import IndexFeedRows
from app.storage.database.seen_file_rows import SeenFileRows
from app.storage.database.sent_prompt_rows import SentPromptRows
from app.storage.database.trace_rows import TraceRows
from app.storage.database.usage_rows import UsageRows
from app.storage.derived_arrays import DerivedArraysFile
from app.storage.erasure import EraseOnDisk
from app.storage.git_history import GitHistory
from app.storage.memory_files import MemoryFilesOnDisk
from app.wiring.device_twins import secret_store
from app.wiring.environment import Environment
from app.wiring.system_clock import SystemClock, TimeOrderedIds

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Foundations:
    clock: Clock
    sessions: SessionStore
    messages: MessageStore
    agents: AgentStore
    providers: ProviderStore
    catalog: ModelCatalog
    jobs: JobQueue
    settings: SettingsStore
    usage: UsageStore
    files: MemoryFiles
    history: VersionHistory
    index_rows: IndexStore
    index_feed: IndexFeed
    index_cache: DerivedArrays
    index: IndexBuilder
    memory_usage: MemoryUsage
    memory_traces: MemoryTraces
    prompts: SentPromptStore
    drafts: DraftStore
    seen_files: SeenFiles
    unindexed: UnindexedMessages
    erasure: Erasure
    drop_keys: Callable[[], None]
    recovery: RecoveryReport
    close: Callable[[], None]


def open_foundations(environment: Environment, clock: Clock | None = None) -> Foundations:
    """`clock`: another one than the system's, for whoever plays a day that is over."""
    clock = clock or SystemClock(environment.clock_shift)
    opened = open_recovering(environment.database, clock.now())
    database = opened.database
    files = MemoryFilesOnDisk(environment.home)
    history = GitHistory(environment.home, clock, redact=without_facts)
    providers = ProviderRows(database)
    erasure = EraseOnDisk(environment.home, database, PORTABLE)

    def drop_keys() -> None:
        secrets = secret_store(environment)
        for account in providers.all():
            if account.key_reference:
                secrets.delete(account.key_reference)

    finish_erasing(erasure, files, history, drop_keys)
    with files.lock():
        findings = history.prepare().findings
    for finding in (*opened.report.findings, *findings):
        logger.warning("%s", finding)
    jobs = JobRows(database, TimeOrderedIds())
    if opened.report.index_is_lost:
        # Whichever process opened it first: the engine finds the job when it looks.
        jobs.enqueue(JobKind.REBUILD_INDEX, "", clock.now())
    index_rows = IndexRows(database)
    messages = MessageRows(database)
    return Foundations(
        clock=clock,
        sessions=SessionRows(database),
        messages=messages,
        agents=AgentRows(database),
        providers=providers,
        catalog=ModelRows(database),
        jobs=jobs,
        settings=SettingsRows(database),
        usage=TokenUsageRows(database),
        files=files,
        history=history,
        index_rows=index_rows,
        index_feed=IndexFeedRows(database),
        index_cache=DerivedArraysFile(environment.search_cache),
        index=IndexBuilder(index_rows, clock, fits_the_model),
        memory_usage=UsageRows(database),
        memory_traces=TraceRows(database),
        prompts=SentPromptRows(database),
        drafts=DraftRows(database),
        seen_files=SeenFileRows(database),
        unindexed=messages,
        erasure=erasure,
        drop_keys=drop_keys,
        recovery=opened.report,
        close=database.close,
    )
