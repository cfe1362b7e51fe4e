"""Conversations for these tests: who said what, in as few words as possible."""

from datetime import datetime

from app.contracts.conversation import InjectedMemory, Message, MessageKind
from app.contracts.models_catalog import ON_DEVICE_MODEL
from tests.fakes.clock import ZURICH

AT = datetime(2026, 2, 28, 9, 30, tzinfo=ZURICH)


def said(*texts: str, kind: MessageKind = MessageKind.USER) -> list[Message]:
    return [Message(str(n), "s", n, kind, text, AT) for n, text in enumerate(texts)]


def talk(*lines: str, injected: tuple[InjectedMemory, ...] = ()) -> list[Message]:
    """Lines begin with `> ` for a real model's answer, `~ ` for the on-device one's."""
    messages: list[Message] = []
    for number, line in enumerate(lines):
        kind = MessageKind.ASSISTANT if line[:2] in {"> ", "~ "} else MessageKind.USER
        model = {"> ": "some-model", "~ ": ON_DEVICE_MODEL.model_id}.get(line[:2], "")
        text = line if kind is MessageKind.USER else line[2:]
        messages.append(
            Message(str(number), "s", number, kind, text, AT, model=model, injected=injected)
        )
    return messages
