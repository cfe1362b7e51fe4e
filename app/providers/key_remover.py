"""Takes our own key out of an answer that echoes it, however the server cut it into pieces.

An answer goes into the conversation, the logs and the history; a key must be in none of them.
"""

from collections.abc import Iterator
from dataclasses import replace

from app.contracts.model_provider import (
    StreamEvent,
    TextDelta,
    ThinkingDelta,
    ThinkingEnded,
    ToolCallDelta,
    ToolCallEnded,
)

REPLACEMENT = "***"


class KeyRemover:
    """One per answer. Holds back the end of a text that may be the beginning of the key."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._held: TextDelta | ThinkingDelta | None = None

    def cleaned(self, event: StreamEvent) -> Iterator[StreamEvent]:
        if not self._key:
            yield event
            return
        if isinstance(event, TextDelta | ThinkingDelta):
            yield from self._piece(event)
            return
        if self._held is not None:
            yield self._held
            self._held = None
        yield self._whole(event)

    def _piece(self, event: TextDelta | ThinkingDelta) -> Iterator[StreamEvent]:
        if self._held is not None and type(self._held) is type(event):
            event = replace(event, text=self._held.text + event.text)
        elif self._held is not None:
            yield self._held
        text = event.text.replace(self._key, REPLACEMENT)
        kept = _begun(text, self._key)
        self._held = replace(event, text=text[len(text) - kept :]) if kept else None
        if len(text) > kept:
            yield replace(event, text=text[: len(text) - kept])

    def _whole(self, event: StreamEvent) -> StreamEvent:
        match event:
            case ThinkingEnded(block):
                return ThinkingEnded(replace(block, text=self._without(block.text)))
            case ToolCallDelta(index, arguments):
                return ToolCallDelta(index, self._without(arguments))
            case ToolCallEnded(index, call):
                arguments = self._without(call.arguments_json)
                return ToolCallEnded(index, replace(call, arguments_json=arguments))
            case _:
                return event

    def _without(self, text: str) -> str:
        return text.replace(self._key, REPLACEMENT)


def _begun(text: str, key: str) -> int:
    """How many characters at the end may be the beginning of the key."""
    return next(
        (n for n in range(min(len(key) - 1, len(text)), 0, -1) if key.startswith(text[-n:])), 0
    )
