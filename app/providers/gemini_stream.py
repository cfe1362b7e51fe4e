"""Chunks of Gemini's streamGenerateContent to StreamEvents.

A function call comes whole; its signature goes with it. Thoughts are told apart by their mark.
"""

from collections.abc import Iterator

from app.contracts.conversation import TokenUsage
from app.contracts.model_provider import FinishReason, StreamEvent, TextDelta
from app.providers.complaints import Clean, complaint_in
from app.providers.drafts import NewCallId, ThoughtDraft, ToolCallDrafts, new_call_id
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
    written,
)
from app.providers.split_characters import SplitCharacterJoiner
from app.providers.sse import SseEvent

_FINISH_REASONS = {
    "STOP": FinishReason.STOP,
    "MAX_TOKENS": FinishReason.LENGTH,
    "SAFETY": FinishReason.FILTERED,
    "RECITATION": FinishReason.FILTERED,
    "LANGUAGE": FinishReason.FILTERED,
    "BLOCKLIST": FinishReason.FILTERED,
    "PROHIBITED_CONTENT": FinishReason.FILTERED,
    "SPII": FinishReason.FILTERED,
}
# The model tried to call a tool and produced something that is none.
_FAILED_CALLS = ("MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS")


class GeminiStreamReader:
    def __init__(self, who: str, make_id: NewCallId = new_call_id, clean: Clean = str) -> None:
        self.who = who
        self._clean = clean
        self.is_over = False
        self.usage: TokenUsage | None = None
        self._reason: FinishReason | None = None
        self._text = SplitCharacterJoiner()
        self._thought = ThoughtDraft()
        self._calls = ToolCallDrafts(make_id)

    @property
    def finish(self) -> FinishReason | None:
        # Gemini says STOP after a call, too.
        if self._calls and self._reason is FinishReason.STOP:
            return FinishReason.TOOL_CALLS
        return self._reason

    def read(self, event: SseEvent) -> Iterator[StreamEvent | Failure]:
        if not event.data.strip():
            return
        chunk = decoded_object(event.data)
        if isinstance(chunk, NotJson):
            yield broken(f"{self.who} sent something that is not an answer of its API.")
            return
        if complaint := complaint_in(chunk, self._clean):
            yield failure_in_stream(complaint, self.who)
            return
        self._read_usage(object_at(chunk, "usageMetadata"))
        for candidate in objects_at(chunk, "candidates"):
            if not candidate.get("index"):
                yield from self._read_candidate(candidate)
        if text_at(object_at(chunk, "promptFeedback"), "blockReason"):
            self._reason = FinishReason.FILTERED

    def ended(self) -> Iterator[StreamEvent | Failure]:
        yield from self._thought.end()
        if rest := self._text.flush():
            yield TextDelta(rest)

    def _read_candidate(self, candidate: JsonObject) -> Iterator[StreamEvent | Failure]:
        for part in objects_at(object_at(candidate, "content"), "parts"):
            yield from self._read_part(part)
        reason = text_at(candidate, "finishReason")
        if reason in _FAILED_CALLS:
            yield broken(f"{self.who} could not put its tool call into words.", detail=reason)
        elif reason and reason != "FINISH_REASON_UNSPECIFIED":
            self._reason = _FINISH_REASONS.get(reason, FinishReason.UNKNOWN)

    def _read_part(self, part: JsonObject) -> Iterator[StreamEvent | Failure]:
        text = text_at(part, "text")
        if part.get("thought") is True:
            if text:
                yield from self._thought.add(text)
            return
        if text:
            yield from self._thought.end()
            if whole := self._text.push(text):
                yield TextDelta(whole)
        if call := object_at(part, "functionCall"):
            yield from self._thought.end()
            yield from self._read_call(call, text_at(part, "thoughtSignature"))

    def _read_call(self, call: JsonObject, signature: str) -> Iterator[StreamEvent | Failure]:
        name = text_at(call, "name")
        if not name:
            yield broken(f"{self.who} asked for a tool without naming it.")
            return
        draft = self._calls.open(text_at(call, "id"), signature=signature)
        yield from draft.give_name(name)
        yield from draft.add(written(object_at(call, "args")))
        yield from draft.end()

    def _read_usage(self, usage: JsonObject) -> None:
        """Totals so far; later chunks repeat or raise them. Thoughts are paid for as output."""
        if not usage:
            return
        before = self.usage or TokenUsage()
        self.usage = TokenUsage(
            _sum_of(usage, "promptTokenCount", "toolUsePromptTokenCount") or before.input_tokens,
            _sum_of(usage, "candidatesTokenCount", "thoughtsTokenCount") or before.output_tokens,
        )


def _sum_of(usage: JsonObject, *fields: str) -> int:
    return sum(number_at(usage, field) or 0 for field in fields)
