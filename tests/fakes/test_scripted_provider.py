import asyncio

import pytest

from app.contracts.errors import ProviderUnreachable
from app.contracts.model_provider import Finished, FinishReason, StreamFailed, TextDelta
from tests.fakes.scripted_provider import ScriptedProvider, Wait
from tests.providers.scripts import QUESTION


async def test_answers_come_in_the_order_they_were_enqueued_and_requests_are_kept():
    provider = ScriptedProvider()
    provider.enqueue_text("one")
    provider.enqueue([TextDelta("two"), Finished(FinishReason.LENGTH)])
    assert (await provider.complete(QUESTION)).text == "one"
    assert (await provider.complete(QUESTION)).finish is FinishReason.LENGTH
    assert provider.requests == [QUESTION, QUESTION]
    assert provider.unused_answers == 0


async def test_a_failure_is_raised_by_complete():
    provider = ScriptedProvider()
    provider.enqueue([StreamFailed(ProviderUnreachable("No network."))])
    with pytest.raises(ProviderUnreachable):
        await provider.complete(QUESTION)


async def test_an_answer_can_be_held_back_in_the_middle():
    provider = ScriptedProvider()
    go_on = asyncio.Event()
    provider.enqueue([TextDelta("a"), Wait(go_on), TextDelta("b")])
    stream = provider.stream(QUESTION)
    assert await anext(stream) == TextDelta("a")
    rest = asyncio.create_task(anext(stream))
    await asyncio.sleep(0)
    assert not rest.done()
    go_on.set()
    assert await rest == TextDelta("b")
    await stream.aclose()


async def test_a_question_nobody_prepared_for_is_the_tests_mistake():
    with pytest.raises(AssertionError):
        await ScriptedProvider().complete(QUESTION)
