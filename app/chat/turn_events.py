"""What happens during a turn, in the order it happens. A turn ends with exactly one ending."""

from dataclasses import dataclass

from app.contracts.conversation import InjectedMemory, Message, Session
from app.contracts.memory_changes import MemoryChange


@dataclass(frozen=True, slots=True)
class UserMessageSaved:
    """Always first: from here on nothing the person wrote can be lost."""

    session: Session
    message: Message


@dataclass(frozen=True, slots=True)
class ContextShortened:
    """Older messages no longer go to the model as they were; `note` says what happened."""

    note: str


@dataclass(frozen=True, slots=True)
class MemoriesInjected:
    memories: tuple[InjectedMemory, ...]


@dataclass(frozen=True, slots=True)
class AnswerGrew:
    delta: str


@dataclass(frozen=True, slots=True)
class ThinkingGrew:
    delta: str


@dataclass(frozen=True, slots=True)
class ToolsCalled:
    """The model asked for these; the text that came before them is saved."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolEnded:
    """`text` is what the model will read; `change` is what the person may want to undo."""

    name: str
    text: str
    is_error: bool
    change: MemoryChange | None = None


@dataclass(frozen=True, slots=True)
class AnswerSaved:
    message: Message


@dataclass(frozen=True, slots=True)
class TurnStopped:
    """The person stopped it. `partial` is what had come by then; it is kept."""

    partial: Message | None


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """The cause as a sentence. `partial` is what had come by then; it is kept."""

    sentence: str
    partial: Message | None


TurnEnding = AnswerSaved | TurnStopped | TurnFailed
TurnEvent = (
    UserMessageSaved
    | ContextShortened
    | MemoriesInjected
    | AnswerGrew
    | ThinkingGrew
    | ToolsCalled
    | ToolEnded
    | TurnEnding
)
