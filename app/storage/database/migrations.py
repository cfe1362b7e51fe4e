"""How the database became what it is: an ordered list of steps, each one transaction with its
version number. A step that has been released is never edited; a change is a new step at the end.

The version is SQLite's own `user_version`: a step that was cut off left neither table nor number.
"""

import zlib
from collections.abc import Callable
from hashlib import sha256

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


@migration
def agents_providers_and_models(database: Database) -> None:
    _run(
        database,
        """
        CREATE TABLE agents (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            prompt TEXT NOT NULL,
            provider_id TEXT,
            model_id TEXT,
            is_built_in INTEGER NOT NULL DEFAULT 0
        )
        """,
        """
        INSERT INTO agents (id, name, prompt, is_built_in) VALUES (
            'general',
            'General Assistant',
            'You are a helpful, honest assistant. Answer clearly and briefly, in the language'
            || ' the person writes in. Say so when you do not know something.',
            1
        )
        """,
        """
        CREATE TABLE providers (
            id TEXT NOT NULL PRIMARY KEY,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            base_url TEXT NOT NULL DEFAULT '',
            key_reference TEXT NOT NULL DEFAULT '',
            is_built_in INTEGER NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE models (
            provider_id TEXT NOT NULL REFERENCES providers (id) ON DELETE CASCADE,
            model_id TEXT NOT NULL,
            name TEXT NOT NULL,
            context_window INTEGER,
            position INTEGER NOT NULL DEFAULT 0,
            is_listed INTEGER NOT NULL DEFAULT 1,
            is_added_by_hand INTEGER NOT NULL DEFAULT 0,
            is_default INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (provider_id, model_id)
        )
        """,
        "CREATE UNIQUE INDEX one_default_model ON models (is_default) WHERE is_default = 1",
        """
        INSERT INTO providers (id, kind, name, is_built_in)
        VALUES ('on_device', 'on_device', 'On this device', 1)
        """,
        """
        INSERT INTO models (provider_id, model_id, name, is_added_by_hand, is_default)
        VALUES ('on_device', 'on_device', 'On-device assistant', 1, 1)
        """,
    )


@migration
def memory_index(database: Database) -> None:
    """Triggers, not store code, keep the promise of S6.9: whatever hides, deletes or changes a
    message takes its index rows along in the same transaction, and an indexer that was still at
    work on it does not bring them back.
    """
    _run(
        database,
        """
        CREATE TABLE memory_index (
            id TEXT NOT NULL PRIMARY KEY,
            source_type TEXT NOT NULL,
            source_date TEXT,
            chunk_text TEXT NOT NULL,
            embedding BLOB,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            content_hash TEXT NOT NULL,
            heading_path TEXT NOT NULL DEFAULT '',
            model_id TEXT NOT NULL DEFAULT '',
            source_path TEXT NOT NULL DEFAULT '',
            position INTEGER NOT NULL DEFAULT 0,
            session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
            message_id TEXT REFERENCES messages (id) ON DELETE CASCADE,
            author TEXT
        )
        """,
        "CREATE INDEX index_of_file ON memory_index (source_path, position)",
        "CREATE INDEX index_of_session ON memory_index (session_id)",
        "CREATE INDEX index_of_message ON memory_index (message_id)",
        """
        CREATE TRIGGER index_takes_only_what_may_be_found
        BEFORE INSERT ON memory_index
        WHEN new.session_id IS NOT NULL
        BEGIN
            SELECT RAISE(IGNORE) WHERE NOT EXISTS (
                SELECT 1 FROM sessions
                WHERE id = new.session_id AND deleted_at IS NULL AND is_private = 0
            ) OR (new.message_id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM messages WHERE id = new.message_id AND is_private = 0
            ));
        END
        """,
        """
        CREATE TRIGGER index_forgets_hidden_session
        AFTER UPDATE OF deleted_at, is_private ON sessions
        WHEN new.deleted_at IS NOT NULL OR new.is_private = 1
        BEGIN
            DELETE FROM memory_index WHERE session_id = new.id;
        END
        """,
        """
        CREATE TRIGGER index_forgets_changed_message
        AFTER UPDATE OF text ON messages
        WHEN old.text IS NOT new.text
        BEGIN
            DELETE FROM memory_index WHERE message_id = new.id;
        END
        """,
    )


@migration
def memory_index_changes(database: Database) -> None:
    """Every chunk's last change has a number, so that a reader asks only for what is new to it.
    Triggers write it: no store, cascade or other trigger can forget to.
    """
    _run(
        database,
        """
        CREATE TABLE memory_index_changes (
            revision INTEGER PRIMARY KEY AUTOINCREMENT,
            chunk_id TEXT NOT NULL UNIQUE
        )
        """,
        "CREATE TABLE memory_index_lineage (id TEXT NOT NULL PRIMARY KEY)",
        "INSERT INTO memory_index_lineage (id) VALUES (lower(hex(randomblob(16))))",
        "INSERT INTO memory_index_changes (chunk_id) SELECT id FROM memory_index",
        """
        CREATE TRIGGER index_change_after_insert AFTER INSERT ON memory_index
        BEGIN
            DELETE FROM memory_index_changes WHERE chunk_id = new.id;
            INSERT INTO memory_index_changes (chunk_id) VALUES (new.id);
        END
        """,
        """
        CREATE TRIGGER index_change_after_update AFTER UPDATE ON memory_index
        BEGIN
            DELETE FROM memory_index_changes WHERE chunk_id = new.id;
            INSERT INTO memory_index_changes (chunk_id) VALUES (new.id);
        END
        """,
        """
        CREATE TRIGGER index_change_after_delete AFTER DELETE ON memory_index
        BEGIN
            DELETE FROM memory_index_changes WHERE chunk_id = old.id;
            INSERT INTO memory_index_changes (chunk_id) VALUES (old.id);
        END
        """,
    )


@migration
def signatures_of_tool_calls(database: Database) -> None:
    """Some APIs want an opaque token back with each call they made."""
    _run(database, "ALTER TABLE messages ADD COLUMN tool_signature TEXT")


@migration
def memory_usage(database: Database) -> None:
    """Which memories are of use (S10.1). By digest: what is forgotten leaves no words here."""
    _run(
        database,
        """
        CREATE TABLE memory_usage (
            entry_key TEXT NOT NULL PRIMARY KEY,
            uses INTEGER NOT NULL,
            first_used_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL
        )
        """,
    )


@migration
def seen_files(database: Database) -> None:
    """As what each file was last indexed, so that a start reads only those that changed since."""
    _run(
        database,
        """
        CREATE TABLE seen_files (
            path TEXT NOT NULL PRIMARY KEY,
            look TEXT NOT NULL,
            version TEXT NOT NULL
        ) WITHOUT ROWID
        """,
    )


@migration
def prompts_and_drafts(database: Database) -> None:
    """Both go with what they belong to. `place` is the session, or "" for one not yet begun."""
    _run(
        database,
        """
        CREATE TABLE sent_prompts (
            message_id TEXT NOT NULL PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
            system TEXT NOT NULL,
            after_sequence INTEGER NOT NULL,
            tools TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE drafts (
            place TEXT NOT NULL PRIMARY KEY,
            session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
            text TEXT NOT NULL,
            edits TEXT NOT NULL
        )
        """,
        "CREATE INDEX drafts_of_session ON drafts (session_id)",
    )


@migration
def packed_prompts(database: Database) -> None:
    """Eight kilobytes an answer, nearly all of it the same: each section once, and packed."""
    before = database.values("SELECT message_id, system, after_sequence, tools FROM sent_prompts")
    _run(
        database,
        "DROP TABLE sent_prompts",
        """
        CREATE TABLE sent_prompts (
            message_id TEXT NOT NULL PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
            after_sequence INTEGER NOT NULL,
            tools TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE prompt_texts (
            id INTEGER PRIMARY KEY,
            digest TEXT NOT NULL UNIQUE,
            packed BLOB NOT NULL
        )
        """,
        """
        CREATE TABLE sent_prompt_parts (
            message_id TEXT NOT NULL REFERENCES sent_prompts (message_id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            text_id INTEGER NOT NULL REFERENCES prompt_texts (id),
            PRIMARY KEY (message_id, place)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX prompt_parts_of_text ON sent_prompt_parts (text_id)",
        """
        CREATE TRIGGER prompt_text_after_delete AFTER DELETE ON sent_prompt_parts
        BEGIN
            DELETE FROM prompt_texts WHERE id = old.text_id AND NOT EXISTS
                (SELECT 1 FROM sent_prompt_parts WHERE text_id = old.text_id);
        END
        """,
    )
    for message_id, system, after_sequence, tools in before:
        # Old prompts stay in one piece; how new ones are cut may change later, this step may not.
        raw = str(system).encode("utf-8", "surrogatepass")
        digest = sha256(raw).hexdigest()
        database.execute(
            "INSERT INTO sent_prompts VALUES (?, ?, ?)", message_id, after_sequence, tools
        )
        database.execute(
            "INSERT OR IGNORE INTO prompt_texts (digest, packed) VALUES (?, ?)",
            digest,
            zlib.compress(raw),
        )
        database.execute(
            "INSERT INTO sent_prompt_parts SELECT ?, 0, id FROM prompt_texts WHERE digest = ?",
            message_id,
            digest,
        )
