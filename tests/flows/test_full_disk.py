"""No space left, and a read-only directory, for files, history and database together: what was
there stays, the error is one of ours, and with room again everything agrees.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from app.contracts.conversation import Message, MessageKind, NewMessage, Session
from app.contracts.errors import (
    DatabaseError,
    DatabaseUnwritable,
    HistoryError,
    OneClawError,
    WriteFailed,
)
from app.contracts.jobs import JobKind
from app.contracts.memory_files import LONG_TERM_PATH
from app.engine.job_runner import JobRunner
from app.memory.catch_up import CatchUp
from app.memory.daily_log import parse_blocks
from app.memory.daily_log_writer import DailyLogWriter
from app.memory.daily_logs import DailyLogs
from app.memory.index_builder import IndexBuilder, fits_the_model
from app.memory.long_term_memory import LongTermMemory
from app.memory.promote_facts import PromoteFacts
from app.memory.summarise.conversation_summariser import Summary
from app.memory.summarise.extractive import extractive_summary
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
from app.wiring.doctor import FINE, main
from app.wiring.environment import Environment
from app.wiring.foundations import open_foundations
from tests.fakes.clock import CountingIds, FixedClock
from tests.flows.refusing_disk import RefusingDisk, RefusingFiles
from tests.flows.small_device import SmallDevice, set_read_only, small_device
from tests.storage.git_history.place import run_git

OUR_ERRORS = (WriteFailed, HistoryError, DatabaseUnwritable)
MOST_FREE_BLOCKS = 24


class ByWords:
    """Implements Summariser without a model."""

    def summarise(self, agent_id: str, messages: Sequence[Message]) -> Summary:
        return Summary(extractive_summary(messages))


@dataclass
class Stack:
    """The whole of it on one device."""

    device: SmallDevice
    clock: FixedClock
    database: Database
    files: MemoryFilesOnDisk
    history: GitHistory
    memory: LongTermMemory
    logs: DailyLogs
    catch_up: CatchUp
    jobs: JobRows

    def facts(self) -> list[str]:
        return [entry.text for entry in self.memory.document().entries()]

    def runner(self) -> JobRunner:
        writer = DailyLogWriter(
            SessionRows(self.database),
            MessageRows(self.database),
            self.jobs,
            SettingsRows(self.database),
            self.logs,
            ByWords(),
            PromoteFacts(self.memory).promote,
            self.clock,
            "engine",
        )
        return JobRunner(self.jobs, {JobKind.FLUSH_SESSION: writer.flush}, self.clock, "engine")

    def is_consistent(self) -> None:
        """After what every start does, nothing is left for the doctor to find."""
        with self.files.lock():
            self.history.prepare()
        self.catch_up.run()
        assert main([str(self.device.home)]) == FINE
        done = run_git(self.device.home, "fsck", "--full", "--strict", "--no-dangling")
        assert (done.returncode, done.stdout + done.stderr) == (0, b"")
        assert self.database.values("PRAGMA integrity_check") == [("ok",)]


def open_stack(device: SmallDevice) -> Stack:
    clock = FixedClock()
    home = device.home
    database = open_database(home / "oneclaw.db")
    files = MemoryFilesOnDisk(home, operations=RefusingFiles(device.gate))
    history = GitHistory(home, clock, disk=RefusingDisk(home / ".git/oneclaw", device.gate))
    with files.lock():
        history.prepare()
    index = IndexBuilder(IndexRows(database), clock, fits_the_model)
    record_write = WriteRecorder(history, files, index)
    return Stack(
        device,
        clock,
        database,
        files,
        history,
        LongTermMemory(files, record_write, clock),
        DailyLogs(files, record_write),
        CatchUp(files, history, index, SeenFileRows(database), MessageRows(database)),
        JobRows(database, CountingIds()),
    )


@pytest.fixture(params=["a small tmpfs", "a refusing disk"])
def device(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SmallDevice]:
    """Where nobody may mount, both are the refusing one."""
    with small_device(tmp_path, is_real=request.param == "a small tmpfs") as made:
        yield made


@pytest.fixture
def stack(device: SmallDevice) -> Iterator[Stack]:
    opened = open_stack(device)
    opened.memory.save("Known before.")
    yield opened
    opened.database.close()


def test_a_save_without_any_space_leaves_what_was_there(stack: Stack):
    before = stack.files.read(LONG_TERM_PATH)
    stack.device.fill(stack.database)
    with pytest.raises(WriteFailed, match="no space left"):
        stack.memory.save("Too much.")
    assert stack.files.read(LONG_TERM_PATH) == before
    stack.device.make_room(stack.database)
    stack.memory.save("Fits again.")
    assert stack.facts() == ["Known before.", "Fits again."]
    stack.is_consistent()


def test_space_that_runs_out_at_any_step_tears_and_doubles_nothing(stack: Stack):
    told: dict[str, str] = {}
    for free in range(MOST_FREE_BLOCKS):
        fact = f"Fact number{free}."
        stack.device.fill(stack.database, leaving=free)
        try:
            stack.memory.save(fact)
        except OUR_ERRORS as error:
            told[type(error).__name__] = error.sentence
        stack.device.make_room(stack.database)
        stack.memory.save(fact)
        assert stack.facts()[-1] == fact
        assert stack.files.read(LONG_TERM_PATH).text.count(fact) == 1
    assert told["WriteFailed"].startswith("There is no space left on this device")
    assert told["HistoryError"] == "There is no space left on this device."
    stack.is_consistent()


def test_a_history_that_was_whole_starts_without_space(stack: Stack):
    stack.device.fill(stack.database)
    with stack.files.lock():
        assert stack.history.prepare().findings == ()
    stack.device.make_room(stack.database)
    stack.is_consistent()


def test_a_flush_without_space_is_done_once_there_is_room(stack: Stack):
    now = stack.clock.now()
    SessionRows(stack.database).create(Session("s1", "Boats", "general", now, now))
    said = NewMessage("m1", "s1", MessageKind.USER, "The boat leaves at nine.", now)
    message = MessageRows(stack.database).append(said)
    stack.jobs.enqueue(JobKind.FLUSH_SESSION, "s1", now)
    runner = stack.runner()
    for free in (0, 6, 12):
        stack.device.fill(stack.database, leaving=free)
        attempt(runner)
        stack.device.make_room(stack.database)
        stack.clock.move(hours=2)
    attempt(runner)
    runner.close()
    session = SessionRows(stack.database).get("s1")
    assert session is not None
    assert session.last_logged_sequence == message.sequence
    (block,) = parse_blocks(stack.logs.read(now.date()).text)
    assert block.body == "- The boat leaves at nine."
    stack.is_consistent()


def attempt(runner: JobRunner) -> None:
    """As the engine does: that it cannot even look for work is no reason to end."""
    try:
        runner.start_due()
    except DatabaseError:
        return
    finally:
        assert runner.wait_until_idle(30)


def test_a_read_only_directory_can_be_read_and_is_written_again_later(device: SmallDevice):
    stack = open_stack(device)
    stack.memory.save("Known before.")
    stack.database.close()
    set_read_only(device, is_read_only=True)
    files = MemoryFilesOnDisk(device.home, operations=RefusingFiles(device.gate))
    before = files.read(LONG_TERM_PATH)
    assert "Known before." in before.text
    assert main([str(device.home)]) == FINE
    with pytest.raises(WriteFailed, match="read-only"):
        files.write(LONG_TERM_PATH, "lost", based_on=before)
    assert files.read(LONG_TERM_PATH) == before
    set_read_only(device, is_read_only=False)
    again = open_stack(device)
    again.memory.save("Writable again.")
    assert again.facts() == ["Known before.", "Writable again."]
    again.is_consistent()
    again.database.close()


def test_an_app_on_a_read_only_directory_is_refused_in_a_sentence(tmp_path: Path):
    with small_device(tmp_path, is_real=True) as device:
        open_foundations(Environment(device.home)).close()
        set_read_only(device, is_read_only=True)
        # A superuser who may not mount may write anywhere; there is nothing to refuse then.
        if not os.access(device.home, os.W_OK):
            with pytest.raises(OneClawError, match="may not write"):
                open_foundations(Environment(device.home))
        set_read_only(device, is_read_only=False)
        open_foundations(Environment(device.home)).close()


def test_a_refusal_of_each_single_change_in_turn_is_survived(tmp_path: Path):
    """Injected, so that no step of files and history is left out, wherever this runs."""
    with small_device(tmp_path, is_real=False) as device:
        stack = open_stack(device)
        number = 0
        for number in count():
            fact = f"Fact number{number}."
            device.gate.refuse_only(number)
            try:
                stack.memory.save(fact)
            except OUR_ERRORS:
                pass
            else:
                if device.gate.changes <= number:
                    break
            device.gate.open()
            stack.memory.save(fact)
            assert stack.files.read(LONG_TERM_PATH).text.count(fact) == 1
            assert len(stack.facts()) == number + 1
        assert number > 10
        device.gate.open()
        stack.is_consistent()
        stack.database.close()
