import asyncio
from collections.abc import AsyncIterator

import pytest

from app.chat.turn_events import AnswerGrew, ThinkingGrew, ToolsCalled, TurnEvent
from app.contracts.errors import WriteFailed
from app.ui.paced_events import paced


async def given(*events: TurnEvent | Exception) -> AsyncIterator[TurnEvent]:
    for event in events:
        if isinstance(event, Exception):
            raise event
        yield event


async def test_the_first_words_come_at_once_and_the_rest_together():
    words = [AnswerGrew(str(number)) for number in range(100)]
    seen = [event async for event in paced(given(*words), pause=60)]
    assert seen == [AnswerGrew("0"), AnswerGrew("".join(map(str, range(1, 100))))]


async def test_what_follows_the_words_comes_after_all_of_them():
    events = (AnswerGrew("a"), AnswerGrew("b"), ToolsCalled(("x",)), ThinkingGrew("t"))
    seen = [event async for event in paced(given(*events), pause=60)]
    assert seen == [AnswerGrew("a"), AnswerGrew("b"), ToolsCalled(("x",)), ThinkingGrew("t")]


async def test_words_that_are_held_do_not_wait_for_more():
    is_read = asyncio.Event()

    async def slow() -> AsyncIterator[TurnEvent]:
        yield AnswerGrew("a")
        yield AnswerGrew("b")
        await is_read.wait()

    events = paced(slow(), pause=0.001)
    assert await anext(events) == AnswerGrew("a")
    assert await anext(events) == AnswerGrew("b")
    is_read.set()
    assert await anext(events, None) is None


async def test_a_failure_loses_no_word():
    events = paced(given(AnswerGrew("a"), AnswerGrew("b"), WriteFailed("No space.")), pause=60)
    assert await anext(events) == AnswerGrew("a")
    assert await anext(events) == AnswerGrew("b")
    with pytest.raises(WriteFailed):
        await anext(events)
