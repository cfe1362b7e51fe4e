"""What the chat screen's view model works with, as it sees it."""

from collections.abc import AsyncGenerator, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol

from app.chat.speakers import Speakers
from app.chat.stop_signal import StopSignal
from app.chat.turn_events import TurnEvent
from app.contracts.agents import GENERAL_ASSISTANT_ID
from app.contracts.memory_changes import MemoryChange
from app.memory.search.search_ahead import SearchAhead
from app.ui.screens.chat.draft_keeper import DraftKeeper


class Turns(Protocol):
    """What `send_message` offers."""

    def send(
        self,
        session_id: str | None,
        text: str,
        stop: StopSignal,
        *,
        is_private: bool = False,
        agent_id: str = GENERAL_ASSISTANT_ID,
    ) -> AsyncGenerator[TurnEvent, None]: ...

    def answer_again(
        self, session_id: str, stop: StopSignal
    ) -> AsyncGenerator[TurnEvent, None]: ...

    def edit_last(
        self, session_id: str, text: str, stop: StopSignal
    ) -> AsyncGenerator[TurnEvent, None]: ...


@dataclass(frozen=True, slots=True)
class ChatCompany:
    """What the chat works with besides the conversation itself."""

    speakers: Speakers
    drafts: DraftKeeper
    undo: Callable[[MemoryChange], str]
    search_ahead: SearchAhead
    first_subtitle: str = ""
    name_session: Callable[[str], Coroutine[Any, Any, str | None]] | None = None
