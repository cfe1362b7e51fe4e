"""What there is to know about one conversation, for its details. Off the UI thread."""

from dataclasses import dataclass
from datetime import datetime

from app.chat.speakers import Speakers
from app.contracts.conversation import MessageKind, MessageStore, SessionStore

SPOKEN = (MessageKind.USER, MessageKind.ASSISTANT)


@dataclass(frozen=True, slots=True)
class SessionDetails:
    """`unlogged` counts the messages that are not in a daily log yet."""

    title: str
    created_at: datetime
    last_used_at: datetime
    agent: str
    messages: int
    unlogged: int
    is_private: bool


class LookAtSession:
    def __init__(self, sessions: SessionStore, messages: MessageStore, speakers: Speakers) -> None:
        self._sessions = sessions
        self._messages = messages
        self._speakers = speakers

    def __call__(self, session_id: str) -> SessionDetails | None:
        """None when it is gone."""
        session = self._sessions.get(session_id)
        if session is None:
            return None
        spoken = [m for m in self._messages.after(session_id, 0) if m.kind in SPOKEN]
        unlogged = sum(
            message.sequence > session.last_logged_sequence and not message.is_private
            for message in spoken
        )
        return SessionDetails(
            title=session.title,
            created_at=session.created_at,
            last_used_at=session.last_used_at,
            agent=self._speakers.get(session.agent_id).name,
            messages=len(spoken),
            unlogged=0 if session.is_private else unlogged,
            is_private=session.is_private,
        )
