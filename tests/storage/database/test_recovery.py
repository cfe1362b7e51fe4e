"""Real damage: what can be read is recovered, the damaged files are kept, and a report says so."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.contracts.agents import Agent
from app.contracts.errors import DatabaseBusy, DatabaseDamaged, DatabaseTooNew
from app.contracts.jobs import JobKind
from app.contracts.model_provider import ModelInfo
from app.contracts.models_catalog import (
    ON_DEVICE_MODEL,
    ModelChoice,
    ProviderAccount,
    ProviderKind,
)
from app.storage.database import (
    AgentRows,
    Database,
    IndexRows,
    JobRows,
    MessageRows,
    ModelRows,
    OpenedDatabase,
    ProviderRows,
    SessionRows,
    SettingsRows,
    open_database,
    open_recovering,
)
from tests.storage.database.values import LEASE, NOON, CountedIds, message, session

PAGE = 4096
SESSIONS, MESSAGES = 20, 600


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with something in every table, closed; copied and damaged by each test."""
    path = tmp_path_factory.mktemp("filled") / "oneclaw.db"
    database = open_database(path)
    with database.writing():
        for number in range(SESSIONS):
            SessionRows(database).create(session(f"s{number}", last_logged_sequence=10))
        for number in range(MESSAGES):
            length = 3000 if number % 50 == 0 else 8
            text = f"Nachricht {number} über Zürich " * length
            MessageRows(database).append(message(f"m{number}", f"s{number % SESSIONS}", text=text))
        SettingsRows(database).put("theme", "dark")
        JobRows(database, CountedIds()).enqueue(JobKind.FLUSH_SESSION, "s1", NOON)
        ProviderRows(database).save(
            ProviderAccount("mine", ProviderKind.ANTHROPIC, "Mine", key_reference="key-mine")
        )
        ModelRows(database).refresh("mine", [ModelInfo("large", "Large", 200_000)])
        ModelRows(database).set_default(ModelChoice("mine", "large"))
        AgentRows(database).save(
            Agent("cook", "Cook", "You cook.", model=ModelChoice("mine", "large"))
        )
    database.close()
    return path


@pytest.fixture
def copy(filled: Path, path: Path) -> Path:
    shutil.copy(filled, path)
    return path


@pytest.fixture
def recover() -> Iterator[Callable[[Path], OpenedDatabase]]:
    opened: list[OpenedDatabase] = []

    def open_and_remember(path: Path) -> OpenedDatabase:
        opened.append(open_recovering(path, NOON))
        return opened[-1]

    yield open_and_remember
    for one in opened:
        one.database.close()


Recover = Callable[[Path], OpenedDatabase]


def _overwrite(path: Path, start: int, contents: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(contents)


def _rubbish(length: int) -> bytes:
    return random.Random(7).randbytes(length)


def _root_of(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,))
        return int(found.fetchone()[0])


def _count(database: Database, table: str) -> int:
    return database.number(f"SELECT count(*) FROM {table}")  # noqa: S608 - fixed names


def _assert_whole(database: Database) -> None:
    assert database.values("PRAGMA integrity_check") == [("ok",)]
    assert database.values("PRAGMA foreign_key_check") == []


def _assert_everything_is_there(database: Database) -> None:
    _assert_whole(database)
    assert _count(database, "sessions") == SESSIONS
    assert _count(database, "messages") == MESSAGES
    long = MessageRows(database).get("m550")
    assert long is not None
    assert long.text == "Nachricht 550 über Zürich " * 3000
    assert SettingsRows(database).all() == {"theme": "dark"}
    assert [job.key for job in JobRows(database, CountedIds()).unfinished()] == ["s1"]
    assert [account.id for account in ProviderRows(database).all()] == ["on_device", "mine"]
    default = ModelRows(database).default()
    assert (default.choice.model_id, default.context_window) == ("large", 200_000)
    assert [agent.id for agent in AgentRows(database).all()] == ["general", "cook"]


def _set_aside(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.glob("*.damaged-*"))


def test_a_sound_database_is_opened_as_it_is(copy: Path, recover: Recover):
    opened = recover(copy)
    assert opened.report.findings == ()
    assert not opened.report.index_is_lost
    assert _set_aside(copy) == []
    _assert_everything_is_there(opened.database)


def test_a_first_start_makes_a_database_without_a_word(path: Path, recover: Recover):
    opened = recover(path)
    assert opened.report.findings == ()
    _assert_whole(opened.database)


def test_an_empty_file_is_a_first_start(path: Path, recover: Recover):
    path.touch()
    opened = recover(path)
    assert opened.report.findings == ()
    _assert_whole(opened.database)


def test_a_rubbish_header_costs_nothing(copy: Path, recover: Recover):
    _overwrite(copy, 0, _rubbish(100))
    opened = recover(copy)
    _assert_everything_is_there(opened.database)
    assert opened.report.index_is_lost


def test_a_rubbish_first_page_with_the_whole_schema_costs_nothing(copy: Path, recover: Recover):
    _overwrite(copy, 0, _rubbish(PAGE))
    _assert_everything_is_there(recover(copy).database)


def test_a_rubbish_root_of_the_messages_costs_nothing(copy: Path, recover: Recover):
    _overwrite(copy, (_root_of(copy, "messages") - 1) * PAGE, _rubbish(PAGE))
    _assert_everything_is_there(recover(copy).database)


def test_a_rubbish_index_costs_nothing(copy: Path, recover: Recover):
    _overwrite(copy, (_root_of(copy, "messages_of_session") - 1) * PAGE, _rubbish(PAGE))
    _assert_everything_is_there(recover(copy).database)


def test_pages_overwritten_in_the_middle_cost_only_their_own_rows(copy: Path, recover: Recover):
    middle = copy.stat().st_size // PAGE // 2
    _overwrite(copy, middle * PAGE, _rubbish(3 * PAGE))
    opened = recover(copy)
    _assert_whole(opened.database)
    assert MESSAGES - 60 < _count(opened.database, "messages") < MESSAGES
    assert _count(opened.database, "sessions") == SESSIONS


def test_of_a_truncated_file_the_remaining_rows_are_recovered(copy: Path, recover: Recover):
    size = copy.stat().st_size
    with copy.open("r+b") as file:
        file.truncate(size * 2 // 3 + 100)
    opened = recover(copy)
    _assert_whole(opened.database)
    assert _count(opened.database, "messages") > MESSAGES // 2
    assert _count(opened.database, "sessions") == SESSIONS


def test_messages_of_lost_sessions_get_a_session_again(copy: Path, recover: Recover):
    _overwrite(copy, (_root_of(copy, "sessions") - 1) * PAGE, b"\x00" * PAGE)
    opened = recover(copy)
    _assert_whole(opened.database)
    assert _count(opened.database, "messages") == MESSAGES
    sessions = SessionRows(opened.database)
    assert {one.title for one in sessions.newest_first()} == {"Recovered conversation"}
    assert sessions.with_unlogged_messages() == ()


def test_a_private_conversation_stays_private_when_its_session_is_lost(
    path: Path, recover: Recover
):
    database = open_database(path)
    SessionRows(database).create(session(is_private=True))
    MessageRows(database).append(message("m1"))
    database.close()
    _overwrite(path, (_root_of(path, "sessions") - 1) * PAGE, b"\x00" * PAGE)
    recovered = SessionRows(recover(path).database).get("walk")
    assert recovered is not None
    assert recovered.is_private


def test_a_dropped_table_is_made_again_and_the_others_are_recovered(copy: Path, recover: Recover):
    database = open_database(copy)
    database.execute("DROP TABLE jobs")
    database.close()
    opened = recover(copy)
    _assert_whole(opened.database)
    assert _count(opened.database, "messages") == MESSAGES
    assert _count(opened.database, "jobs") == 0


@pytest.mark.parametrize("part", ["INDEX one_pending_job", "TRIGGER index_forgets_hidden_session"])
def test_a_missing_index_or_trigger_is_noticed(copy: Path, recover: Recover, part: str):
    database = open_database(copy)
    database.execute(f"DROP {part}")
    database.close()
    opened = recover(copy)
    assert opened.report.findings
    _assert_everything_is_there(opened.database)


def test_a_folder_in_its_place_is_moved_with_what_is_in_it(path: Path, recover: Recover):
    path.mkdir()
    (path / "note.txt").write_text("somebody put this here")
    opened = recover(path)
    _assert_whole(opened.database)
    (kept,) = opened.report.set_aside
    assert (kept / "note.txt").read_text() == "somebody put this here"


def _crashed(path: Path, rows: int) -> None:
    """Leaves main file and log as a killed process does: the last rows only in the log."""
    database = open_database(path)
    SessionRows(database).create(session())
    for number in range(rows):
        MessageRows(database).append(message(f"m{number}", text=f"message {number} " * 20))
    for name in ("oneclaw.db", "oneclaw.db-wal"):
        shutil.copy(path.with_name(name), path.with_name(f"kept-{name}"))
    database.close()
    for name in ("oneclaw.db", "oneclaw.db-wal"):
        path.with_name(f"kept-{name}").replace(path.with_name(name))


def test_a_torn_log_keeps_everything_before_the_tear(path: Path, recover: Recover):
    _crashed(path, rows=30)
    log = path.with_name("oneclaw.db-wal")
    _overwrite(log, log.stat().st_size * 3 // 4, _rubbish(500))
    opened = recover(path)
    _assert_whole(opened.database)
    kept = [one.id for one in MessageRows(opened.database).after("walk", 0)]
    assert kept == [f"m{number}" for number in range(len(kept))]
    assert 10 < len(kept) < 30


@pytest.mark.parametrize("harm", ["emptied", "missing"])
def test_with_the_main_file_gone_the_log_still_gives_its_rows(
    path: Path, recover: Recover, harm: str
):
    _crashed(path, rows=30)
    if harm == "emptied":
        path.write_bytes(b"")
    else:
        path.unlink()
    opened = recover(path)
    _assert_whole(opened.database)
    assert len(MessageRows(opened.database).after("walk", 0)) == 30
    assert any(name.endswith("-wal") for name in _set_aside(path))


def test_the_damaged_files_are_kept_byte_for_byte(copy: Path, recover: Recover):
    _overwrite(copy, 0, _rubbish(100))
    before = copy.read_bytes()
    report = recover(copy).report
    assert [file.name for file in report.set_aside] == ["oneclaw.db.damaged-20260228-120000"]
    assert report.set_aside[0].read_bytes() == before
    assert _set_aside(copy) == ["oneclaw.db.damaged-20260228-120000"]


def test_a_second_accident_in_the_same_second_overwrites_nothing(copy: Path):
    for _ in range(2):
        _overwrite(copy, 0, _rubbish(100))
        open_recovering(copy, NOON).database.close()
    assert _set_aside(copy) == [
        "oneclaw.db.damaged-20260228-120000",
        "oneclaw.db.damaged-20260228-120000-2",
    ]


def test_the_report_says_in_plain_words_what_happened(copy: Path, recover: Recover):
    _overwrite(copy, 0, _rubbish(100))
    findings = recover(copy).report.findings
    assert "kept as oneclaw.db.damaged-20260228-120000" in findings[0]
    assert "20 conversations with 600 messages" in findings[1]
    assert "search index" in findings[2]


def test_sequences_are_not_given_again_after_a_recovery(copy: Path, recover: Recover):
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE sessions SET last_logged_sequence = 900 WHERE id = 's3'")
        connection.commit()
    _overwrite(copy, 0, _rubbish(100))
    opened = recover(copy)
    new = MessageRows(opened.database).append(message("new", "s3"))
    assert new.sequence > 900
    assert "s3" in SessionRows(opened.database).with_unlogged_messages()


def test_a_job_is_finished_after_a_recovery(copy: Path, recover: Recover):
    _overwrite(copy, 0, _rubbish(100))
    jobs = JobRows(recover(copy).database, CountedIds("new"))
    job = jobs.claim_next("engine", NOON, LEASE)
    assert job is not None
    assert jobs.finish_flush(job.id, "engine", "s1", 400, NOON)


def test_a_lost_provider_gives_the_default_back_to_the_device(copy: Path, recover: Recover):
    _overwrite(copy, (_root_of(copy, "providers") - 1) * PAGE, b"\x00" * PAGE)
    opened = recover(copy)
    _assert_whole(opened.database)
    assert ModelRows(opened.database).default().choice == ON_DEVICE_MODEL


def test_the_index_is_left_to_be_built_again(copy: Path, recover: Recover):
    _overwrite(copy, 0, _rubbish(100))
    opened = recover(copy)
    assert opened.report.index_is_lost
    assert IndexRows(opened.database).all() == ()


def test_a_kill_before_the_old_file_was_moved_starts_again(copy: Path, recover: Recover):
    _overwrite(copy, 0, _rubbish(100))
    copy.with_name("oneclaw.db.recovered").write_bytes(b"half a recovery")
    _assert_everything_is_there(recover(copy).database)
    assert not copy.with_name("oneclaw.db.recovered").exists()


def test_a_kill_before_the_new_file_had_its_name_is_finished(
    copy: Path, filled: Path, recover: Recover
):
    copy.replace(copy.with_name("oneclaw.db.damaged-20260228-115959"))
    copy.with_name("oneclaw.db-wal").write_bytes(b"the log of the damaged one")
    shutil.copy(filled, copy.with_name("oneclaw.db.recovered"))
    opened = recover(copy)
    _assert_everything_is_there(opened.database)
    assert opened.report.index_is_lost
    logs = [name for name in _set_aside(copy) if name.endswith("-wal")]
    assert len(logs) == 1
    assert copy.with_name(logs[0]).read_bytes() == b"the log of the damaged one"


def test_a_newer_app_s_database_is_refused_and_not_recovered(copy: Path):
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = copy.read_bytes()
    with pytest.raises(DatabaseTooNew):
        open_recovering(copy, NOON)
    assert copy.read_bytes() == before
    assert _set_aside(copy) == []


def test_a_damaged_database_that_is_still_in_use_is_left_alone_until_it_is_not(
    copy: Path, recover: Recover
):
    """Moving a file away under an open SQLite connection would ruin its successor's log."""
    other = open_database(copy)
    SettingsRows(other).put("theme", "light")
    _overwrite(copy, (_root_of(copy, "messages") - 1) * PAGE, _rubbish(PAGE))
    with pytest.raises(DatabaseBusy, match="still using it"):
        open_recovering(copy, NOON)
    assert _set_aside(copy) == []
    other.close()
    opened = recover(copy)
    assert SettingsRows(opened.database).get("theme") == "light"
    assert _count(opened.database, "messages") == MESSAGES


def test_plain_opening_reports_damage_and_moves_nothing(copy: Path):
    _overwrite(copy, 0, _rubbish(PAGE))
    with pytest.raises(DatabaseDamaged):
        open_database(copy)
    assert _set_aside(copy) == []


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_overwritten_everything_can_be_used_afterwards(
    copy: Path, recover: Recover, seed: int
):
    """Random wounds of random size, in rows, pages and headers alike."""
    chance = random.Random(seed)
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(copy.stat().st_size - 3000)
        _overwrite(copy, start, chance.randbytes(chance.randint(1, 3000)))
    opened = recover(copy)
    _assert_whole(opened.database)
    sessions, messages = SessionRows(opened.database), MessageRows(opened.database)
    readable = [one for found in sessions.newest_first() for one in messages.after(found.id, 0)]
    assert MESSAGES // 2 < len(readable) <= MESSAGES
    assert len(JobRows(opened.database, CountedIds()).unfinished()) <= 1
    assert ModelRows(opened.database).default().name
