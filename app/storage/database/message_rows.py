"""Messages in the database: each on the disk when the call returns, in an order no clock decides.

A sequence number is never given twice, not even after the newest message was deleted: the log
pointer is a sequence, so deleting its message leaves it standing where it was (S2.7).
"""

from collections.abc import Sequence

from app.contracts.conversation import (
    Message,
    MessageKind,
    NewMessage,
    TokenUsage,
    ToolUse,
)
from app.contracts.errors import DatabaseError
from app.storage.database.connection import Database, Values
from app.storage.database.injected_json import from_json, to_json
from app.storage.database.instants import offset_in_minutes, on_the_wall, to_milliseconds
from app.storage.database.tables import MessageRow


class MessageRows:
    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, message: NewMessage, *, instead_of: Sequence[str] = ()) -> Message:
        with self._database.writing():
            self.delete(instead_of)
            session = self._database.values(
                "SELECT is_private FROM sessions WHERE id = ?", message.session_id
            )
            if not session:
                raise DatabaseError(
                    "This conversation no longer exists, so the message was not saved.",
                    detail=f"session {message.session_id}",
                )
            sequence = self._database.insert(
                MessageRow,
                {
                    MessageRow.id: message.id,
                    MessageRow.session_id: message.session_id,
                    MessageRow.is_private: session[0][0],
                    **_contents(message),
                },
            )
            rows = self._database.rows(
                MessageRow, "SELECT * FROM messages WHERE sequence = ?", sequence
            )
        return _message(rows[0])

    def replace(self, message: Message) -> None:
        self._database.update(MessageRow, _contents(message), MessageRow.id == message.id)

    def get(self, message_id: str) -> Message | None:
        row = self._database.find_one(MessageRow, MessageRow.id == message_id)
        return _message(row) if row else None

    def newest(
        self, session_id: str, *, before_sequence: int | None = None, limit: int = 50
    ) -> tuple[Message, ...]:
        conditions: list[object] = [MessageRow.session_id == session_id]
        if before_sequence is not None:
            conditions.append(MessageRow.sequence < before_sequence)
        rows = self._database.find(
            MessageRow, *conditions, order_by=(-MessageRow.sequence,), limit=limit
        )
        return tuple(map(_message, reversed(rows)))

    def after(self, session_id: str, sequence: int) -> tuple[Message, ...]:
        rows = self._database.find(
            MessageRow,
            MessageRow.session_id == session_id,
            MessageRow.sequence > sequence,
            order_by=(MessageRow.sequence,),
        )
        return tuple(map(_message, rows))

    def unindexed(
        self, *, after_sequence: int, limit: int, without_model: str
    ) -> tuple[Message, ...]:
        rows = self._database.rows(
            MessageRow,
            "SELECT messages.* FROM messages JOIN sessions ON sessions.id = session_id"
            " WHERE sequence > ? AND kind IN (?, ?) AND messages.model <> ?"
            " AND messages.is_private = 0 AND is_partial = 0 AND trim(text) <> ''"
            " AND sessions.is_private = 0 AND deleted_at IS NULL"
            " AND NOT EXISTS (SELECT 1 FROM memory_index WHERE message_id = messages.id)"
            " ORDER BY sequence LIMIT ?",
            after_sequence,
            MessageKind.USER.value,
            MessageKind.ASSISTANT.value,
            without_model,
            limit,
        )
        return tuple(map(_message, rows))

    def delete(self, message_ids: Sequence[str]) -> None:
        with self._database.writing():
            for message_id in message_ids:
                self._database.delete(MessageRow, MessageRow.id == message_id)


def _contents(message: NewMessage | Message) -> Values:
    tool, usage = message.tool, message.usage
    return {
        MessageRow.kind: message.kind.value,
        MessageRow.text: message.text,
        MessageRow.said_at: to_milliseconds(message.said_at),
        MessageRow.offset_minutes: offset_in_minutes(message.said_at),
        MessageRow.author: message.author,
        MessageRow.tool_call_id: tool.call_id if tool else None,
        MessageRow.tool_name: tool.name if tool else None,
        MessageRow.tool_arguments: tool.arguments_json if tool else None,
        MessageRow.tool_is_error: tool.is_error if tool else None,
        MessageRow.tool_signature: tool.signature if tool else None,
        MessageRow.thinking: message.thinking,
        MessageRow.model: message.model,
        MessageRow.input_tokens: usage.input_tokens if usage else None,
        MessageRow.output_tokens: usage.output_tokens if usage else None,
        MessageRow.is_partial: message.is_partial,
        MessageRow.injected: to_json(message.injected),
    }


def _message(row: MessageRow) -> Message:
    return Message(
        id=row.id,
        session_id=row.session_id,
        sequence=row.sequence,
        kind=MessageKind(row.kind),
        text=row.text,
        said_at=on_the_wall(row.said_at, row.offset_minutes),
        author=row.author,
        tool=_tool(row),
        thinking=row.thinking,
        model=row.model,
        usage=_usage(row),
        is_partial=bool(row.is_partial),
        injected=from_json(row.injected),
        is_private=bool(row.is_private),
    )


def _tool(row: MessageRow) -> ToolUse | None:
    if row.tool_call_id is None:
        return None
    return ToolUse(
        call_id=row.tool_call_id,
        name=row.tool_name or "",
        arguments_json=row.tool_arguments or "",
        is_error=bool(row.tool_is_error),
        signature=row.tool_signature or "",
    )


def _usage(row: MessageRow) -> TokenUsage | None:
    if row.input_tokens is None or row.output_tokens is None:
        return None
    return TokenUsage(input_tokens=row.input_tokens, output_tokens=row.output_tokens)
