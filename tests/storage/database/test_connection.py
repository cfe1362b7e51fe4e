"""The file itself: private, durable, shared by threads, and errors in the app's own words."""

import resource
import sqlite3
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.contracts.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseError,
    DatabaseUnwritable,
)
from app.storage.database import (
    Database,
    MessageRows,
    SessionRows,
    SettingsRows,
    open_database,
)
from tests.storage.database.values import message, session


def test_files_are_private_to_the_person(path: Path, settings: SettingsRows):
    settings.put("a", "b")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert set(modes.values()) == {0o600}
    assert set(modes) >= {"oneclaw.db", "oneclaw.db-wal"}


def test_a_file_that_was_open_to_others_is_closed_to_them(path: Path):
    open_database(path).close()
    path.chmod(0o644)
    open_database(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_missing_folders_are_made(tmp_path: Path):
    path = tmp_path / "not" / "yet" / "oneclaw.db"
    open_database(path).close()
    assert path.is_file()


def test_every_commit_is_durable_and_readers_are_not_blocked(database: Database):
    assert database.values("PRAGMA journal_mode") == [("wal",)]
    assert database.values("PRAGMA synchronous") == [(2,)]
    assert database.values("PRAGMA foreign_keys") == [(1,)]
    assert database.values("PRAGMA secure_delete") == [(1,)]


def test_closing_folds_the_log_back_into_the_file(path: Path, database: Database):
    SettingsRows(database).put("a", "b")
    database.close()
    left = {file.name for file in path.parent.iterdir()}
    assert left == {"oneclaw.db", "oneclaw.db.lock", "oneclaw.db.in-use"}


def test_deleted_words_do_not_stay_in_the_file(path: Path):
    database = open_database(path)
    SessionRows(database).create(session())
    MessageRows(database).append(message("m1", text="an unforgettable phrase"))
    MessageRows(database).append(message("m2", text="a lasting phrase"))
    MessageRows(database).delete(["m1"])
    database.close()
    contents = path.read_bytes()
    assert b"unforgettable" not in contents
    assert b"lasting" in contents


def test_a_closed_database_says_so(database: Database, settings: SettingsRows):
    database.close()
    database.close()
    with pytest.raises(DatabaseError, match="closed"):
        settings.get("a")


def test_two_databases_in_one_process_do_not_mix(tmp_path: Path):
    one, two = open_database(tmp_path / "one.db"), open_database(tmp_path / "two.db")
    SettingsRows(one).put("name", "one")
    SettingsRows(two).put("name", "two")
    assert SettingsRows(one).get("name") == "one"
    assert SettingsRows(two).get("name") == "two"
    one.close()
    two.close()


def test_many_threads_write_at_once_without_loss(database: Database):
    sessions, messages = SessionRows(database), MessageRows(database)
    sessions.create(session())
    with ThreadPoolExecutor(max_workers=4) as pool:
        list(pool.map(messages.append, [message(f"m{number}") for number in range(60)]))
    kept = messages.after("walk", 0)
    assert {one.id for one in kept} == {f"m{number}" for number in range(60)}
    assert len({one.sequence for one in kept}) == 60


def test_connections_of_ended_threads_are_closed(settings: SettingsRows):
    settings.get("a")
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(20):
        thread = threading.Thread(target=settings.get, args=("a",))
        thread.start()
        thread.join()
    one_connection = 4
    assert len(list(Path("/dev/fd").iterdir())) <= before + one_connection


def test_a_transaction_that_fails_leaves_nothing(database: Database, settings: SettingsRows):
    def put_and_fail() -> None:
        with database.writing():
            settings.put("a", "new")
            database.execute("INSERT INTO settings VALUES ('a', 'twice')")

    settings.put("a", "old")
    with pytest.raises(DatabaseError):
        put_and_fail()
    assert settings.get("a") == "old"


def test_an_inner_transaction_is_part_of_the_outer_one(database: Database, settings: SettingsRows):
    def put_inside_and_fail_outside() -> None:
        with database.writing():
            with database.writing():
                settings.put("a", "inner")
            raise KeyError

    with pytest.raises(KeyError):
        put_inside_and_fail_outside()
    assert settings.get("a") is None


def test_several_reads_see_one_state(path: Path, database: Database, settings: SettingsRows):
    settings.put("a", "before")
    other = open_database(path)
    with database.reading():
        first = settings.get("a")
        SettingsRows(other).put("a", "after")
        assert settings.get("a") == first == "before"
    assert settings.get("a") == "after"
    other.close()


def test_a_writer_that_holds_on_too_long_is_reported_as_busy(path: Path, database: Database):
    impatient = open_database(path, busy_timeout=0.01)
    with database.writing(), pytest.raises(DatabaseBusy):
        SettingsRows(impatient).put("a", "b")
    SettingsRows(impatient).put("a", "c")
    assert SettingsRows(database).get("a") == "c"
    impatient.close()


def test_reading_goes_on_while_another_writes(path: Path, database: Database):
    SettingsRows(database).put("a", "b")
    reader = open_database(path, busy_timeout=0.01)
    with database.writing():
        SettingsRows(database).put("a", "c")
        assert SettingsRows(reader).get("a") == "b"
    reader.close()


def test_a_full_database_keeps_what_it_had(database: Database):
    sessions, messages = SessionRows(database), MessageRows(database)
    sessions.create(session())
    messages.append(message("m1"))
    database.execute(f"PRAGMA max_page_count = {database.number('PRAGMA page_count')}")
    with pytest.raises(DatabaseUnwritable, match="no space"):
        messages.append(message("m2", text="x" * 100_000))
    assert [one.id for one in messages.after("walk", 0)] == ["m1"]
    database.execute("PRAGMA max_page_count = 100000")
    messages.append(message("m3"))
    assert len(messages.after("walk", 0)) == 2


def _append_until_the_disk_is_full(path: Path) -> None:
    """Runs in a child: the system refuses to let any of its files grow beyond 1 MiB."""
    database = open_database(path)
    SessionRows(database).create(session())
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_048_576, 1_048_576))
    messages, number = MessageRows(database), 0
    try:
        while True:
            messages.append(message(f"m{number}", text="x" * 3000))
            number += 1
    except DatabaseUnwritable:
        print(number)


def test_a_disk_that_runs_full_loses_nothing_that_was_acknowledged(path: Path):
    child = subprocess.run(
        [sys.executable, "-m", __name__, str(path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    database = open_database(path)
    kept = MessageRows(database).after("walk", 0)
    assert [one.id for one in kept] == [f"m{number}" for number in range(int(child.stdout))]
    assert len(kept) > 10
    assert database.values("PRAGMA integrity_check") == [("ok",)]
    database.close()


def test_a_database_that_may_not_be_written_says_so(database: Database, settings: SettingsRows):
    settings.put("a", "b")
    database.execute("PRAGMA query_only = ON")
    with pytest.raises(DatabaseUnwritable, match="may not write"):
        settings.put("a", "c")
    assert settings.get("a") == "b"


def test_a_table_that_is_gone_is_damage(database: Database, settings: SettingsRows):
    database.execute("DROP TABLE settings")
    with pytest.raises(DatabaseDamaged):
        settings.get("a")


def test_a_page_that_makes_no_sense_is_damage(path: Path):
    database = open_database(path)
    SessionRows(database).create(session())
    root = database.number("SELECT rootpage FROM sqlite_schema WHERE name = 'sessions'")
    database.close()
    with path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"\xff" * 4096)
    database = open_database(path)
    with pytest.raises(DatabaseDamaged):
        SessionRows(database).newest_first()
    database.close()


def test_rubbish_in_place_of_a_database_is_damage_and_stays(path: Path):
    path.write_bytes(b"this was never a database" * 300)
    before = path.read_bytes()
    with pytest.raises(DatabaseDamaged):
        open_database(path)
    assert path.read_bytes() == before


def test_a_folder_in_place_of_a_database_is_damage(path: Path):
    path.mkdir()
    with pytest.raises(DatabaseDamaged):
        open_database(path)


def test_errors_say_nothing_of_what_was_written(messages: MessageRows, sessions: SessionRows):
    sessions.create(session())
    messages.append(message("m1", text="my secret"))
    with pytest.raises(DatabaseError) as caught:
        messages.append(message("m1", text="my secret"))
    assert "secret" not in str(caught.value)
    assert isinstance(caught.value.__cause__, Exception)
    assert not isinstance(caught.value, sqlite3.Error)


if __name__ == "__main__":
    _append_until_the_disk_is_full(Path(sys.argv[1]))
