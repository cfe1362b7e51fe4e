"""The chat screen's state and what a person can do there. Knows no Kivy.

A conversation that was left goes on in the background; its late events are not drawn here.
"""

from collections.abc import AsyncGenerator, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, Protocol

from app.chat.session_title import NEW_CHAT_TITLE
from app.chat.stop_signal import StopSignal
from app.chat.turn_events import AnswerSaved, TurnEvent, TurnFailed, TurnStopped, UserMessageSaved
from app.contracts.conversation import Message, MessageStore, Session, SessionStore
from app.ui.observable_state import ObservableState
from app.ui.screens.chat.rows import ChatRow, rows_after, rows_of
from app.ui.tasks import Tasks

EXAMPLES = (
    "Remember that I prefer short answers",
    "What do you know about me?",
    "What did we talk about last week?",
)
PAGE = 50


class Turns(Protocol):
    """What `send_message` offers."""

    def send(
        self, session_id: str | None, text: str, stop: StopSignal, *, is_private: bool = False
    ) -> AsyncGenerator[TurnEvent, None]: ...

    def answer_again(
        self, session_id: str, stop: StopSignal
    ) -> AsyncGenerator[TurnEvent, None]: ...

    def edit_last(
        self, session_id: str, text: str, stop: StopSignal
    ) -> AsyncGenerator[TurnEvent, None]: ...


@dataclass(frozen=True, slots=True)
class ChatState:
    """`notice` is one sentence about what went wrong; `queued` waits for the answer to end."""

    session_id: str | None = None
    title: str = NEW_CHAT_TITLE
    subtitle: str = ""
    rows: tuple[ChatRow, ...] = ()
    is_answering: bool = False
    is_private: bool = False
    has_older: bool = False
    queued: str = ""
    notice: str = ""
    can_retry: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.rows and not self.is_answering


class ChatViewModel:
    def __init__(
        self,
        turns: Turns,
        sessions: SessionStore,
        messages: MessageStore,
        tasks: Tasks,
        subtitle: str,
        *,
        name_session: Callable[[str], Coroutine[Any, Any, str | None]] | None = None,
    ) -> None:
        self._turns = turns
        self._sessions = sessions
        self._messages = messages
        self._tasks = tasks
        self._subtitle = subtitle
        self._name_session = name_session
        self._conversation = 0
        self._stop = StopSignal()
        self.on_session_changed: Callable[[], None] = lambda: None
        self.on_session_left: Callable[[str], None] = lambda _: None
        self.observable = ObservableState(ChatState(subtitle=subtitle))

    @property
    def state(self) -> ChatState:
        return self.observable.state

    def send(self, text: str) -> bool:
        """False when there is nothing to send or one message waits already; the draft stays."""
        words = text.strip()
        if not words or self.state.queued:
            return False
        if self.state.is_answering:
            self._show(replace(self.state, queued=words))
            return True
        stop = self._begin()
        state = self.state
        self._follow(self._turns.send(state.session_id, words, stop, is_private=state.is_private))
        return True

    def stop(self) -> None:
        self._stop.stop()

    def answer_again(self) -> None:
        """Regenerate, and Retry after a failure."""
        session_id = self.state.session_id
        if session_id is None or self.state.is_answering:
            return
        stop = self._begin()
        self._show(replace(self.state, rows=_without_last_answer(self.state.rows)))
        self._follow(self._turns.answer_again(session_id, stop))

    def edit_last(self, text: str) -> bool:
        session_id = self.state.session_id
        if session_id is None or self.state.is_answering or not text.strip():
            return False
        stop = self._begin()
        rows = _without_last_answer(self.state.rows)[:-1]
        self._show(replace(self.state, rows=rows))
        self._follow(self._turns.edit_last(session_id, text.strip(), stop))
        return True

    def new_chat(self, *, is_private: bool = False) -> None:
        self._leave()
        self._show(ChatState(subtitle=self._subtitle, is_private=is_private))

    def open_session(self, session_id: str) -> None:
        if session_id == self.state.session_id:
            return
        self._leave()
        conversation = self._conversation

        def load() -> tuple[Session | None, tuple[Message, ...]]:
            return self._sessions.get(session_id), self._messages.newest(session_id, limit=PAGE)

        def show(loaded: tuple[Session | None, tuple[Message, ...]]) -> None:
            session, messages = loaded
            if session is not None and conversation == self._conversation:
                self._show(
                    ChatState(
                        session_id=session.id,
                        title=session.title,
                        subtitle=self._subtitle,
                        rows=rows_of(messages),
                        is_private=session.is_private,
                        has_older=len(messages) == PAGE,
                    )
                )

        self._tasks.call(load, show, lambda sentence: self._failed(conversation, sentence))

    def show_subtitle(self, subtitle: str) -> None:
        """Who answers from now on; an answer that is under way stays with the one before."""
        self._subtitle = subtitle
        self._show(replace(self.state, subtitle=subtitle))

    def load_older(self) -> None:
        """The page before the oldest row that is shown."""
        session_id, rows = self.state.session_id, self.state.rows
        if session_id is None or not rows or not self.state.has_older:
            return
        conversation = self._conversation

        def load() -> tuple[Message, ...]:
            return self._messages.newest(session_id, before_sequence=rows[0].sequence, limit=PAGE)

        def show(older: tuple[Message, ...]) -> None:
            if conversation == self._conversation:
                joined = (*rows_of(older), *self.state.rows)
                self._show(replace(self.state, rows=joined, has_older=len(older) == PAGE))

        self._tasks.call(load, show, lambda sentence: self._failed(conversation, sentence))

    def _begin(self) -> StopSignal:
        self._stop = StopSignal()
        self._show(replace(self.state, is_answering=True, notice="", can_retry=False))
        return self._stop

    def _follow(self, events: AsyncGenerator[TurnEvent, None]) -> None:
        conversation = self._conversation
        self._tasks.follow(
            events,
            lambda event: self._happened(conversation, event),
            lambda sentence: self._failed(conversation, sentence),
        )

    def _leave(self) -> None:
        """An answer that still comes for the old conversation is saved, but not drawn here."""
        if self.state.session_id is not None:
            self.on_session_left(self.state.session_id)
        self._conversation += 1
        self._stop = StopSignal()

    def _happened(self, conversation: int, event: TurnEvent) -> None:
        is_here = conversation == self._conversation
        if is_here:
            self._draw(event)
        match event:
            case UserMessageSaved() | TurnStopped() | TurnFailed():
                self.on_session_changed()
            case AnswerSaved(message):
                self.on_session_changed()
                self._name(message.session_id)
            case _:
                pass
        if is_here and isinstance(event, AnswerSaved | TurnStopped | TurnFailed):
            self._send_queued()

    def _draw(self, event: TurnEvent) -> None:
        state = replace(self.state, rows=rows_after(self.state.rows, event))
        match event:
            case UserMessageSaved(session, _):
                state = replace(
                    state,
                    session_id=session.id,
                    title=session.title,
                    is_private=session.is_private,
                )
            case AnswerSaved():
                state = replace(state, is_answering=False)
            case TurnStopped():
                state = replace(state, is_answering=False, can_retry=True)
            case TurnFailed(sentence, _):
                state = replace(state, is_answering=False, notice=sentence, can_retry=True)
            case _:
                pass
        self._show(state)

    def _failed(self, conversation: int, sentence: str) -> None:
        if conversation == self._conversation:
            rows = tuple(row for row in self.state.rows if not row.is_growing)
            can_retry = self.state.session_id is not None
            self._show(
                replace(
                    self.state, is_answering=False, notice=sentence, rows=rows, can_retry=can_retry
                )
            )

    def _send_queued(self) -> None:
        queued = self.state.queued
        if queued:
            self._show(replace(self.state, queued=""))
            self.send(queued)

    def _name(self, session_id: str) -> None:
        if self._name_session is None:
            return

        def named(title: str | None) -> None:
            if title is None:
                return
            if self.state.session_id == session_id:
                self._show(replace(self.state, title=title))
            self.on_session_changed()

        self._tasks.run(self._name_session(session_id), named, lambda _: None)

    def _show(self, state: ChatState) -> None:
        self.observable.update(state)


def _without_last_answer(rows: tuple[ChatRow, ...]) -> tuple[ChatRow, ...]:
    asked = [number for number, row in enumerate(rows) if row.is_mine]
    return rows[: asked[-1] + 1] if asked else ()
