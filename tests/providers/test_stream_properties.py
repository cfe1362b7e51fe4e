"""However the bytes of an answer are cut, and whatever they are: reading comes to one end."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.contracts.errors import ProviderBroken, ProviderError
from app.contracts.model_provider import Finished, FinishReason, StreamFailed, UsageReported
from app.providers.answer_reading import AnswerDecoder, events_in
from tests.providers import wire_anthropic, wire_gemini, wire_openai
from tests.providers.reading import (
    MakeReader,
    anthropic_reader,
    gemini_reader,
    openai_reader,
    read,
    text_of,
    unhurried,
)
from tests.providers.scripts import SaidCall, Script

FULL = Script(
    thinking=("Überlege ", "爬山…"),
    texts=("Grüezi 👋🏽 ", "你好"),
    calls=(SaidCall("w", '{"c":"Zürich"}'), SaidCall("w", '{"c":"爬山"}')),
    finish=FinishReason.TOOL_CALLS,
)
READERS = {
    "openai": (openai_reader, b"".join(wire_openai.events(FULL))),
    "anthropic": (anthropic_reader, b"".join(wire_anthropic.events(FULL))),
    "gemini": (gemini_reader, b"".join(wire_gemini.events(FULL))),
}
each_api = pytest.mark.parametrize(("make", "stream"), READERS.values(), ids=READERS.keys())
each_reader = pytest.mark.parametrize(
    "make", [make for make, _ in READERS.values()], ids=READERS.keys()
)
FRAGMENTS = st.sampled_from(
    ["data: ", "event: error", "\n", "\r\n", "\n\n", "[DONE]", "null", "{}", '{"error":', '"x"}',
     '{"choices":[{"delta":', '{"type":"content_block_delta","index":', "}", "ü👋",
     '{"candidates":[{"content":', '{"type":"message_stop"}']
)  # fmt: skip
GARBAGE = st.binary(max_size=150) | st.lists(FRAGMENTS, max_size=15).map("".join).map(str.encode)
KEYS = st.sampled_from(
    ["choices", "delta", "content", "tool_calls", "function", "name", "arguments", "index", "id",
     "usage", "prompt_tokens", "error", "message", "code", "type", "content_block", "finish_reason",
     "candidates", "parts", "text", "thought", "functionCall", "args", "usageMetadata",
     "promptTokenCount", "finishReason", "promptFeedback", "reasoning", "refusal", "stop_reason"]
)  # fmt: skip
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
LIKELY_OBJECTS = st.fixed_dictionaries(
    {"type": st.sampled_from(["content_block_start", "content_block_delta", "content_block_stop",
                              "message_delta", "message_start", "message_stop"])},
    optional={
        "index": JSON_VALUES,
        "delta": JSON_VALUES,
        "content_block": JSON_VALUES,
        "usage": JSON_VALUES,
        "choices": st.lists(JSON_VALUES, max_size=2),
        "candidates": st.lists(JSON_VALUES, max_size=2),
    },
)  # fmt: skip
ANY_OBJECTS = st.dictionaries(KEYS, JSON_VALUES, max_size=4)


@each_api
def test_a_cut_after_any_byte_changes_nothing(make: MakeReader, stream: bytes):
    whole = read(make, [stream])
    for place in range(len(stream) + 1):
        assert read(make, [stream[:place], stream[place:]]) == whole


@each_api
def test_bytes_that_come_one_by_one_change_nothing(make: MakeReader, stream: bytes):
    assert read(make, (stream[i : i + 1] for i in range(len(stream)))) == read(make, [stream])


@each_api
def test_other_line_ends_change_nothing(make: MakeReader, stream: bytes):
    plain = stream.replace(b"\r\n", b"\n")
    for end in (b"\r\n", b"\r"):
        assert read(make, [plain.replace(b"\n", end)]) == read(make, [plain])


@each_api
def test_a_missing_final_line_end_changes_nothing(make: MakeReader, stream: bytes):
    assert read(make, [stream.rstrip()]) == read(make, [stream])


@each_api
def test_an_end_after_any_byte_is_an_end_with_the_text_so_far(make: MakeReader, stream: bytes):
    whole = text_of(read(make, [stream]))
    for place in range(len(stream)):
        events = read(make, [stream[:place]])
        assert isinstance(events[-1], Finished | StreamFailed)
        assert whole.startswith(text_of(events))


@each_api
@given(data=st.data())
@unhurried
def test_any_cuts_change_nothing(make: MakeReader, stream: bytes, data: st.DataObject):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert read(make, chunks) == read(make, [stream])


def check_orderly(events: list[Any]) -> None:
    ends = [event for event in events if isinstance(event, Finished | StreamFailed)]
    assert ends == events[-1:]
    assert sum(isinstance(event, UsageReported) for event in events) <= 1
    if isinstance(events[-1], StreamFailed):
        assert isinstance(events[-1].error, ProviderError)
        assert events[-1].error.sentence
    text_of(events).encode()


@each_api
@given(garbage=GARBAGE)
@unhurried
def test_any_garbage_comes_to_an_orderly_end(make: MakeReader, stream: bytes, garbage: bytes):
    check_orderly(read(make, [garbage]))
    check_orderly(read(make, [stream[: len(stream) // 2], garbage]))


@each_reader
@given(values=st.lists(ANY_OBJECTS | LIKELY_OBJECTS, max_size=5))
@unhurried
def test_any_json_comes_to_an_orderly_end(make: MakeReader, values: list[dict[str, object]]):
    check_orderly(read(make, [b"data: %s\n\n" % json.dumps(value).encode() for value in values]))


@each_api
def test_a_huge_line_is_a_failure_with_the_text_so_far(make: MakeReader, stream: bytes):
    decoder = AnswerDecoder(make(), longest_event=2_000)
    half = stream[: stream.index("你好".encode())]
    events = list(events_in(decoder, [half, *[b"x" * 1_000] * 5, b"\n\n", stream]))
    assert isinstance(events[-1], StreamFailed)
    assert isinstance(events[-1].error, ProviderBroken)
    assert text_of(events) == "Grüezi 👋🏽 "


@each_reader
def test_an_answer_without_end_is_cut_at_a_limit(make: MakeReader):
    decoder = AnswerDecoder(make(), longest_answer=10_000)
    keep_alives = iter([b": keep-alive\n\n"] * 1_000)
    events = list(events_in(decoder, keep_alives))
    assert isinstance(events[-1], StreamFailed)
    assert "more in one answer" in events[-1].error.sentence
    assert next(keep_alives, None) is not None
