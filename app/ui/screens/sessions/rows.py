"""What the drawer shows of a conversation, and how conversations are grouped. Knows no Kivy."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from app.chat.session_details import SessionDetails
from app.contracts.conversation import Session

PRIVATE_TITLE = "Private chat"
PRIVATE_PREVIEW = "Nothing from here is kept"


@dataclass(frozen=True, slots=True)
class SessionRow:
    id: str
    title: str
    preview: str
    is_private: bool


@dataclass(frozen=True, slots=True)
class SessionGroup:
    heading: str
    rows: tuple[SessionRow, ...]


Fact = tuple[str, str]
"""A name and a value."""


def grouped(sessions: Sequence[Session], now: datetime) -> tuple[SessionGroup, ...]:
    groups: dict[str, list[SessionRow]] = {}
    for session in sessions:
        heading = _heading(session.last_used_at.astimezone(now.tzinfo).date(), now.date())
        groups.setdefault(heading, []).append(_row(session))
    return tuple(SessionGroup(heading, tuple(rows)) for heading, rows in groups.items())


def facts_of(details: SessionDetails, now: datetime) -> tuple[Fact, ...]:
    return (
        ("Begun", _moment(details.created_at, now)),
        ("Last used", _moment(details.last_used_at, now)),
        ("Messages", f"{details.messages:,}"),
        ("Answered by", details.agent),
        ("Daily log", _logged(details)),
    )


def _row(session: Session) -> SessionRow:
    """What a private chat is about is nobody's business who looks at the drawer."""
    if session.is_private:
        return SessionRow(session.id, PRIVATE_TITLE, PRIVATE_PREVIEW, is_private=True)
    return SessionRow(session.id, session.title, session.preview, is_private=False)


def _heading(used: date, today: date) -> str:
    monday = today - timedelta(days=today.weekday())
    if used >= today:
        return "Today"
    if used == today - timedelta(days=1):
        return "Yesterday"
    if used >= monday:
        return "This week"
    if used >= monday - timedelta(days=7):
        return "Last week"
    return f"{used:%B %Y}"


def _moment(moment: datetime, now: datetime) -> str:
    there = moment.astimezone(now.tzinfo)
    return f"{there.day} {there:%B %Y, %H:%M}"


def _logged(details: SessionDetails) -> str:
    if details.is_private:
        return "Never: this chat is private"
    if not details.unlogged:
        return "Everything said here is in it"
    waiting = "1 message waits" if details.unlogged == 1 else f"{details.unlogged:,} messages wait"
    return f"{waiting} until you leave this chat"
