"""Values the database tests speak of: moments, sessions and messages with sensible defaults."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

from app.contracts.conversation import MessageKind, NewMessage, Session

NOON = datetime(2026, 2, 28, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
LEASE = timedelta(minutes=5)


class CountedIds:
    """`job1`, `job2` …; a prefix tells two processes apart."""

    def __init__(self, prefix: str = "job") -> None:
        self._prefix = prefix
        self._numbers = count(1)

    def new_id(self) -> str:
        return f"{self._prefix}{next(self._numbers)}"


def session(session_id: str = "walk", **changes: object) -> Session:
    plain = Session(
        id=session_id,
        title=f"About {session_id}",
        agent_id="general",
        created_at=NOON,
        last_used_at=NOON,
    )
    return replace(plain, **changes)


def message(
    message_id: str, session_id: str = "walk", text: str = "Hello there", **changes: object
) -> NewMessage:
    plain = NewMessage(
        id=message_id,
        session_id=session_id,
        kind=MessageKind.USER,
        text=text,
        said_at=NOON,
    )
    return replace(plain, **changes)
