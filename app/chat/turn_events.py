"""What happens during a turn, in the order it happens. A turn ends with exactly one ending."""

from dataclasses import dataclass

from app.contracts.conversation import InjectedMemory, Message, Session


@dataclass(frozen=True, slots=True)
class UserMessageSaved:
    """Always first: from here on nothing the person wrote can be lost."""

    session: Session
    message: Message


@dataclass(frozen=True, slots=True)
class MemoriesInjected:
    memories: tuple[InjectedMemory, ...]


@dataclass(frozen=True, slots=True)
class AnswerGrew:
    delta: str


@dataclass(frozen=True, slots=True)
class AnswerSaved:
    message: Message


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """The cause as a sentence. `partial` is what had come by then; it is kept."""

    sentence: str
    partial: Message | None


TurnEvent = UserMessageSaved | MemoriesInjected | AnswerGrew | AnswerSaved | TurnFailed
