"""Events of the Messages API to StreamEvents, block by block.

Thinking comes out with its signature, redacted thinking unread: both go back as they came.
"""

from collections.abc import Iterator

from app.contracts.conversation import TokenUsage
from app.contracts.model_provider import (
    FinishReason,
    StreamEvent,
    TextDelta,
    ThinkingBlock,
    ThinkingEnded,
)
from app.providers.complaints import Clean, complaint_in
from app.providers.drafts import (
    NewCallId,
    ThoughtDraft,
    ToolCallDraft,
    ToolCallDrafts,
    new_call_id,
)
from app.providers.failure import Failure, broken
from app.providers.http_errors import failure_in_stream
from app.providers.json_shapes import (
    JsonObject,
    NotJson,
    decoded_object,
    number_at,
    object_at,
    text_at,
    written,
)
from app.providers.split_characters import SplitCharacterJoiner
from app.providers.sse import SseEvent

_FINISH_REASONS = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "pause_turn": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "tool_use": FinishReason.TOOL_CALLS,
    "refusal": FinishReason.FILTERED,
}
_INPUT_FIELDS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")

_Block = SplitCharacterJoiner | ThoughtDraft | ToolCallDraft | None


class AnthropicStreamReader:
    def __init__(self, who: str, make_id: NewCallId = new_call_id, clean: Clean = str) -> None:
        self.who = who
        self._clean = clean
        self.is_over = False
        self._reason: FinishReason | None = None
        self._counts: dict[str, int] = {}
        self._calls = ToolCallDrafts(make_id)
        self._open: dict[int, _Block] = {}
        self._initial_inputs: dict[int, str] = {}
        self._latest = 0

    @property
    def finish(self) -> FinishReason | None:
        # Servers that imitate this API end a turn although they called a tool.
        if self._calls and self._reason is FinishReason.STOP:
            return FinishReason.TOOL_CALLS
        return self._reason

    @property
    def usage(self) -> TokenUsage | None:
        """Input is the whole prompt: what was cached was read too."""
        if not self._counts:
            return None
        taken = sum(self._counts.get(field, 0) for field in _INPUT_FIELDS)
        return TokenUsage(taken, self._counts.get("output_tokens", 0))

    def read(self, event: SseEvent) -> Iterator[StreamEvent | Failure]:
        body = decoded_object(event.data)
        if isinstance(body, NotJson):
            yield broken(f"{self.who} sent something that is not an answer of its API.")
            return
        match text_at(body, "type") or event.name:
            case "message_start":
                self._count(object_at(object_at(body, "message"), "usage"))
            case "content_block_start":
                yield from self._start_block(body)
            case "content_block_delta":
                yield from self._read_delta(body)
            case "content_block_stop":
                yield from self._end_block(self._index(body))
            case "message_delta":
                self._read_message_delta(body)
            case "message_stop":
                self.is_over = True
            case "ping":
                pass
            case _:  # an error, or an event that was added to the API later
                if complaint := complaint_in(body, self._clean):
                    yield failure_in_stream(complaint, self.who)

    def ended(self) -> Iterator[StreamEvent | Failure]:
        for index in sorted(self._open):
            yield from self._end_block(index)

    def _start_block(self, body: JsonObject) -> Iterator[StreamEvent | Failure]:
        index = self._index(body, begins=True)
        block = object_at(body, "content_block")
        match text_at(block, "type"):
            case "text":
                self._open[index] = SplitCharacterJoiner()
                yield from self._add_text(index, text_at(block, "text"))
            case "thinking":
                thought = ThoughtDraft()
                self._open[index] = thought
                # Opens the block even when the server keeps the thought itself to itself.
                thought.sign(text_at(block, "signature"))
                yield from thought.add(text_at(block, "thinking"))
            case "redacted_thinking":
                self._open[index] = None
                data = text_at(block, "data")
                yield ThinkingEnded(ThinkingBlock("", signature=data, is_redacted=True))
            case "tool_use":
                yield from self._start_call(index, block)
            case _:
                self._open[index] = None

    def _start_call(self, index: int, block: JsonObject) -> Iterator[StreamEvent | Failure]:
        name = text_at(block, "name")
        if not name:
            yield broken(f"{self.who} asked for a tool without naming it.")
            return
        draft = self._calls.open(text_at(block, "id"))
        self._open[index] = draft
        if given := object_at(block, "input"):
            self._initial_inputs[index] = written(given)
        yield from draft.give_name(name)

    def _read_delta(self, body: JsonObject) -> Iterator[StreamEvent]:
        index = self._index(body)
        delta = object_at(body, "delta")
        block = self._open.get(index)
        match text_at(delta, "type"), block:
            case "text_delta", _:
                yield from self._add_text(index, text_at(delta, "text"))
            case "thinking_delta", ThoughtDraft():
                yield from block.add(text_at(delta, "thinking"))
            case "signature_delta", ThoughtDraft():
                block.sign(text_at(delta, "signature"))
            case "input_json_delta", ToolCallDraft():
                yield from block.add(text_at(delta, "partial_json"))
            case _:
                pass  # citations, and whatever is added later

    def _add_text(self, index: int, text: str) -> Iterator[StreamEvent]:
        block = self._open.setdefault(index, SplitCharacterJoiner())
        if isinstance(block, SplitCharacterJoiner) and (whole := block.push(text)):
            yield TextDelta(whole)

    def _end_block(self, index: int) -> Iterator[StreamEvent]:
        match block := self._open.pop(index, None):
            case SplitCharacterJoiner():
                if rest := block.flush():
                    yield TextDelta(rest)
            case ThoughtDraft():
                yield from block.end()
            case ToolCallDraft():
                if not block.arguments:
                    yield from block.add(self._initial_inputs.get(index, ""))
                yield from block.end()
            case None:
                pass

    def _read_message_delta(self, body: JsonObject) -> None:
        self._count(object_at(body, "usage"))
        if reason := text_at(object_at(body, "delta"), "stop_reason"):
            self._reason = _FINISH_REASONS.get(reason, FinishReason.UNKNOWN)

    def _count(self, usage: JsonObject) -> None:
        """Every report is a total, so the newest of each field stands."""
        for field in (*_INPUT_FIELDS, "output_tokens"):
            if (count := number_at(usage, field)) is not None:
                self._counts[field] = count

    def _index(self, body: JsonObject, *, begins: bool = False) -> int:
        index = number_at(body, "index")
        if index is None:
            index = max(self._open, default=-1) + 1 if begins else self._latest
        self._latest = index
        return index
