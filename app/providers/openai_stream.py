"""Chat-completion chunks to StreamEvents, to the letter of OpenAI and of those who imitate it.

Nulls are absent, unknown fields are ignored, an error inside the stream is an error.
"""

from collections.abc import Iterator

from app.contracts.conversation import TokenUsage
from app.contracts.model_provider import FinishReason, StreamEvent, TextDelta
from app.providers.complaints import Clean, complaint_in
from app.providers.drafts import NewCallId, ThoughtDraft, new_call_id
from app.providers.failure import Failure, broken
from app.providers.http_errors import failure_in_stream
from app.providers.json_shapes import (
    JsonObject,
    NotJson,
    decoded_object,
    number_at,
    object_at,
    objects_at,
    text_at,
)
from app.providers.openai_tool_calls import OpenAIToolCalls
from app.providers.split_characters import SplitCharacterJoiner
from app.providers.sse import SseEvent
from app.providers.think_tags import ThinkTags

_END_MARK = "[DONE]"
_FINISH_REASONS = {
    "stop": FinishReason.STOP,
    "eos": FinishReason.STOP,
    "end_turn": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "content_filter": FinishReason.FILTERED,
}
_THINKING_FIELDS = ("reasoning_content", "reasoning")


class OpenAIStreamReader:
    def __init__(self, who: str, make_id: NewCallId = new_call_id, clean: Clean = str) -> None:
        self.who = who
        self._clean = clean
        self.is_over = False
        self.usage: TokenUsage | None = None
        self._reason: FinishReason | None = None
        self._has_refused = False
        self._tags = ThinkTags()
        self._text = SplitCharacterJoiner()
        self._thought = ThoughtDraft()
        self._calls = OpenAIToolCalls(make_id)

    @property
    def finish(self) -> FinishReason | None:
        if self._reason is None and not self.is_over:
            return None
        if self._has_refused:
            return FinishReason.FILTERED
        if self._reason in (FinishReason.LENGTH, FinishReason.FILTERED):
            return self._reason
        # Some servers say "stop" although they called a tool, or the other way round.
        if self._calls:
            return FinishReason.TOOL_CALLS
        if self._reason is FinishReason.TOOL_CALLS:
            return FinishReason.STOP
        return self._reason or FinishReason.UNKNOWN

    def read(self, event: SseEvent) -> Iterator[StreamEvent | Failure]:
        data = event.data.strip()
        if data == _END_MARK:
            self.is_over = True
            return
        if not data:
            return
        chunk = decoded_object(data)
        if isinstance(chunk, NotJson):
            yield broken(f"{self.who} sent something that is not an answer of its API.")
            return
        if complaint := complaint_in(chunk, self._clean):
            yield failure_in_stream(complaint, self.who)
            return
        self._read_usage(object_at(chunk, "usage"))
        for choice in objects_at(chunk, "choices"):
            if not choice.get("index"):  # the first, or the only one and not numbered
                yield from self._read_choice(choice)

    def ended(self) -> Iterator[StreamEvent | Failure]:
        for is_thought, piece in self._tags.flush():
            yield from self._take(piece, is_thought=is_thought)
        yield from self._thought.end()
        yield from _text_events(self._text.flush())
        yield from self._calls.end(self.who)

    def _read_choice(self, choice: JsonObject) -> Iterator[StreamEvent | Failure]:
        if complaint := complaint_in(choice, self._clean):
            yield failure_in_stream(complaint, self.who)
            return
        # A server that does not stream sends the whole message where deltas would be.
        delta = object_at(choice, "delta") or object_at(choice, "message")
        yield from self._read_thinking(delta)
        yield from self._read_text(delta)
        for fragment in objects_at(delta, "tool_calls"):
            yield from self._thought.end()
            yield from self._calls.read(fragment)
        reason = text_at(choice, "finish_reason")
        if reason == "error":
            yield broken(f"{self.who} broke off its answer.", may_pass=True)
        elif reason:
            self._reason = _FINISH_REASONS.get(reason, FinishReason.UNKNOWN)

    def _read_thinking(self, delta: JsonObject) -> Iterator[StreamEvent]:
        thought = next((text for key in _THINKING_FIELDS if (text := text_at(delta, key))), "")
        if thought:
            yield from self._thought.add(thought)

    def _read_text(self, delta: JsonObject) -> Iterator[StreamEvent]:
        refusal = text_at(delta, "refusal")
        self._has_refused = self._has_refused or bool(refusal)
        parts = "".join(text_at(part, "text") for part in objects_at(delta, "content"))
        text = text_at(delta, "content") + parts + refusal
        if text:
            for is_thought, piece in self._tags.push(text):
                yield from self._take(piece, is_thought=is_thought)

    def _take(self, piece: str, *, is_thought: bool) -> Iterator[StreamEvent]:
        if is_thought:
            yield from self._thought.add(piece)
        else:
            yield from self._thought.end()
            yield from _text_events(self._text.push(piece))

    def _read_usage(self, usage: JsonObject) -> None:
        """Totals so far; servers that report in every chunk count upwards."""
        taken = number_at(usage, "prompt_tokens")
        given = number_at(usage, "completion_tokens")
        if taken is None and given is None:
            return
        before = self.usage or TokenUsage()
        self.usage = TokenUsage(
            before.input_tokens if taken is None else taken,
            before.output_tokens if given is None else given,
        )


def _text_events(text: str) -> Iterator[StreamEvent]:
    if text:
        yield TextDelta(text)
