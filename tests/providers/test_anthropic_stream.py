from collections.abc import Iterable

import pytest

from app.contracts.conversation import TokenUsage
from app.contracts.errors import (
    AuthenticationFailed,
    ProviderBroken,
    ProviderError,
    RateLimited,
    RequestRefused,
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
from tests.providers.reading import anthropic_reader, calls_of, text_of
from tests.providers.reading import read as read_with
from tests.providers.scripts import SaidCall
from tests.providers.wire_anthropic import block, call, event, start, stop, text, thinking


def read(*chunks: Iterable[bytes] | bytes) -> list[StreamEvent]:
    flat = [part for c in chunks for part in ([c] if isinstance(c, bytes) else c)]
    return read_with(anthropic_reader, flat)


def error_of(events: list[StreamEvent]) -> ProviderError:
    assert isinstance(events[-1], StreamFailed)
    return events[-1].error


def test_thinking_comes_out_with_its_signature():
    events = read(
        start(), thinking(0, ("Let me ", "see."), "sig=="), text(1, ("Yes.",)), stop("end_turn")
    )
    assert events[:4] == [
        ThinkingDelta("Let me "),
        ThinkingDelta("see."),
        ThinkingEnded(ThinkingBlock("Let me see.", "sig==")),
        TextDelta("Yes."),
    ]


def test_thinking_the_server_keeps_to_itself_still_has_a_block_to_send_back():
    events = read(start(), thinking(0, (), "sig=="), text(1, ("Yes.",)), stop("end_turn"))
    assert events[0] == ThinkingEnded(ThinkingBlock("", "sig=="))


def test_redacted_thinking_comes_out_unread():
    redacted = block(0, {"type": "redacted_thinking", "data": "EncRypTed"})
    events = read(start(), redacted, text(1, ("Yes.",)), stop("end_turn"))
    assert events[0] == ThinkingEnded(ThinkingBlock("", "EncRypTed", is_redacted=True))


def test_calls_of_one_name_keep_their_ids_and_order():
    rome, oslo = SaidCall("w", '{"c":"Rome"}'), SaidCall("w", '{"c":"Oslo"}')
    events = read(start(), call(0, rome), call(1, oslo), stop("tool_use"))
    assert calls_of(events) == [
        ToolCall("toolu_0", "w", '{"c":"Rome"}'),
        ToolCall("toolu_1", "w", '{"c":"Oslo"}'),
    ]


def test_a_call_without_arguments_has_an_empty_object():
    events = read(start(), call(0, SaidCall("list_files", "")), stop("tool_use"))
    assert calls_of(events)[0].arguments_json == "{}"


def test_arguments_given_at_once_are_taken():
    given = block(0, {"type": "tool_use", "id": "t", "name": "w", "input": {"c": "Rome"}})
    assert calls_of(read(start(), given, stop("tool_use")))[0].arguments_json == '{"c":"Rome"}'


def test_missing_ids_and_numbers_are_made_up():
    chunks = [
        event("content_block_start", content_block={"type": "tool_use", "name": "w", "input": {}}),
        event("content_block_delta", delta={"type": "input_json_delta", "partial_json": "{}"}),
        event("content_block_stop"),
        event("content_block_start", content_block={"type": "text", "text": ""}),
        event("content_block_delta", delta={"type": "text_delta", "text": "Hi"}),
    ]
    events = read(start(), chunks, stop("tool_use"))
    assert calls_of(events) == [ToolCall("own_1", "w", "{}")]
    assert text_of(events) == "Hi"


def test_blocks_left_open_are_closed_at_the_end():
    opened = list(call(0, SaidCall("w", '{"c":1}')))[:-1]
    assert calls_of(read(start(), opened, stop("tool_use")))[0].arguments_json == '{"c":1}'


def test_usage_counts_the_whole_prompt_and_the_newest_output_total():
    usage = {"input_tokens": 10, "cache_read_input_tokens": 900, "cache_creation_input_tokens": 90}
    began = event("message_start", message={"usage": {**usage, "output_tokens": 1}})
    middle = event("message_delta", delta={}, usage={"output_tokens": 20})
    events = read(began, text(0, ("Hi",)), middle, stop("end_turn", 45))
    assert events[-2] == UsageReported(TokenUsage(1000, 45))


def test_null_usage_is_survived():
    nothing = event("message_start", message={"usage": None})
    last = event("message_delta", delta={"stop_reason": "end_turn"}, usage=None)
    events = read(nothing, text(0, ("Hi",)), last, event("message_stop"))
    assert events == [TextDelta("Hi"), Finished(FinishReason.STOP)]


def test_an_answer_without_its_stop_event_is_complete_once_the_reason_is_known():
    events = read(start(), text(0, ("Hi",)), list(stop("end_turn"))[:1])
    assert events[-1] == Finished(FinishReason.STOP)


def test_an_answer_without_a_reason_is_broken():
    assert isinstance(error_of(read(start(), text(0, ("Hi",)))), ProviderBroken)


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("stop_sequence", FinishReason.STOP),
        ("pause_turn", FinishReason.STOP),
        ("model_context_window_exceeded", FinishReason.LENGTH),
        ("refusal", FinishReason.FILTERED),
        ("something_new", FinishReason.UNKNOWN),
    ],
)
def test_stop_reasons(reason: str, expected: FinishReason):
    assert read(start(), text(0, ("Hi",)), stop(reason))[-1] == Finished(expected)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("overloaded_error", ProviderBroken),
        ("api_error", ProviderBroken),
        ("rate_limit_error", RateLimited),
        ("authentication_error", AuthenticationFailed),
        ("invalid_request_error", RequestRefused),
    ],
)
def test_an_error_inside_the_stream_keeps_the_text(kind: str, expected: type[ProviderError]):
    failed = event("error", error={"type": kind, "message": "Sorry"})
    events = read(start(), list(text(0, ("Half",)))[:2], failed, stop("end_turn"))
    assert text_of(events) == "Half"
    assert isinstance(error_of(events), expected)
    assert UsageReported(TokenUsage(12, 1)) in events


def test_events_and_blocks_of_a_later_version_are_passed_over():
    later = [
        event("content_block_start", index=0, content_block={"type": "server_tool_use"}),
        event("content_block_delta", index=0, delta={"type": "new_delta", "text": "no"}),
        event("content_block_stop", index=0),
        event("brand_new_event", stuff=[1]),
    ]
    events = read(start(), later, text(1, ("Hi",)), stop("end_turn"))
    assert text_of(events) == "Hi"
    assert events[-1] == Finished(FinishReason.STOP)


def test_an_ended_turn_with_a_call_still_asks_for_the_tool():
    events = read(start(), call(0, SaidCall("w", "{}")), stop("end_turn"))
    assert events[-1] == Finished(FinishReason.TOOL_CALLS)


def test_a_call_without_a_name_is_a_broken_answer():
    nameless = block(0, {"type": "tool_use", "id": "t", "input": {}})
    assert isinstance(error_of(read(start(), nameless, stop("tool_use"))), ProviderBroken)


def test_the_event_name_serves_where_the_body_has_no_type():
    body = b'event: error\ndata: {"error":{"type":"overloaded_error","message":"Busy"}}\n\n'
    assert isinstance(error_of(read(start(), body)), ProviderBroken)
