"""Real stores on a fresh directory, a still clock and counted identifiers for every test."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.contracts.conversation import Message, MessageKind, NewMessage, Session
from app.memory.catch_up import CatchUp
from app.memory.daily_logs import DailyLogs
from app.memory.index_builder import IndexBuilder, fits_the_model
from app.memory.write_recorder import WriteRecorder
from app.storage.database import (
    Database,
    IndexRows,
    JobRows,
    MessageRows,
    SessionRows,
    SettingsRows,
    open_database,
)
from app.storage.database.seen_file_rows import SeenFileRows
from app.storage.git_history import GitHistory
from app.storage.memory_files import MemoryFilesOnDisk
from tests.fakes.clock import CountingIds, FixedClock


@dataclass(frozen=True)
class House:
    """Everything on disk, opened for one test."""

    home: Path
    clock: FixedClock
    ids: CountingIds
    database: Database
    sessions: SessionRows
    messages: MessageRows
    jobs: JobRows
    settings: SettingsRows
    files: MemoryFilesOnDisk
    history: GitHistory
    index: IndexBuilder
    record_write: WriteRecorder
    catch_up: CatchUp
    logs: DailyLogs

    def begin_session(self, session_id: str = "s1", *, is_private: bool = False) -> Session:
        now = self.clock.now()
        session = Session(session_id, f"Title of {session_id}", "general-assistant", now, now)
        self.sessions.create(session)
        if is_private:
            self.sessions.set_private(session_id, is_private=True)
        return session

    def say(
        self, words: str, *, session_id: str = "s1", kind: MessageKind = MessageKind.USER
    ) -> Message:
        message_id = self.ids.new_id()
        return self.messages.append(
            NewMessage(message_id, session_id, kind, words, self.clock.now())
        )


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    home = tmp_path / "home"
    home.mkdir()
    clock, ids = FixedClock(), CountingIds()
    database = open_database(home / "oneclaw.db")
    files = MemoryFilesOnDisk(home)
    history = GitHistory(home, clock)
    with files.lock():
        history.prepare()
    index = IndexBuilder(IndexRows(database), clock, fits_the_model)
    record_write = WriteRecorder(history, files, index)
    yield House(
        home=home,
        clock=clock,
        ids=ids,
        database=database,
        sessions=SessionRows(database),
        messages=MessageRows(database),
        jobs=JobRows(database, ids),
        settings=SettingsRows(database),
        files=files,
        history=history,
        index=index,
        record_write=record_write,
        catch_up=CatchUp(files, history, index, SeenFileRows(database), MessageRows(database)),
        logs=DailyLogs(files, record_write),
    )
    database.close()
