"""What chat and memory may rely on, whichever provider answers."""

import asyncio
import json
from collections.abc import AsyncGenerator

import pytest

from app.contracts.conversation import TokenUsage
from app.contracts.errors import ProviderError
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    ModelProvider,
    StreamEvent,
    StreamFailed,
    TextDelta,
    ThinkingDelta,
    ThinkingEnded,
    ToolCallDelta,
    ToolCallEnded,
    ToolCallStarted,
    UsageReported,
)
from tests.providers.harnesses import Harness
from tests.providers.scripts import QUESTION, SaidCall, Script

HELLO = Script(texts=("Grüezi ", "你好 ", "👋🏽"), thinking=("Hm, ", "a greeting."))
TWO_CALLS = Script(
    texts=("Let me look.",),
    calls=(
        SaidCall("search_history", '{"query":"Zürich"}'),
        SaidCall("search_history", '{"query":"爬山"}'),
    ),
    finish=FinishReason.TOOL_CALLS,
)


async def everything(provider: ModelProvider) -> list[StreamEvent]:
    return [event async for event in provider.stream(QUESTION)]


def text_of(events: list[StreamEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


async def test_stream_ends_with_exactly_one_end_and_nothing_after(provider_under_test: Harness):
    async with provider_under_test.answering(HELLO) as provider:
        events = await everything(provider)
    ends = [event for event in events if isinstance(event, Finished | StreamFailed)]
    assert len(ends) == 1
    assert events[-1] is ends[0]


async def test_usage_is_reported_at_most_once_and_before_the_end(provider_under_test: Harness):
    async with provider_under_test.answering(HELLO) as provider:
        events = await everything(provider)
    places = [place for place, event in enumerate(events) if isinstance(event, UsageReported)]
    assert places in ([], [len(events) - 2])


async def test_no_event_is_empty(provider_under_test: Harness):
    async with provider_under_test.answering(HELLO) as provider:
        events = await everything(provider)
    assert all(e.text for e in events if isinstance(e, TextDelta | ThinkingDelta))
    assert all(e.arguments_json for e in events if isinstance(e, ToolCallDelta))


async def test_complete_says_what_stream_says(provider_under_test: Harness):
    async with provider_under_test.answering(HELLO, HELLO) as provider:
        events = await everything(provider)
        completion = await provider.complete(QUESTION)
    assert completion.text == text_of(events)
    assert events[-1] == Finished(completion.finish)


async def test_stopping_early_leaves_the_provider_usable(provider_under_test: Harness):
    async with provider_under_test.answering(HELLO, HELLO) as provider:
        stream = provider.stream(QUESTION)
        await anext(aiter(stream))
        assert isinstance(stream, AsyncGenerator)
        await stream.aclose()
        assert isinstance((await everything(provider))[-1], Finished)


async def test_cancelling_the_reader_ends_the_stream(provider_under_test: Harness):
    async with provider_under_test.answering(HELLO, HELLO) as provider:
        task = asyncio.create_task(everything(provider))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_models_have_ids_and_each_only_once(provider_under_test: Harness):
    async with provider_under_test.answering() as provider:
        models = await provider.list_models()
    assert models
    assert all(model.id and model.name for model in models)
    assert len({model.id for model in models}) == len(models)


async def test_text_thinking_and_usage_arrive_whole(scripted_provider: Harness):
    async with scripted_provider.answering(HELLO) as provider:
        events = await everything(provider)
    assert text_of(events) == "Grüezi 你好 👋🏽"
    thoughts = "".join(event.text for event in events if isinstance(event, ThinkingDelta))
    assert thoughts == "Hm, a greeting."
    ended = [event.block.text for event in events if isinstance(event, ThinkingEnded)]
    assert ended == ["Hm, a greeting."]
    assert events[-2:] == [UsageReported(TokenUsage(12, 34)), Finished(FinishReason.STOP)]


async def test_thinking_has_ended_before_the_answer_begins(scripted_provider: Harness):
    async with scripted_provider.answering(HELLO) as provider:
        kinds = [type(event) for event in await everything(provider)]
    assert kinds.index(ThinkingEnded) < kinds.index(TextDelta)


async def test_parallel_calls_of_one_name_stay_apart(scripted_provider: Harness):
    async with scripted_provider.answering(TWO_CALLS) as provider:
        events = await everything(provider)
    calls = {event.index: event.call for event in events if isinstance(event, ToolCallEnded)}
    assert sorted(calls) == [0, 1]
    assert calls[0].id != calls[1].id
    assert [json.loads(calls[i].arguments_json)["query"] for i in (0, 1)] == ["Zürich", "爬山"]
    assert events[-1] == Finished(FinishReason.TOOL_CALLS)


async def test_a_call_starts_grows_and_ends_in_this_order(scripted_provider: Harness):
    async with scripted_provider.answering(TWO_CALLS) as provider:
        events = await everything(provider)
    for index in (0, 1):
        own = [
            event
            for event in events
            if isinstance(event, ToolCallStarted | ToolCallDelta | ToolCallEnded)
            and event.index == index
        ]
        first, *grown, last = own
        assert isinstance(first, ToolCallStarted)
        assert isinstance(last, ToolCallEnded)
        assert (first.id, first.name) == (last.call.id, last.call.name)
        pieces = [event.arguments_json for event in grown if isinstance(event, ToolCallDelta)]
        assert len(pieces) == len(grown)
        assert "".join(pieces) == last.call.arguments_json


@pytest.mark.parametrize(
    "reason", [reason for reason in FinishReason if reason is not FinishReason.TOOL_CALLS]
)
async def test_why_an_answer_ended_is_reported(scripted_provider: Harness, reason: FinishReason):
    script = Script(texts=("So far",), finish=reason)
    async with scripted_provider.answering(script) as provider:
        completion = await provider.complete(QUESTION)
    assert (completion.text, completion.finish) == ("So far", reason)
    assert completion.usage == TokenUsage(12, 34)


async def test_a_broken_answer_keeps_its_text_and_fails_last(scripted_provider: Harness):
    script = Script(texts=("Half an ", "answ"), breaks=True)
    async with scripted_provider.answering(script, script) as provider:
        events = await everything(provider)
        with pytest.raises(ProviderError) as raised:
            await provider.complete(QUESTION)
    assert text_of(events) == "Half an answ"
    assert isinstance(events[-1], StreamFailed)
    assert events[-1].error.sentence
    assert raised.value.sentence


async def test_answers_at_the_same_time_do_not_mix(scripted_provider: Harness):
    scripts = [Script(texts=tuple(f"{number} " for _ in range(20))) for number in range(4)]
    async with scripted_provider.answering(*scripts) as provider:
        answers = await asyncio.gather(*(everything(provider) for _ in scripts))
    assert sorted(text_of(events) for events in answers) == [f"{n} " * 20 for n in range(4)]


async def test_an_answer_without_usage_reports_none(scripted_provider: Harness):
    async with scripted_provider.answering(Script(texts=("Hi",), usage=None)) as provider:
        events = await everything(provider)
    assert events == [TextDelta("Hi"), Finished(FinishReason.STOP)]
