"""Reads recorded bytes with a provider's reader, without any network."""

from collections.abc import Callable, Iterable
from itertools import count

from hypothesis import HealthCheck, settings

from app.contracts.model_provider import StreamEvent, TextDelta, ToolCall, ToolCallEnded
from app.providers.answer_reading import AnswerDecoder, StreamReader, events_in
from app.providers.anthropic_stream import AnthropicStreamReader
from app.providers.gemini_stream import GeminiStreamReader
from app.providers.openai_stream import OpenAIStreamReader

# Examples are few and never timed: a busy machine is no reason to fail.
unhurried = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
MakeReader = Callable[[], StreamReader]


def numbered_ids() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"own_{next(numbers)}"


def openai_reader() -> StreamReader:
    return OpenAIStreamReader("OpenAI", numbered_ids())


def anthropic_reader() -> StreamReader:
    return AnthropicStreamReader("Anthropic", numbered_ids())


def gemini_reader() -> StreamReader:
    return GeminiStreamReader("Gemini", numbered_ids())


def read(make: MakeReader, chunks: Iterable[bytes]) -> list[StreamEvent]:
    return list(events_in(AnswerDecoder(make()), chunks))


def text_of(events: Iterable[StreamEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def calls_of(events: Iterable[StreamEvent]) -> list[ToolCall]:
    return [event.call for event in events if isinstance(event, ToolCallEnded)]
