"""What is searched for when a message is sent: it, and the last turn when it leans on that."""

from collections.abc import Sequence

from app.contracts.conversation import Message, MessageKind
from app.memory.text.words import words_of

FEW_WORDS = 3
MOST_CONTEXT = 400
_SPOKEN = (MessageKind.USER, MessageKind.ASSISTANT)


def memory_query(text: str, earlier: Sequence[Message]) -> str:
    """A "yes, do that" says nothing by itself; a full question is only blurred by what came before.

    `earlier` are the messages before this one, oldest first.
    """
    if len(set(words_of(text))) >= FEW_WORDS:
        return text
    context: list[str] = []
    for message in reversed(earlier):
        if message.kind in _SPOKEN and message.text:
            context.append(" ".join(message.text.split())[:MOST_CONTEXT])
        if message.kind is MessageKind.USER:
            break
    return "\n".join([text, *context])
