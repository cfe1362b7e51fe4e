"""Reads a conversation as the screen shows it first. On a worker: everything here is on disk."""

from dataclasses import dataclass

from app.contracts.conversation import MessageStore, SessionStore
from app.contracts.drafts import Draft
from app.ui.screens.chat.company import ChatCompany
from app.ui.screens.chat.rows import ChatRow, rows_of
from app.ui.screens.chat.state import ChatState

PAGE = 50
NO_ANSWER_YET = "This message has no answer yet."


@dataclass(frozen=True, slots=True)
class MessagePage:
    """`oldest` is where the page before it ends; not every message is a row."""

    rows: tuple[ChatRow, ...]
    oldest: int
    has_older: bool


def read_page(
    messages: MessageStore, session_id: str, before_sequence: int | None = None
) -> MessagePage:
    found = messages.newest(session_id, before_sequence=before_sequence, limit=PAGE + 1)
    page = found[-PAGE:]
    oldest = page[0].sequence if page else 0
    return MessagePage(rows_of(page), oldest, has_older=len(found) > PAGE)


def read_session(
    session_id: str, sessions: SessionStore, messages: MessageStore, company: ChatCompany
) -> ChatState | None:
    """Its newest page, who answers there, and what was typed there and not sent."""
    session = sessions.get(session_id)
    if session is None:
        return None
    page, speaker = read_page(messages, session_id), company.speakers.get(session.agent_id)
    rows, missing = _without_the_cause(page.rows)
    draft = Draft() if session.is_private else company.drafts.read(session_id)
    asked = next((row.id for row in reversed(page.rows) if row.is_mine), "")
    return ChatState(
        session_id=session.id,
        title=session.title,
        subtitle=speaker.line,
        agent_id=speaker.id,
        rows=rows,
        notice=missing,
        can_retry=bool(missing),
        is_private=session.is_private,
        oldest=page.oldest,
        has_older=page.has_older,
        draft=draft.text,
        # An edit of a message that is no longer the last one is a draft like any other.
        edits=draft.edits if draft.edits == asked else "",
    )


def _without_the_cause(rows: tuple[ChatRow, ...]) -> tuple[tuple[ChatRow, ...], str]:
    """Why the last answer is missing or partial is told where it can be asked for again."""
    if rows and rows[-1].is_error:
        return rows[:-1], rows[-1].text
    return rows, NO_ANSWER_YET if rows and rows[-1].is_mine else ""
