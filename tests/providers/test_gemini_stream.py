from collections.abc import Iterable

import pytest

from app.contracts.conversation import TokenUsage
from app.contracts.errors import (
    AuthenticationFailed,
    ProviderBroken,
    ProviderError,
    RateLimited,
)
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    StreamEvent,
    StreamFailed,
    TextDelta,
    ThinkingBlock,
    ThinkingDelta,
    ThinkingEnded,
    ToolCall,
    UsageReported,
)
from tests.providers.reading import calls_of, gemini_reader, text_of
from tests.providers.reading import read as read_with
from tests.providers.wire_gemini import chunk, data

STOP = chunk({"text": ""}, finish="STOP")


def read(chunks: Iterable[bytes]) -> list[StreamEvent]:
    return read_with(gemini_reader, chunks)


def error_of(events: list[StreamEvent]) -> ProviderError:
    assert isinstance(events[-1], StreamFailed)
    return events[-1].error


def test_thoughts_are_told_from_text_by_their_mark():
    parts = chunk({"text": "Hm.", "thought": True}, {"text": "Yes."})
    assert read([parts, STOP]) == [
        ThinkingDelta("Hm."),
        ThinkingEnded(ThinkingBlock("Hm.")),
        TextDelta("Yes."),
        Finished(FinishReason.STOP),
    ]


def test_two_calls_of_one_name_in_one_chunk_have_ids_of_their_own():
    rome = {"functionCall": {"name": "w", "args": {"c": "Rome"}}, "thoughtSignature": "sig=="}
    oslo = {"functionCall": {"name": "w", "args": {"c": "Oslo"}}}
    events = read([chunk(rome, oslo), STOP])
    assert calls_of(events) == [
        ToolCall("own_1", "w", '{"c":"Rome"}', "sig=="),
        ToolCall("own_2", "w", '{"c":"Oslo"}'),
    ]
    assert events[-1] == Finished(FinishReason.TOOL_CALLS)


def test_ids_of_the_server_are_kept():
    call = chunk({"functionCall": {"name": "w", "args": {}, "id": "fc-1"}})
    assert calls_of(read([call, STOP]))[0].id == "fc-1"


def test_a_call_without_arguments_has_an_empty_object():
    assert calls_of(read([chunk({"functionCall": {"name": "w"}}), STOP]))[0].arguments_json == "{}"


def test_usage_is_a_running_total_and_thoughts_are_output():
    first = {"promptTokenCount": 10, "thoughtsTokenCount": 5}
    last = {"promptTokenCount": 10, "candidatesTokenCount": 7, "thoughtsTokenCount": 5}
    events = read(
        [
            chunk({"text": "a"}, usageMetadata=first),
            chunk({"text": "b"}, finish="STOP", usageMetadata=last),
        ]
    )
    assert events[-2] == UsageReported(TokenUsage(10, 12))


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("MAX_TOKENS", FinishReason.LENGTH),
        ("SAFETY", FinishReason.FILTERED),
        ("RECITATION", FinishReason.FILTERED),
        ("PROHIBITED_CONTENT", FinishReason.FILTERED),
        ("OTHER", FinishReason.UNKNOWN),
        ("SOMETHING_NEW", FinishReason.UNKNOWN),
    ],
)
def test_finish_reasons(reason: str, expected: FinishReason):
    assert read([chunk({"text": "x"}, finish=reason)])[-1] == Finished(expected)


def test_a_blocked_prompt_is_filtered_and_no_failure():
    blocked = data({"promptFeedback": {"blockReason": "SAFETY"}})
    assert read([blocked]) == [Finished(FinishReason.FILTERED)]


@pytest.mark.parametrize("reason", ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])
def test_a_call_the_model_could_not_make_is_a_failure(reason: str):
    assert isinstance(error_of(read([chunk(finish=reason)])), ProviderBroken)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ({"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "Quota"}, RateLimited),
        ({"code": 503, "status": "UNAVAILABLE", "message": "Overloaded"}, ProviderBroken),
        (
            {"code": 400, "message": "x", "details": [{"reason": "API_KEY_INVALID"}]},
            AuthenticationFailed,
        ),
    ],
)
def test_an_error_inside_the_stream_keeps_the_text(
    error: dict[str, object], expected: type[ProviderError]
):
    events = read([chunk({"text": "Half"}), data({"error": error})])
    assert text_of(events) == "Half"
    assert isinstance(error_of(events), expected)


def test_an_answer_without_a_reason_is_broken():
    events = read([chunk({"text": "Half"})])
    assert text_of(events) == "Half"
    assert isinstance(error_of(events), ProviderBroken)


def test_null_parts_and_missing_content_are_survived():
    odd = [
        data({"candidates": None, "usageMetadata": None}),
        data({"candidates": [{"content": None}]}),
        data({"candidates": [{"content": {"parts": None}}]}),
        data({"candidates": [{"content": {"parts": [None, {"text": None}]}}]}),
    ]
    assert read([*odd, chunk({"text": "Hi"}), STOP]) == [
        TextDelta("Hi"),
        Finished(FinishReason.STOP),
    ]


def test_a_call_without_a_name_is_a_broken_answer():
    nameless = chunk({"functionCall": {"args": {"a": 1}}})
    assert isinstance(error_of(read([nameless, STOP])), ProviderBroken)
