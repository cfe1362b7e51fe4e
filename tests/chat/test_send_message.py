from collections.abc import AsyncIterator, Sequence
from datetime import date

from app.chat.send_message import SendMessage
from app.chat.turn_events import (
    AnswerGrew,
    AnswerSaved,
    MemoriesInjected,
    TurnEvent,
    TurnFailed,
    UserMessageSaved,
)
from app.contracts.conversation import MessageKind, TokenUsage
from app.contracts.errors import ProviderUnreachable, UnreadableFile
from app.contracts.model_provider import (
    ChatRequest,
    Completion,
    Finished,
    FinishReason,
    ModelInfo,
    StreamEvent,
    StreamFailed,
    TextDelta,
    UsageReported,
)
from app.contracts.search import MemoryHit, MemorySource
from app.memory.memory_injector import MemoryInjector
from tests.conftest import House
from tests.fakes.search import GivenSearch

HIT = MemoryHit("c", "Ana likes tea", MemorySource.DAILY_LOG, date(2026, 2, 1), 0.9, 0.9, None, 1)


class GivenProvider:
    """Answers every request with the same events, and remembers the requests."""

    def __init__(self, events: Sequence[StreamEvent]) -> None:
        self._events = events
        self.requests: list[ChatRequest] = []

    async def stream(self, request: ChatRequest) -> AsyncIterator[StreamEvent]:
        self.requests.append(request)
        for event in self._events:
            yield event

    async def complete(self, request: ChatRequest) -> Completion:
        return Completion("", FinishReason.STOP)

    async def list_models(self) -> tuple[ModelInfo, ...]:
        return ()


ANSWER = (
    TextDelta("It is "),
    TextDelta("tea."),
    UsageReported(TokenUsage(7, 3)),
    Finished(FinishReason.STOP),
)


def turn_for(house: House, provider: GivenProvider, search: GivenSearch) -> SendMessage:
    injector = MemoryInjector(search, house.clock)
    return SendMessage(
        house.sessions, house.messages, provider, "model-1", injector, house.clock, house.ids
    )


async def events_of(turn: SendMessage, session_id: str | None, text: str) -> list[TurnEvent]:
    return [event async for event in turn(session_id, text)]


async def test_a_turn_saves_question_and_answer_with_what_was_injected(house: House):
    turn = turn_for(house, GivenProvider(ANSWER), GivenSearch([HIT]))
    events = await events_of(turn, None, "What does Ana like?")
    assert [type(event) for event in events] == [
        UserMessageSaved,
        MemoriesInjected,
        AnswerGrew,
        AnswerGrew,
        AnswerSaved,
    ]
    assert isinstance(events[0], UserMessageSaved)
    asked, answered = house.messages.newest(events[0].session.id)
    assert (asked.kind, asked.text) == (MessageKind.USER, "What does Ana like?")
    assert (answered.kind, answered.text) == (MessageKind.ASSISTANT, "It is tea.")
    assert answered.usage == TokenUsage(7, 3)
    assert answered.model == "model-1"
    assert [memory.text for memory in answered.injected] == ["Ana likes tea"]


async def test_the_question_is_on_disk_before_the_model_is_asked(house: House):
    seen: list[str] = []

    class LookingProvider(GivenProvider):
        async def stream(self, request: ChatRequest) -> AsyncIterator[StreamEvent]:
            (session,) = house.sessions.newest_first()
            seen.extend(message.text for message in house.messages.newest(session.id))
            async for event in super().stream(request):
                yield event

    await events_of(turn_for(house, LookingProvider(ANSWER), GivenSearch()), None, "Hello")
    assert seen == ["Hello"]


async def test_the_model_sees_the_memories_and_the_whole_conversation(house: House):
    provider = GivenProvider(ANSWER)
    turn = turn_for(house, provider, GivenSearch([HIT]))
    first = await events_of(turn, None, "one")
    assert isinstance(first[0], UserMessageSaved)
    await events_of(turn, first[0].session.id, "two")
    request = provider.requests[-1]
    assert "Ana likes tea" in request.system
    assert [message.text for message in request.messages] == ["one", "It is tea.", "two"]


async def test_a_broken_stream_keeps_the_partial_answer(house: House):
    lost = ProviderUnreachable("The connection was lost.")
    turn = turn_for(house, GivenProvider([TextDelta("It is"), StreamFailed(lost)]), GivenSearch())
    events = await events_of(turn, None, "Hello")
    assert isinstance(events[0], UserMessageSaved)
    ending = events[-1]
    assert isinstance(ending, TurnFailed)
    assert ending.sentence == "The connection was lost."
    answered = house.messages.newest(events[0].session.id)[-1]
    assert (answered.text, answered.is_partial) == ("It is", True)


async def test_an_empty_answer_is_a_failure_and_saves_no_row(house: House):
    turn = turn_for(house, GivenProvider([Finished(FinishReason.STOP)]), GivenSearch())
    events = await events_of(turn, None, "Hello")
    assert isinstance(events[-1], TurnFailed)
    assert isinstance(events[0], UserMessageSaved)
    assert len(house.messages.newest(events[0].session.id)) == 1


async def test_a_failing_memory_does_not_stop_the_turn(house: House):
    broken = GivenSearch(failure=UnreadableFile("MEMORY.md is not text."))
    events = await events_of(turn_for(house, GivenProvider(ANSWER), broken), None, "Hello")
    assert isinstance(events[-1], AnswerSaved)
