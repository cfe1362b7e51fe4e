from collections.abc import Iterable

import pytest

from app.contracts.conversation import TokenUsage
from app.contracts.errors import (
    AuthenticationFailed,
    ContextTooLong,
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
    UsageReported,
)
from tests.providers.reading import calls_of, openai_reader, text_of
from tests.providers.reading import read as read_with
from tests.providers.wire_openai import DONE, chunk, data, fragment

STOP = chunk({}, "stop")


def read(chunks: Iterable[bytes]) -> list[StreamEvent]:
    return read_with(openai_reader, chunks)


def error_of(events: list[StreamEvent]) -> ProviderError:
    assert isinstance(events[-1], StreamFailed)
    return events[-1].error


def test_null_content_prints_nothing_and_null_usage_loses_nothing():
    events = read([chunk({"content": None}), chunk({"content": "Hi", "refusal": None}), STOP, DONE])
    assert events == [TextDelta("Hi"), Finished(FinishReason.STOP)]


def test_keep_alives_comments_and_empty_data_are_no_answer():
    noise = [b": OPENROUTER PROCESSING\n\n", b"\n", b"data:\n\n", b"event: ping\n\n"]
    assert read([*noise, chunk({"content": "Hi"}), *noise, STOP, DONE]) == [
        TextDelta("Hi"),
        Finished(FinishReason.STOP),
    ]


@pytest.mark.parametrize(
    "ending", [[STOP, DONE], [STOP], [STOP.rstrip()], [STOP, b"data: [DONE]"], [STOP, b"data: [DO"]]
)
def test_an_answer_is_complete_with_or_without_its_end_mark(ending: list[bytes]):
    events = read([chunk({"content": "Hi"}), *ending])
    assert events == [TextDelta("Hi"), Finished(FinishReason.STOP)]


def test_an_end_mark_without_a_reason_is_an_unknown_end():
    assert read([chunk({"content": "Hi"}), DONE])[-1] == Finished(FinishReason.UNKNOWN)


def test_an_end_without_mark_or_reason_is_a_broken_answer():
    events = read([chunk({"content": "Hal"})])
    assert text_of(events) == "Hal"
    assert isinstance(error_of(events), ProviderBroken)


def test_nothing_after_the_end_mark_is_read():
    assert read([STOP, DONE, chunk({"content": "ghost"})]) == [Finished(FinishReason.STOP)]


def test_usage_of_the_last_chunk_counts_and_comes_before_the_end():
    usage = {"prompt_tokens": 7, "completion_tokens": 9, "total_tokens": 16}
    events = read([chunk({"content": "Hi"}), STOP, data({"choices": [], "usage": usage}), DONE])
    assert events[-2:] == [UsageReported(TokenUsage(7, 9)), Finished(FinishReason.STOP)]


def test_usage_in_every_chunk_is_a_running_total_and_not_summed():
    chunks = [
        chunk({"content": "x"}, usage={"prompt_tokens": 7, "completion_tokens": n})
        for n in (1, 2, 3)
    ]
    assert read([*chunks, STOP, DONE])[-2] == UsageReported(TokenUsage(7, 3))


def test_usage_so_far_survives_a_failure():
    used = chunk({"content": "x"}, usage={"prompt_tokens": 7, "completion_tokens": 2})
    events = read([used, data({"error": {"message": "boom"}})])
    assert events[-2] == UsageReported(TokenUsage(7, 2))


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_thinking_fields_of_either_name_are_thinking(field: str):
    events = read(
        [chunk({field: "Hm"}), chunk({field: "m."}), chunk({"content": "Yes"}), STOP, DONE]
    )
    assert events[:4] == [
        ThinkingDelta("Hm"),
        ThinkingDelta("m."),
        ThinkingEnded(ThinkingBlock("Hmm.")),
        TextDelta("Yes"),
    ]


def test_thinking_named_twice_is_not_doubled():
    events = read([chunk({"reasoning": "Hm", "reasoning_content": "Hm"}), STOP, DONE])
    assert events[0] == ThinkingDelta("Hm")
    assert events[1] == ThinkingEnded(ThinkingBlock("Hm"))


def test_a_refusal_is_shown_and_filtered():
    events = read([chunk({"refusal": "I can't "}), chunk({"refusal": "do that."}), STOP, DONE])
    assert text_of(events) == "I can't do that."
    assert events[-1] == Finished(FinishReason.FILTERED)


def test_a_character_cut_in_two_escapes_is_whole():
    first = b'data: {"choices":[{"delta":{"content":"\\ud83d"}}]}\n\n'
    second = b'data: {"choices":[{"delta":{"content":"\\udc4b!"}}]}\n\n'
    assert text_of(read([first, second, STOP, DONE])) == "👋!"


def test_content_in_parts_is_text():
    parts = [{"type": "text", "text": "Gr"}, {"type": "text", "text": "üezi"}, {"type": "odd"}]
    assert text_of(read([chunk({"content": parts}), STOP, DONE])) == "Grüezi"


def test_a_second_choice_is_not_mixed_in():
    other = data({"choices": [{"index": 1, "delta": {"content": "no"}, "finish_reason": "length"}]})
    assert read([chunk({"content": "Hi"}), other, STOP, DONE]) == [
        TextDelta("Hi"),
        Finished(FinishReason.STOP),
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"error": {"message": "Rate limit", "code": "rate_limit_exceeded"}}, RateLimited),
        ({"error": {"message": "Provider down", "code": 502}}, ProviderBroken),
        ({"error": {"message": "No auth", "type": "x", "code": 401}}, AuthenticationFailed),
        ({"error": {"message": "x", "code": "context_length_exceeded"}}, ContextTooLong),
        ({"error": "model runner has stopped"}, ProviderBroken),
        ({"message": "Internal error"}, ProviderBroken),
        ({"error": {"message": "m"}, "choices": [{"finish_reason": "error"}]}, ProviderBroken),
    ],
)
def test_an_error_inside_the_stream_ends_it_and_keeps_the_text(
    body: dict[str, object], expected: type[ProviderError]
):
    events = read([chunk({"content": "Half"}), data(body), chunk({"content": "ghost"}), DONE])
    assert text_of(events) == "Half"
    assert isinstance(error_of(events), expected)


def test_an_error_inside_a_choice_is_an_error():
    choice = {"index": 0, "delta": {}, "error": {"message": "upstream", "code": 503}}
    assert isinstance(error_of(read([data({"choices": [choice]})])), ProviderBroken)


def test_a_finish_reason_of_error_is_an_error():
    assert isinstance(error_of(read([chunk({"content": "x"}, "error")])), ProviderBroken)


def test_an_old_llama_cpp_error_line_is_an_error():
    line = b'error: {"error":{"code":500,"message":"slot unavailable"}}\n\n'
    assert "slot unavailable" in error_of(read([chunk({"content": "x"}), line])).sentence


@pytest.mark.parametrize("garbage", [b"data: <html>\n\n", b"data: 5\n\n", b"data: [1]\n\n"])
def test_data_that_is_no_object_is_a_broken_answer(garbage: bytes):
    events = read([chunk({"content": "x"}), garbage])
    assert text_of(events) == "x"
    assert isinstance(error_of(events), ProviderBroken)


def test_a_stop_after_tool_calls_still_asks_for_the_tools():
    events = read([fragment(0, call_id="a", name="t", text="{}"), STOP, DONE])
    assert events[-1] == Finished(FinishReason.TOOL_CALLS)


def test_tool_calls_announced_but_not_made_are_a_plain_end():
    events = read([chunk({"content": "x"}), chunk({}, "tool_calls"), DONE])
    assert events[-1] == Finished(FinishReason.STOP)


def test_a_call_that_was_cut_off_is_never_ended():
    events = read([fragment(0, call_id="a", name="delete_file", text='{"path":"')])
    assert calls_of(events) == []
    assert isinstance(events[-1], StreamFailed)


def test_calls_cut_by_the_token_limit_say_so():
    events = read([fragment(0, call_id="a", name="t", text='{"pa'), chunk({}, "length"), DONE])
    assert events[-1] == Finished(FinishReason.LENGTH)
    assert calls_of(events)[0].arguments_json == '{"pa'
