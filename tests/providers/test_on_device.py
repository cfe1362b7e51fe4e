from datetime import date

from app.contracts.model_provider import ChatMessage, ChatRequest, Finished, Role, TextDelta
from app.contracts.search import MemoryHit, MemorySource
from app.providers.on_device import INTRODUCTION, OnDeviceProvider
from tests.fakes.clock import FixedClock
from tests.fakes.search import GivenSearch

LOGGED = MemoryHit(
    "c1", "Ana likes film cameras", MemorySource.DAILY_LOG, date(2026, 2, 27), 0.8, 0.8, None, 1
)


def request(*messages: ChatMessage) -> ChatRequest:
    return ChatRequest("on-device", "", messages)


async def answer(provider: OnDeviceProvider, asked: ChatRequest) -> str:
    events = [event async for event in provider.stream(asked)]
    assert isinstance(events[-1], Finished)
    return "".join(event.text for event in events if isinstance(event, TextDelta))


async def test_it_quotes_what_it_found_with_its_date():
    provider = OnDeviceProvider(GivenSearch([LOGGED]), FixedClock())
    said = await answer(provider, request(ChatMessage(Role.USER, "What does Ana like?")))
    assert "27 February 2026: Ana likes film cameras" in said


async def test_its_first_answer_says_what_it_is_and_later_ones_do_not_repeat_it():
    provider = OnDeviceProvider(GivenSearch(), FixedClock())
    first = await answer(provider, request(ChatMessage(Role.USER, "Hello")))
    later = await answer(
        provider,
        request(
            ChatMessage(Role.USER, "Hello"),
            ChatMessage(Role.ASSISTANT, first),
            ChatMessage(Role.USER, "I like tea."),
        ),
    )
    assert INTRODUCTION in first
    assert INTRODUCTION not in later


async def test_a_question_without_a_memory_is_answered_honestly():
    provider = OnDeviceProvider(GivenSearch(), FixedClock())
    said = await answer(provider, request(ChatMessage(Role.USER, "Who is Ana?")))
    assert said.startswith("I have nothing about that")
