"""How the database became what it is: an ordered list of steps, each one transaction with its
version number. A step that has been released is never edited; a change is a new step at the end.

The version is SQLite's own `user_version`: a step that was cut off left neither table nor number.
"""

from collections.abc import Callable

from app.storage.database.connection import Database

Migration = Callable[[Database], None]
MIGRATIONS: list[Migration] = []


def migration(step: Migration) -> Migration:
    """Adds a step; its place in the list is the version that it leads to."""
    MIGRATIONS.append(step)
    return step


def migrate(database: Database, *, up_to: int | None = None) -> None:
    """Runs the steps that are missing. Of two processes at once, one works and the other waits.

    Raises nothing for a newer database: whoever opens one has refused it before.
    """
    target = len(MIGRATIONS) if up_to is None else up_to
    while version_of(database) < target:
        with database.writing():
            # Read again under the write lock: the other process may have done this step.
            version = version_of(database)
            if version < target:
                MIGRATIONS[version](database)
                database.execute(f"PRAGMA user_version = {version + 1:d}")


def version_of(database: Database) -> int:
    return database.number("PRAGMA user_version")


def _run(database: Database, *statements: str) -> None:
    for statement in statements:
        database.execute(statement)


@migration
def conversations_settings_and_jobs(database: Database) -> None:
    """`use_order` and `sequence` order rows; no clock does (PITFALLS 37)."""
    _run(
        database,
        """
        CREATE TABLE sessions (
            id TEXT NOT NULL PRIMARY KEY,
            title TEXT NOT NULL,
            agent_id TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL,
            use_order INTEGER NOT NULL,
            is_private INTEGER NOT NULL DEFAULT 0,
            last_logged_sequence INTEGER NOT NULL DEFAULT 0,
            deleted_at INTEGER
        )
        """,
        "CREATE INDEX sessions_by_use ON sessions (use_order)",
        """
        CREATE TABLE messages (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            said_at INTEGER NOT NULL,
            offset_minutes INTEGER NOT NULL,
            author TEXT,
            tool_call_id TEXT,
            tool_name TEXT,
            tool_arguments TEXT,
            tool_is_error INTEGER,
            thinking TEXT NOT NULL DEFAULT '',
            model TEXT NOT NULL DEFAULT '',
            input_tokens INTEGER,
            output_tokens INTEGER,
            is_partial INTEGER NOT NULL DEFAULT 0,
            is_private INTEGER NOT NULL DEFAULT 0,
            injected TEXT NOT NULL DEFAULT '[]'
        )
        """,
        "CREATE INDEX messages_of_session ON messages (session_id, sequence)",
        "CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
        """
        CREATE TABLE jobs (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            state TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            waits_since INTEGER NOT NULL,
            run_after INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            plan TEXT NOT NULL DEFAULT '{}',
            reason TEXT NOT NULL DEFAULT '',
            has_successor INTEGER NOT NULL DEFAULT 0,
            owner TEXT,
            heartbeat_at INTEGER,
            lease_until INTEGER,
            finished_at INTEGER
        )
        """,
        "CREATE UNIQUE INDEX one_pending_job ON jobs (kind, key) WHERE state = 'pending'",
        "CREATE UNIQUE INDEX one_running_job ON jobs (kind, key) WHERE state = 'running'",
        "CREATE INDEX jobs_by_state ON jobs (state, sequence)",
    )
