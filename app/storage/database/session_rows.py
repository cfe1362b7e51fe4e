"""Sessions in the database: listed by use, hidden when deleted, removed only by a purge.

Never moves the log pointer: that happens with the end of a flush, in `job_rows`.
"""

from datetime import datetime

from peewee import TextField

from app.contracts.conversation import Session
from app.storage.database.connection import Database, SqlValue
from app.storage.database.instants import from_milliseconds, to_milliseconds
from app.storage.database.tables import SessionRow
from app.storage.database.text_search import folded

_PREVIEW_LENGTH = 160


class _ListedSession(SessionRow):
    preview = TextField(null=True)


_LISTED = """
    SELECT sessions.*, (
        SELECT substr(messages.text, 1, 400) FROM messages
        WHERE messages.session_id = sessions.id AND messages.kind IN ('USER', 'ASSISTANT')
        ORDER BY messages.sequence DESC LIMIT 1
    ) AS preview
    FROM sessions
"""
_SAYS_THE_WORD = """
    AND (instr(folded(title), ?) OR EXISTS (
        SELECT 1 FROM messages
        WHERE messages.session_id = sessions.id AND messages.kind IN ('USER', 'ASSISTANT')
          AND instr(folded(messages.text), ?)
    ))
"""
_UNLOGGED = """
    SELECT id FROM sessions
    WHERE is_private = 0 AND EXISTS (
        SELECT 1 FROM messages
        WHERE messages.session_id = sessions.id AND messages.kind IN ('USER', 'ASSISTANT')
          AND messages.sequence > sessions.last_logged_sequence AND messages.is_private = 0
    )
    ORDER BY use_order
"""
_PURGE = """
    DELETE FROM sessions
    WHERE deleted_at < ? AND NOT EXISTS (
        SELECT 1 FROM jobs
        WHERE jobs.kind = 'flush_session' AND jobs.key = sessions.id
          AND jobs.state IN ('pending', 'running')
    ) AND (is_private = 1 OR NOT EXISTS (
        SELECT 1 FROM messages
        WHERE messages.session_id = sessions.id AND messages.kind IN ('USER', 'ASSISTANT')
          AND messages.sequence > sessions.last_logged_sequence AND messages.is_private = 0
    ))
"""
_NEXT_USE = "SELECT coalesce(max(use_order), 0) + 1 FROM sessions"


class SessionRows:
    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, session: Session) -> None:
        with self._database.writing():
            self._database.insert(
                SessionRow,
                {
                    SessionRow.id: session.id,
                    SessionRow.title: session.title,
                    SessionRow.agent_id: session.agent_id,
                    SessionRow.created_at: to_milliseconds(session.created_at),
                    SessionRow.last_used_at: to_milliseconds(session.last_used_at),
                    SessionRow.use_order: self._database.number(_NEXT_USE),
                    SessionRow.is_private: session.is_private,
                    SessionRow.last_logged_sequence: session.last_logged_sequence,
                },
            )

    def get(self, session_id: str) -> Session | None:
        rows = self._database.rows(_ListedSession, f"{_LISTED} WHERE id = ?", session_id)
        return _session(rows[0]) if rows else None

    def newest_first(self, *, containing: str = "", limit: int = 200) -> tuple[Session, ...]:
        sql = f"{_LISTED} WHERE deleted_at IS NULL"
        parameters: list[SqlValue] = []
        for word in folded(containing).split():
            sql += _SAYS_THE_WORD
            parameters += [word, word]
        rows = self._database.rows(
            _ListedSession, f"{sql} ORDER BY use_order DESC LIMIT ?", *parameters, limit
        )
        return tuple(map(_session, rows))

    def rename(self, session_id: str, title: str) -> None:
        self._database.update(SessionRow, {SessionRow.title: title}, SessionRow.id == session_id)

    def touch(self, session_id: str, used_at: datetime) -> None:
        with self._database.writing():
            self._database.update(
                SessionRow,
                {
                    SessionRow.last_used_at: to_milliseconds(used_at),
                    SessionRow.use_order: self._database.number(_NEXT_USE),
                },
                SessionRow.id == session_id,
            )

    def set_agent(self, session_id: str, agent_id: str) -> None:
        self._database.update(
            SessionRow, {SessionRow.agent_id: agent_id}, SessionRow.id == session_id
        )

    def set_private(self, session_id: str, *, is_private: bool) -> None:
        """What was said while it was private keeps its own mark when the session no longer is."""
        self._database.update(
            SessionRow, {SessionRow.is_private: is_private}, SessionRow.id == session_id
        )

    def delete(self, session_id: str, deleted_at: datetime) -> None:
        self._database.update(
            SessionRow,
            {SessionRow.deleted_at: to_milliseconds(deleted_at)},
            SessionRow.id == session_id,
        )

    def restore(self, session_id: str) -> None:
        self._database.update(
            SessionRow, {SessionRow.deleted_at: None}, SessionRow.id == session_id
        )

    def purge_deleted(self, deleted_before: datetime) -> int:
        return self._database.execute(_PURGE, to_milliseconds(deleted_before))

    def purge_private(self) -> int:
        return self._database.execute("DELETE FROM sessions WHERE is_private = 1")

    def with_unlogged_messages(self) -> tuple[str, ...]:
        return tuple(str(row[0]) for row in self._database.values(_UNLOGGED))


def _session(row: _ListedSession) -> Session:
    return Session(
        id=row.id,
        title=row.title,
        agent_id=row.agent_id,
        created_at=from_milliseconds(row.created_at),
        last_used_at=from_milliseconds(row.last_used_at),
        is_private=bool(row.is_private),
        last_logged_sequence=row.last_logged_sequence,
        preview=" ".join((row.preview or "").split())[:_PREVIEW_LENGTH],
        is_deleted=row.deleted_at is not None,
    )
