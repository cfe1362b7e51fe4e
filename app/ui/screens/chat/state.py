"""All that the chat screen shows, in one frozen value."""

from dataclasses import dataclass

from app.chat.session_title import NEW_CHAT_TITLE
from app.chat.speakers import Speaker
from app.contracts.agents import GENERAL_ASSISTANT_ID
from app.ui.notices import Notice
from app.ui.screens.chat.rows import ChatRow

PRIVATE_TITLE = "Private chat"
PRIVATE_SUBTITLE = "Nothing from here is kept"


@dataclass(frozen=True, slots=True)
class ChatState:
    """`problem` is one sentence about what went wrong; `queued` waits for the answer to end.

    `draft_version` grows when the app put words into the composer, not the person; `edits` is the
    message that the draft shall replace. `oldest` is the sequence of the oldest message that was
    read. `choices` are the agents to choose from, while asked.
    """

    session_id: str | None = None
    title: str = NEW_CHAT_TITLE
    subtitle: str = ""
    agent_id: str = GENERAL_ASSISTANT_ID
    rows: tuple[ChatRow, ...] = ()
    is_answering: bool = False
    is_private: bool = False
    oldest: int = 0
    has_older: bool = False
    queued: str = ""
    notice: str = ""
    can_retry: bool = False
    draft: str = ""
    draft_version: int = 0
    edits: str = ""
    choices: tuple[Speaker, ...] = ()
    said: Notice | None = None

    @property
    def is_empty(self) -> bool:
        return not self.rows and not self.is_answering

    @property
    def shown_title(self) -> str:
        return PRIVATE_TITLE if self.is_private else self.title

    @property
    def shown_subtitle(self) -> str:
        return PRIVATE_SUBTITLE if self.is_private else self.subtitle

    @property
    def last_question(self) -> ChatRow | None:
        return next((row for row in reversed(self.rows) if row.is_mine), None)
