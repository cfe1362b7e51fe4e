"""From every older version with data in it, in one transaction a step, by one process at a time."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.contracts.errors import DatabaseError, DatabaseTooNew
from app.contracts.sent_prompts import SentPrompt
from app.storage.database import Database, SessionRows, open_database
from app.storage.database.migrations import MIGRATIONS, migrate, version_of
from app.storage.database.sent_prompt_rows import SentPromptRows
from app.storage.database.tables import TABLES
from tests.storage.database.values import NOON, session

_DATA_BY_VERSION = {
    1: """
        INSERT INTO sessions (id, title, agent_id, created_at, last_used_at, use_order)
        VALUES ('old', 'An old talk', 'general', 1, 2, 1);
        INSERT INTO messages (id, session_id, kind, text, said_at, offset_minutes)
        VALUES ('m1', 'old', 'USER', 'kept words', 3, 60);
        INSERT INTO settings VALUES ('theme', 'dark');
        INSERT INTO jobs (id, kind, key, state, created_at, waits_since, run_after)
        VALUES ('j1', 'flush_session', 'old', 'pending', 1, 1, 1)
    """,
    2: """
        INSERT INTO agents (id, name, prompt) VALUES ('cook', 'Cook', 'You cook.');
        INSERT INTO providers (id, kind, name) VALUES ('p', 'openai', 'Mine');
        UPDATE models SET is_default = 0;
        INSERT INTO models (provider_id, model_id, name, is_default)
        VALUES ('p', 'm', 'A model', 1)
    """,
    3: """
        INSERT INTO memory_index
            (id, source_type, chunk_text, created_at, updated_at, content_hash)
        VALUES ('c1', 'long_term', 'likes tea', 1, 1, 'h')
    """,
    4: """
        INSERT INTO memory_index
            (id, source_type, chunk_text, created_at, updated_at, content_hash)
        VALUES ('c2', 'long_term', 'likes boats', 1, 1, 'h2')
    """,
    5: """
        INSERT INTO messages
            (id, session_id, kind, text, said_at, offset_minutes, tool_call_id, tool_signature)
        VALUES ('m2', 'old', 'TOOL_CALL', '', 4, 60, 'call', 'signed')
    """,
    6: """
        INSERT INTO memory_usage (entry_key, uses, first_used_at, last_used_at)
        VALUES ('digest', 3, 1, 2)
    """,
    7: "INSERT INTO seen_files VALUES ('memory/MEMORY.md', '12-1-1-1', '1 0a1b')",
    8: """
        INSERT INTO sent_prompts VALUES ('m1', 'You are.', 0, '[]');
        INSERT INTO drafts VALUES ('old', 'old', 'half a thought', '')
    """,
    9: """
        INSERT INTO messages (id, session_id, kind, text, said_at, offset_minutes)
        VALUES ('m3', 'old', 'ASSISTANT', 'newer words', 5, 60);
        INSERT INTO sent_prompts VALUES ('m3', 1, '["a"]');
        INSERT INTO prompt_texts VALUES (7, 'a digest', x'789c2bcecc2dc84905000906028b');
        INSERT INTO sent_prompt_parts VALUES ('m3', 0, 7)
    """,
}


_REWRITTEN = ("sqlite_sequence", "sent_prompts")
"""Tables whose rows a later version keeps in another form; the second has a test of its own."""


def _database_of_version(path: Path, version: int) -> None:
    """As an app of that version would have left it, with something in every table."""
    database = Database(path)
    database.values("PRAGMA journal_mode = WAL")
    for step in range(1, version + 1):
        migrate(database, up_to=step)
        for statement in _DATA_BY_VERSION[step].split(";"):
            database.execute(statement)
    database.close()


Contents = dict[str, list[dict[str, object]]]


def _contents(path: Path) -> Contents:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        tables = [
            str(row["name"])
            for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        return {
            table: [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]  # noqa: S608 - schema names
            for table in tables
        }


def test_every_version_has_data_to_be_tested_with():
    assert set(_DATA_BY_VERSION) == set(range(1, len(MIGRATIONS) + 1))


@pytest.mark.parametrize("version", range(len(MIGRATIONS) + 1))
def test_a_database_of_any_older_version_is_migrated_without_loss(path: Path, version: int):
    _database_of_version(path, version)
    before = _contents(path)
    database = open_database(path)
    assert version_of(database) == len(MIGRATIONS)
    assert database.values("PRAGMA quick_check") == [("ok",)]
    assert database.values("PRAGMA foreign_key_check") == []
    SessionRows(database).create(session("new"))
    database.close()
    after = _contents(path)
    for table, rows in before.items():
        if table not in _REWRITTEN:
            # A later version may have added columns; what was there stands as it stood.
            kept = [{name: row[name] for name in rows[0]} for row in after[table]] if rows else []
            assert all(row in kept for row in rows)


@pytest.mark.parametrize("version", [8, 9])
def test_what_a_model_was_asked_with_is_the_same_after_every_step(path: Path, version: int):
    _database_of_version(path, version)
    database = open_database(path)
    prompts = SentPromptRows(database)
    assert prompts.get("m1") == SentPrompt("m1", "You are.", 0, ())
    if version == 9:
        assert prompts.get("m3") == SentPrompt("m3", "simple", 1, ("a",))
    database.close()


def test_migrating_again_changes_nothing(path: Path):
    open_database(path).close()
    before = path.read_bytes()
    open_database(path).close()
    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_neither_table_nor_version(path: Path):
    _database_of_version(path, 1)
    database = Database(path)
    database.execute("CREATE TABLE models (in_the_way INTEGER)")
    with pytest.raises(DatabaseError):
        migrate(database)
    assert version_of(database) == 1
    tables = {name for (name,) in database.values("SELECT name FROM sqlite_schema")}
    assert "agents" not in tables
    database.execute("DROP TABLE models")
    migrate(database)
    assert version_of(database) == len(MIGRATIONS)
    database.close()


def test_two_processes_migrating_at_once_run_each_step_once(path: Path):
    _database_of_version(path, 1)
    program = (
        "import sys; from pathlib import Path;"
        "from app.storage.database.connection import Database;"
        "from app.storage.database.migrations import migrate;"
        "database = Database(Path(sys.argv[1]));"
        "print('ready', flush=True); sys.stdin.readline();"
        "migrate(database); database.close()"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.communicate("go\n", timeout=60)
    assert [process.returncode for process in processes] == [0, 0]
    database = open_database(path)
    assert version_of(database) == len(MIGRATIONS)
    assert database.number("SELECT count(*) FROM agents") == 1
    database.close()


def test_a_database_of_a_newer_app_is_refused_and_every_byte_left_alone(path: Path):
    open_database(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    beside = sorted(path.parent.iterdir())
    with pytest.raises(DatabaseTooNew, match="newer version of the app"):
        open_database(path)
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == beside


def test_a_newer_version_that_is_only_in_the_log_is_refused_and_left_alone(path: Path):
    open_database(path).close()
    newer_app = sqlite3.connect(path)
    newer_app.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    log = path.with_name("oneclaw.db-wal")
    before = (path.read_bytes(), log.read_bytes())
    with pytest.raises(DatabaseTooNew):
        open_database(path)
    assert (path.read_bytes(), log.read_bytes()) == before
    newer_app.close()


def test_the_models_and_the_migrated_schema_have_the_same_columns(database: Database):
    for table in TABLES:
        meta = table._meta
        described = database.values(
            'SELECT name, type, "notnull" = 0 AND pk = 0 FROM pragma_table_info(?)',
            str(meta.table_name),
        )
        types = {"TextField": "TEXT", "BlobField": "BLOB"}
        expected = [
            (field.column_name, types.get(type(field).__name__, "INTEGER"), int(field.null))
            for field in meta.sorted_fields
        ]
        assert described == expected


def test_an_older_session_is_usable_after_the_migration(path: Path):
    _database_of_version(path, 1)
    database = open_database(path)
    (old,) = SessionRows(database).newest_first()
    assert (old.id, old.preview) == ("old", "kept words")
    SessionRows(database).touch("old", NOON)
    database.close()
