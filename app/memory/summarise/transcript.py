"""A conversation as lines for a prompt: who said what and when, marked so that it stays data.

Never includes thinking, tool rows or system rows, and nothing said can close the fence around it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.contracts.conversation import Message, MessageKind
from app.memory.markdown_lines import storable

FENCE_NAME = "conversation"
_SPEAKERS = {MessageKind.USER: "Person", MessageKind.ASSISTANT: "Assistant"}


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """One message, or a part of one that was too long for a window of its own."""

    speaker: str
    text: str

    def rendered(self) -> str:
        # Indented, so that a message cannot pretend to be the next speaker.
        body = self.text.replace("<", "‹").replace("\n", "\n  ")
        return f"[{self.speaker}] {body}"


def transcript_lines(messages: Sequence[Message]) -> list[TranscriptLine]:
    return [
        TranscriptLine(_speaker(message), storable(message.text).strip())
        for message in messages
        if message.kind in _SPEAKERS and message.text.strip()
    ]


def fenced(lines: Sequence[TranscriptLine]) -> str:
    body = "\n".join(line.rendered() for line in lines)
    return f"<{FENCE_NAME}>\n{body}\n</{FENCE_NAME}>"


def _speaker(message: Message) -> str:
    return f"{_SPEAKERS[message.kind]} {message.said_at:%Y-%m-%d %H:%M}"
