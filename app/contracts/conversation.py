"""Sessions and their messages, and the stores that keep them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol


class MessageKind(StrEnum):
    USER = "USER"
    ASSISTANT = "ASSISTANT"
    TOOL_CALL = "TOOL_CALL"
    TOOL_RESULT = "TOOL_RESULT"
    ERROR = "ERROR"
    SYSTEM = "SYSTEM"


@dataclass(frozen=True, slots=True)
class InjectedMemory:
    """One memory that was put into a prompt, as it is shown under the answer (S7.6).

    `origin` is the file, or the message of a past conversation: what Open leads to.
    """

    source: str
    text: str
    date: date | None
    score: float
    keyword_score: float = 0.0
    vector_score: float | None = None
    matched_words: tuple[str, ...] = ()
    origin: str = ""


@dataclass(frozen=True, slots=True)
class ToolUse:
    """The tool side of a TOOL_CALL or TOOL_RESULT message.

    `signature` is an opaque token some APIs want back with the call.
    """

    call_id: str
    name: str
    arguments_json: str = ""
    is_error: bool = False
    signature: str = ""


@dataclass(frozen=True, slots=True)
class TokenUsage:
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message before the store gave it its place in the session."""

    id: str
    session_id: str
    kind: MessageKind
    text: str
    said_at: datetime
    author: str | None = None
    tool: ToolUse | None = None
    thinking: str = ""
    model: str = ""
    usage: TokenUsage | None = None
    is_partial: bool = False
    injected: tuple[InjectedMemory, ...] = ()


@dataclass(frozen=True, slots=True)
class Message:
    """A stored message. `sequence` orders messages; clocks may tie or go back (PITFALLS 37).

    `said_at` keeps the offset it was said at: its date is the person's date even after a journey.
    `is_private` says its session was private then; it stays out of log and index for good (S11.5).
    """

    id: str
    session_id: str
    sequence: int
    kind: MessageKind
    text: str
    said_at: datetime
    author: str | None = None
    tool: ToolUse | None = None
    thinking: str = ""
    model: str = ""
    usage: TokenUsage | None = None
    is_partial: bool = False
    injected: tuple[InjectedMemory, ...] = ()
    is_private: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """`preview` is the start of its last USER or ASSISTANT message; the store works it out."""

    id: str
    title: str
    agent_id: str
    created_at: datetime
    last_used_at: datetime
    is_private: bool = False
    last_logged_sequence: int = 0
    preview: str = ""
    is_deleted: bool = False


class SessionStore(Protocol):
    def create(self, session: Session) -> None: ...

    def get(self, session_id: str) -> Session | None:
        """A deleted one too, until it is purged: its last messages still have to be logged."""
        ...

    def newest_first(self, *, containing: str = "", limit: int = 200) -> tuple[Session, ...]:
        """Sessions by last use; `containing` looks in titles and messages. Deleted ones never.

        Last use is the order of `create` and `touch`, not of clocks. Every word of `containing`
        must occur, in any order, in the title or in something that was said.
        """
        ...

    def rename(self, session_id: str, title: str) -> None: ...

    def touch(self, session_id: str, used_at: datetime) -> None: ...

    def set_agent(self, session_id: str, agent_id: str) -> None:
        """Who answers from now on (S11.4)."""
        ...

    def set_private(self, session_id: str, *, is_private: bool) -> None: ...

    def delete(self, session_id: str, deleted_at: datetime) -> None:
        """Hides the session; `restore` brings it back until `purge_deleted` removes the rows."""
        ...

    def restore(self, session_id: str) -> None: ...

    def purge_deleted(self, deleted_before: datetime) -> int:
        """Removes the rows for good. A session with something unlogged is kept until it is logged,
        whether or not somebody asked for that already.
        """
        ...

    def purge_private(self) -> int:
        """Removes private sessions with all that was said in them: they live as long as the app."""
        ...

    def with_unlogged_messages(self) -> tuple[str, ...]:
        """Ids of non-private sessions with USER or ASSISTANT messages after their pointer.

        Deleted ones included: deleting a conversation must not lose its unlogged part.
        """
        ...


class MessageStore(Protocol):
    def append(self, message: NewMessage, *, instead_of: Sequence[str] = ()) -> Message:
        """Durable when it returns. The sequence is larger than any the database ever gave.

        The messages it stands in for go in the same step: a kill leaves either the old or the new.
        """
        ...

    def replace(self, message: Message) -> None:
        """New contents for an existing row (a streamed answer that grew); its place stays."""
        ...

    def get(self, message_id: str) -> Message | None: ...

    def newest(
        self, session_id: str, *, before_sequence: int | None = None, limit: int = 50
    ) -> tuple[Message, ...]:
        """A page of the newest messages, oldest of the page first."""
        ...

    def after(self, session_id: str, sequence: int) -> tuple[Message, ...]:
        """Every message later than the sequence, oldest first."""
        ...

    def delete(self, message_ids: Sequence[str]) -> None: ...
