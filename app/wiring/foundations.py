"""What both processes stand on: database, memory files, version history, clock."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from app.contracts.clock import Clock
from app.contracts.conversation import MessageStore, SessionStore
from app.contracts.history import VersionHistory
from app.contracts.jobs import JobQueue
from app.contracts.memory_files import MemoryFiles, WriteObserver
from app.contracts.settings import SettingsStore
from app.memory.write_recorder import WriteRecorder
from app.storage.database import JobRows, MessageRows, SessionRows, SettingsRows, open_database
from app.storage.git_history import GitHistory
from app.storage.memory_files import MemoryFilesOnDisk
from app.wiring.environment import Environment
from app.wiring.system_clock import SystemClock, TimeOrderedIds

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Foundations:
    clock: Clock
    sessions: SessionStore
    messages: MessageStore
    jobs: JobQueue
    settings: SettingsStore
    files: MemoryFiles
    history: VersionHistory
    record_write: WriteObserver
    close: Callable[[], None]


def open_foundations(environment: Environment) -> Foundations:
    clock = SystemClock(environment.clock_shift)
    database = open_database(environment.database)
    files = MemoryFilesOnDisk(environment.home)
    history = GitHistory(environment.home, clock)
    with files.lock():
        for finding in history.prepare().findings:
            logger.warning("history: %s", finding)
    return Foundations(
        clock=clock,
        sessions=SessionRows(database),
        messages=MessageRows(database),
        jobs=JobRows(database, TimeOrderedIds()),
        settings=SettingsRows(database),
        files=files,
        history=history,
        record_write=WriteRecorder(history),
        close=database.close,
    )
