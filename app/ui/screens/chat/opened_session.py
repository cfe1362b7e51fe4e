"""Reads a conversation as the screen shows it first. On a worker: everything here is on disk."""

from app.contracts.conversation import MessageStore, SessionStore
from app.contracts.drafts import Draft
from app.ui.screens.chat.company import ChatCompany
from app.ui.screens.chat.rows import rows_of
from app.ui.screens.chat.state import ChatState

PAGE = 50


def read_session(
    session_id: str, sessions: SessionStore, messages: MessageStore, company: ChatCompany
) -> ChatState | None:
    """Its newest page, who answers there, and what was typed there and not sent."""
    session = sessions.get(session_id)
    if session is None:
        return None
    page = messages.newest(session_id, limit=PAGE)
    rows, speaker = rows_of(page), company.speakers.get(session.agent_id)
    draft = Draft() if session.is_private else company.drafts.read(session_id)
    asked = next((row.id for row in reversed(rows) if row.is_mine), "")
    return ChatState(
        session_id=session.id,
        title=session.title,
        subtitle=speaker.line,
        agent_id=speaker.id,
        rows=rows,
        is_private=session.is_private,
        has_older=len(page) == PAGE,
        draft=draft.text,
        # An edit of a message that is no longer the last one is a draft like any other.
        edits=draft.edits if draft.edits == asked else "",
    )
