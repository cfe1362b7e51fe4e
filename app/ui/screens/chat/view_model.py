"""The chat screen's state and what a person can do there. Knows no Kivy."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

from app.chat.session_title import NEW_CHAT_TITLE
from app.chat.turn_events import (
    AnswerGrew,
    AnswerSaved,
    MemoriesInjected,
    TurnEvent,
    TurnFailed,
    UserMessageSaved,
)
from app.contracts.conversation import (
    InjectedMemory,
    Message,
    MessageKind,
    MessageStore,
    Session,
    SessionStore,
)
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

EXAMPLES = (
    "Remember that I prefer short answers",
    "What do you know about me?",
    "What did we talk about last week?",
)
PAGE = 50

Turn = Callable[[str | None, str], AsyncIterator[TurnEvent]]


@dataclass(frozen=True, slots=True)
class ChatRow:
    id: str
    text: str
    is_mine: bool
    memories: tuple[InjectedMemory, ...] = ()
    is_growing: bool = False


@dataclass(frozen=True, slots=True)
class ChatState:
    """`notice` is one sentence about what went wrong; empty most of the time."""

    session_id: str | None = None
    title: str = NEW_CHAT_TITLE
    subtitle: str = ""
    rows: tuple[ChatRow, ...] = ()
    is_answering: bool = False
    notice: str = ""

    @property
    def is_empty(self) -> bool:
        return not self.rows and not self.is_answering


class ChatViewModel:
    def __init__(
        self,
        turn: Turn,
        sessions: SessionStore,
        messages: MessageStore,
        tasks: Tasks,
        subtitle: str,
    ) -> None:
        self._turn = turn
        self._sessions = sessions
        self._messages = messages
        self._tasks = tasks
        self._subtitle = subtitle
        self._conversation = 0
        self.on_session_changed: Callable[[], None] = lambda: None
        self.observable = ObservableState(ChatState(subtitle=subtitle))

    @property
    def state(self) -> ChatState:
        return self.observable.state

    def send(self, text: str) -> bool:
        """False when there is nothing to send or an answer is still coming; the draft stays."""
        if not text.strip() or self.state.is_answering:
            return False
        self._show(replace(self.state, is_answering=True, notice=""))
        conversation = self._conversation
        self._tasks.follow(
            self._turn(self.state.session_id, text.strip()),
            lambda event: self._happened(conversation, event),
            lambda sentence: self._failed(conversation, sentence),
        )
        return True

    def new_chat(self) -> None:
        self._leave()
        self._show(ChatState(subtitle=self._subtitle))

    def open_session(self, session_id: str) -> None:
        if session_id == self.state.session_id:
            return
        self._leave()
        conversation = self._conversation

        def load() -> tuple[Session | None, tuple[Message, ...]]:
            return self._sessions.get(session_id), self._messages.newest(session_id, limit=PAGE)

        def show(loaded: tuple[Session | None, tuple[Message, ...]]) -> None:
            session, messages = loaded
            if session is None or conversation != self._conversation:
                return
            self._show(
                ChatState(
                    session_id=session.id,
                    title=session.title,
                    subtitle=self._subtitle,
                    rows=tuple(row for row in map(_row, messages) if row is not None),
                )
            )

        self._tasks.call(load, show, lambda sentence: self._failed(conversation, sentence))

    def _leave(self) -> None:
        """An answer that still comes for the old conversation is saved, but not drawn here."""
        self._conversation += 1

    def _happened(self, conversation: int, event: TurnEvent) -> None:
        if conversation != self._conversation:
            if isinstance(event, UserMessageSaved | AnswerSaved | TurnFailed):
                self.on_session_changed()
            return
        match event:
            case UserMessageSaved(session, message):
                asked = ChatRow(message.id, message.text, is_mine=True)
                self._show(
                    replace(
                        self.state,
                        session_id=session.id,
                        title=session.title,
                        rows=(*self.state.rows, asked),
                    )
                )
                self.on_session_changed()
            case MemoriesInjected(memories):
                self._grow(lambda row: replace(row, memories=memories))
            case AnswerGrew(delta):
                self._grow(lambda row: replace(row, text=row.text + delta))
            case AnswerSaved(message):
                self._grow(lambda row: replace(row, id=message.id, is_growing=False))
                self._show(replace(self.state, is_answering=False))
                self.on_session_changed()
            case TurnFailed(sentence, partial):
                if partial is not None:
                    self._grow(lambda row: replace(row, id=partial.id, is_growing=False))
                self._failed(conversation, sentence)
                self.on_session_changed()

    def _failed(self, conversation: int, sentence: str) -> None:
        if conversation == self._conversation:
            rows = tuple(row for row in self.state.rows if not row.is_growing)
            self._show(replace(self.state, is_answering=False, notice=sentence, rows=rows))

    def _grow(self, change: Callable[[ChatRow], ChatRow]) -> None:
        rows = self.state.rows
        if not rows or not rows[-1].is_growing:
            rows = (*rows, ChatRow("growing", "", is_mine=False, is_growing=True))
        self._show(replace(self.state, rows=(*rows[:-1], change(rows[-1]))))

    def _show(self, state: ChatState) -> None:
        self.observable.update(state)


def _row(message: Message) -> ChatRow | None:
    match message.kind:
        case MessageKind.USER:
            return ChatRow(message.id, message.text, is_mine=True)
        case MessageKind.ASSISTANT:
            return ChatRow(message.id, message.text, is_mine=False, memories=message.injected)
        case _:
            return None
