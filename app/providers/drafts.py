"""Tool calls and thoughts while they are being streamed, until they are whole.

Keeps parallel calls apart by its own index and by ids that are unique, whatever the server gave.
"""

from collections.abc import Callable, Iterator
from uuid import uuid4

from app.contracts.model_provider import (
    StreamEvent,
    ThinkingBlock,
    ThinkingDelta,
    ThinkingEnded,
    ToolCall,
    ToolCallDelta,
    ToolCallEnded,
    ToolCallStarted,
)
from app.providers.split_characters import SplitCharacterJoiner

NewCallId = Callable[[], str]
OWN_CALL_ID_PREFIX = "own_"


def new_call_id() -> str:
    """For servers that give none. The prefix tells it from an id the server would know."""
    return OWN_CALL_ID_PREFIX + uuid4().hex


class ToolCallDraft:
    """Starts when its name is known; arguments that come earlier wait for it."""

    def __init__(self, index: int, call_id: str, given_id: str, signature: str) -> None:
        self.index = index
        self.given_id = given_id
        self.name = ""
        self._id = call_id
        self._signature = signature
        self._joiner = SplitCharacterJoiner()
        self._arguments: list[str] = []

    @property
    def arguments(self) -> str:
        return "".join(self._arguments)

    def give_name(self, name: str) -> Iterator[StreamEvent]:
        if self.name or not name:
            return
        self.name = name
        yield ToolCallStarted(self.index, self._id, name)
        if self._arguments:
            yield ToolCallDelta(self.index, self.arguments)

    def add(self, fragment: str) -> Iterator[StreamEvent]:
        yield from self._append(self._joiner.push(fragment))

    def end(self) -> Iterator[StreamEvent]:
        yield from self._append(self._joiner.flush())
        # A call without arguments comes as no text at all; that is an empty object.
        arguments = self.arguments if self.arguments.strip() else "{}"
        call = ToolCall(self._id, self.name, arguments, self._signature)
        yield ToolCallEnded(self.index, call)

    def _append(self, text: str) -> Iterator[StreamEvent]:
        if text:
            self._arguments.append(text)
            if self.name:
                yield ToolCallDelta(self.index, text)


class ToolCallDrafts:
    """The calls of one answer, in the order they began."""

    def __init__(self, make_id: NewCallId = new_call_id) -> None:
        self._make_id = make_id
        self._ids: set[str] = set()
        self._drafts: list[ToolCallDraft] = []

    def __iter__(self) -> Iterator[ToolCallDraft]:
        return iter(self._drafts)

    def __bool__(self) -> bool:
        return bool(self._drafts)

    def open(self, given_id: str, *, signature: str = "") -> ToolCallDraft:
        call_id = given_id
        while not call_id or call_id in self._ids:
            call_id = self._make_id()
        self._ids.add(call_id)
        draft = ToolCallDraft(len(self._drafts), call_id, given_id, signature)
        self._drafts.append(draft)
        return draft


class ThoughtDraft:
    """One run of thinking, ended by text, by a call or by the end of the answer."""

    def __init__(self) -> None:
        self._joiner = SplitCharacterJoiner()
        self._parts: list[str] = []
        self._is_open = False
        self._signature = ""

    def add(self, fragment: str) -> Iterator[StreamEvent]:
        self._is_open = True
        yield from self._append(self._joiner.push(fragment))

    def sign(self, signature: str) -> None:
        self._is_open = True
        self._signature = signature

    def end(self) -> Iterator[StreamEvent]:
        """Gives the block, also one whose text the server keeps to itself; nothing if none ran."""
        if not self._is_open:
            return
        yield from self._append(self._joiner.flush())
        block = ThinkingBlock("".join(self._parts), self._signature)
        self._parts.clear()
        self._signature = ""
        self._is_open = False
        yield ThinkingEnded(block)

    def _append(self, text: str) -> Iterator[StreamEvent]:
        if text:
            self._parts.append(text)
            yield ThinkingDelta(text)
