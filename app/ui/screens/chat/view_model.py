"""The chat screen's state and what a person can do there. Knows no Kivy.

A conversation that was left goes on by itself and is shown as it stands when the person returns;
its late events are never drawn into another one.
"""

from collections.abc import AsyncGenerator, Callable, Coroutine
from dataclasses import dataclass, field, replace
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
    """`notice` is one sentence about what went wrong; `queued` waits for the answer to end.

    `unsent` are words that could not be stored: they belong back into the composer.
    """

    session_id: str | None = None
    title: str = NEW_CHAT_TITLE
    subtitle: str = ""
    rows: tuple[ChatRow, ...] = ()
    is_answering: bool = False
    is_private: bool = False
    has_older: bool = False
    queued: str = ""
    unsent: str = ""
    notice: str = ""
    can_retry: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.rows and not self.is_answering


@dataclass(slots=True)
class _Conversation:
    """One conversation on this screen or left while its answer comes.

    `replaced` are the rows an answer is to replace, shown again if nothing comes in their place;
    `sending` are the words that are not stored yet.
    """

    state: ChatState
    stop: StopSignal = field(default_factory=StopSignal)
    replaced: tuple[ChatRow, ...] = ()
    sending: str = ""


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
        self._here = _Conversation(ChatState(subtitle=subtitle))
        self._left_answering: list[_Conversation] = []
        self.on_session_changed: Callable[[], None] = lambda: None
        self.on_session_left: Callable[[str], None] = lambda _: None
        self.observable = ObservableState(self._here.state)

    @property
    def state(self) -> ChatState:
        return self.observable.state

    def send(self, text: str) -> bool:
        """False when there is nothing to send or one message waits already; the draft stays."""
        words = text.strip()
        if not words or self.state.queued:
            return False
        if self.state.is_answering:
            self._show(self._here, replace(self.state, queued=words))
            return True
        self._send(self._here, words)
        return True

    def stop(self) -> None:
        self._here.stop.stop()

    def answer_again(self) -> None:
        """Regenerate, and Retry after a failure."""
        here, session_id = self._here, self.state.session_id
        if session_id is None or self.state.is_answering:
            return
        stop = self._begin(here)
        rows = _through_last_question(self.state.rows)
        here.replaced = tuple(row for row in self.state.rows[len(rows) :] if not row.is_error)
        self._show(here, replace(self.state, rows=rows))
        self._follow(here, self._turns.answer_again(session_id, stop))

    def edit_last(self, text: str) -> bool:
        here, session_id, words = self._here, self.state.session_id, text.strip()
        if session_id is None or self.state.is_answering or not words:
            return False
        stop = self._begin(here)
        rows = _through_last_question(self.state.rows)[:-1]
        here.replaced, here.sending = self.state.rows[len(rows) :], words
        self._show(here, replace(self.state, rows=rows))
        self._follow(here, self._turns.edit_last(session_id, words, stop))
        return True

    def took_unsent(self) -> None:
        """The screen has put the words back where they were typed."""
        self._show(self._here, replace(self.state, unsent=""))

    def new_chat(self, *, is_private: bool = False) -> None:
        self._leave_for(_Conversation(ChatState(subtitle=self._subtitle, is_private=is_private)))

    def open_session(self, session_id: str) -> None:
        if session_id == self.state.session_id:
            return
        for conversation in self._left_answering:
            if conversation.state.session_id == session_id:
                self._leave_for(conversation)
                return
        empty = _Conversation(ChatState(subtitle=self._subtitle))
        self._leave_for(empty, is_shown=False)

        def load() -> tuple[Session | None, tuple[Message, ...]]:
            return self._sessions.get(session_id), self._messages.newest(session_id, limit=PAGE)

        def show(loaded: tuple[Session | None, tuple[Message, ...]]) -> None:
            session, messages = loaded
            if session is None or self._here is not empty:
                return
            self._show(
                empty,
                ChatState(
                    session_id=session.id,
                    title=session.title,
                    subtitle=self._subtitle,
                    rows=rows_of(messages),
                    is_private=session.is_private,
                    has_older=len(messages) == PAGE,
                ),
            )

        self._tasks.call(load, show, lambda sentence: self._failed(empty, sentence))

    def show_subtitle(self, subtitle: str) -> None:
        """Who answers from now on; an answer that is under way stays with the one before."""
        self._subtitle = subtitle
        self._show(self._here, replace(self.state, subtitle=subtitle))

    def load_older(self) -> None:
        """The page before the oldest row that is shown."""
        here, session_id, rows = self._here, self.state.session_id, self.state.rows
        if session_id is None or not rows or not self.state.has_older:
            return

        def load() -> tuple[Message, ...]:
            return self._messages.newest(session_id, before_sequence=rows[0].sequence, limit=PAGE)

        def show(older: tuple[Message, ...]) -> None:
            if here.state.rows[:1] != rows[:1]:
                return  # asked for twice
            joined = (*rows_of(older), *here.state.rows)
            self._show(here, replace(here.state, rows=joined, has_older=len(older) == PAGE))

        self._tasks.call(load, show, lambda sentence: self._failed(here, sentence))

    def _send(self, conversation: _Conversation, words: str) -> None:
        stop = self._begin(conversation)
        conversation.sending = words
        state = conversation.state
        turn = self._turns.send(state.session_id, words, stop, is_private=state.is_private)
        self._follow(conversation, turn)

    def _begin(self, conversation: _Conversation) -> StopSignal:
        conversation.stop, conversation.replaced = StopSignal(), ()
        state = replace(conversation.state, is_answering=True, notice="", can_retry=False)
        self._show(conversation, state)
        return conversation.stop

    def _follow(self, conversation: _Conversation, events: AsyncGenerator[TurnEvent, None]) -> None:
        self._tasks.follow(
            events,
            lambda event: self._happened(conversation, event),
            lambda sentence: self._failed(conversation, sentence),
        )

    def _leave_for(self, conversation: _Conversation, *, is_shown: bool = True) -> None:
        """An answer that still comes for the one that is left goes on, and is not drawn here."""
        if self.state.session_id is not None:
            self.on_session_left(self.state.session_id)
        if self._here.state.is_answering:
            self._left_answering.append(self._here)
        self._left_answering = [one for one in self._left_answering if one is not conversation]
        self._here = conversation
        if is_shown:
            self._show(conversation, replace(conversation.state, subtitle=self._subtitle))

    def _happened(self, conversation: _Conversation, event: TurnEvent) -> None:
        self._draw(conversation, event)
        match event:
            case UserMessageSaved() | TurnStopped() | TurnFailed():
                self.on_session_changed()
            case AnswerSaved(message):
                self.on_session_changed()
                self._name(message.session_id)
            case _:
                pass
        if isinstance(event, AnswerSaved | TurnStopped | TurnFailed):
            self._ended(conversation)

    def _draw(self, conversation: _Conversation, event: TurnEvent) -> None:
        before = conversation.state
        state = replace(before, rows=rows_after(before.rows, event))
        match event:
            case UserMessageSaved(session, _):
                conversation.sending = ""
                if conversation.replaced and conversation.replaced[0].is_mine:
                    conversation.replaced = ()  # an edited question stands in their place
                state = replace(
                    state,
                    session_id=session.id,
                    title=session.title,
                    is_private=session.is_private,
                )
            case AnswerSaved():
                state = replace(state, is_answering=False)
            case TurnStopped(partial):
                state = replace(state, is_answering=False, can_retry=True)
                state = _with_rows_back(state, conversation, is_wanted=partial is None)
            case TurnFailed(sentence, partial):
                state = replace(state, is_answering=False, notice=sentence, can_retry=True)
                state = _with_rows_back(state, conversation, is_wanted=partial is None)
            case _:
                pass
        self._show(conversation, state)

    def _failed(self, conversation: _Conversation, sentence: str) -> None:
        """The turn could not even be written down: everything is as it was before it."""
        state = conversation.state
        rows = tuple(row for row in state.rows if not row.is_growing)
        state = replace(
            state,
            is_answering=False,
            notice=sentence,
            rows=rows,
            can_retry=state.session_id is not None,
            unsent=conversation.sending,
        )
        conversation.sending = ""
        self._show(conversation, _with_rows_back(state, conversation, is_wanted=True))

    def _ended(self, conversation: _Conversation) -> None:
        """What was written meanwhile is sent now, wherever the person is by then."""
        queued = conversation.state.queued
        if queued:
            self._show(conversation, replace(conversation.state, queued=""))
            self._send(conversation, queued)
        else:
            self._left_answering = [one for one in self._left_answering if one is not conversation]

    def _name(self, session_id: str) -> None:
        if self._name_session is None:
            return

        def named(title: str | None) -> None:
            if title is None:
                return
            if self.state.session_id == session_id:
                self._show(self._here, replace(self.state, title=title))
            self.on_session_changed()

        self._tasks.run(self._name_session(session_id), named, lambda _: None)

    def _show(self, conversation: _Conversation, state: ChatState) -> None:
        conversation.state = state
        if conversation is self._here:
            self.observable.update(state)


def _through_last_question(rows: tuple[ChatRow, ...]) -> tuple[ChatRow, ...]:
    asked = [number for number, row in enumerate(rows) if row.is_mine]
    return rows[: asked[-1] + 1] if asked else ()


def _with_rows_back(state: ChatState, conversation: _Conversation, *, is_wanted: bool) -> ChatState:
    """What was to be replaced is still stored when nothing came in its place."""
    rows, conversation.replaced = conversation.replaced, ()
    return replace(state, rows=(*state.rows, *rows)) if is_wanted else state
