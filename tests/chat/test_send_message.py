import asyncio
from datetime import date

import pytest

from app.chat.stop_signal import StopSignal
from app.chat.turn_events import (
    AnswerGrew,
    AnswerSaved,
    MemoriesInjected,
    TurnEvent,
    TurnFailed,
    TurnStopped,
    UserMessageSaved,
)
from app.contracts.conversation import MessageKind, TokenUsage
from app.contracts.errors import ProviderUnreachable, UnreadableFile
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    StreamFailed,
    TextDelta,
    UsageReported,
)
from app.contracts.search import MemoryHit, MemorySource
from tests.chat.conftest import Conversation, conversation_of
from tests.conftest import House
from tests.fakes.scripted_provider import Wait

HIT = MemoryHit("c", "Ana likes tea", MemorySource.DAILY_LOG, date(2026, 2, 1), 0.9, 0.9, None, 1)
LOST = ProviderUnreachable("The connection was lost.")


def with_hits(house: House, *hits: MemoryHit) -> Conversation:
    made = conversation_of(house)
    made.search.hits = hits
    return made


async def test_a_turn_saves_question_and_answer_with_what_was_injected(house: House):
    conversation = with_hits(house, HIT)
    conversation.provider.enqueue(
        [TextDelta("It is "), TextDelta("tea."), UsageReported(TokenUsage(7, 3))]
    )
    events = await conversation.say("What does Ana like?")
    assert [type(event) for event in events] == [
        UserMessageSaved,
        MemoriesInjected,
        AnswerGrew,
        AnswerGrew,
        AnswerSaved,
    ]
    asked, answered = conversation.rows()
    assert (asked.kind, asked.text) == (MessageKind.USER, "What does Ana like?")
    assert (answered.kind, answered.text) == (MessageKind.ASSISTANT, "It is tea.")
    assert answered.usage == TokenUsage(7, 3)
    assert answered.model == "model-1"
    assert not answered.is_partial
    assert [memory.text for memory in answered.injected] == ["Ana likes tea"]


async def test_the_model_sees_the_memories_and_the_whole_conversation(house: House):
    conversation = with_hits(house, HIT)
    conversation.provider.enqueue_text("first")
    conversation.provider.enqueue_text("second")
    await conversation.say("one")
    await conversation.say("two")
    request = conversation.provider.requests[-1]
    assert "Ana likes tea" in request.system
    assert [message.text for message in request.messages] == ["one", "first", "two"]


async def test_a_broken_stream_keeps_the_partial_answer_and_the_cause(conversation: Conversation):
    conversation.provider.enqueue([TextDelta("It is"), StreamFailed(LOST)])
    events = await conversation.say("Hello")
    ending = events[-1]
    assert isinstance(ending, TurnFailed)
    assert ending.sentence == "The connection was lost."
    assert conversation.said() == [
        ("USER", "Hello"),
        ("ASSISTANT", "It is"),
        ("ERROR", "The connection was lost."),
    ]
    assert conversation.rows()[1].is_partial


async def test_an_error_row_is_not_told_to_the_model(conversation: Conversation):
    conversation.provider.enqueue([StreamFailed(LOST)])
    conversation.provider.enqueue_text("here")
    await conversation.say("one")
    await conversation.say("two")
    assert [m.text for m in conversation.provider.requests[-1].messages] == ["one", "two"]


async def test_an_empty_answer_is_a_failure(conversation: Conversation):
    conversation.provider.enqueue([Finished(FinishReason.STOP)])
    events = await conversation.say("Hello")
    assert isinstance(events[-1], TurnFailed)


async def test_a_failing_memory_does_not_stop_the_turn(house: House):
    conversation = conversation_of(house)
    conversation.search.failure = UnreadableFile("MEMORY.md is not text.")
    conversation.provider.enqueue_text("fine")
    assert isinstance((await conversation.say("Hello"))[-1], AnswerSaved)


async def test_retry_answers_again_without_doubling_the_question(conversation: Conversation):
    conversation.provider.enqueue([TextDelta("It is"), StreamFailed(LOST)])
    conversation.provider.enqueue_text("It is tea.")
    await conversation.say("Hello")
    assert conversation.session_id is not None
    await conversation.follow(
        conversation.turns.answer_again(conversation.session_id, StopSignal())
    )
    assert conversation.said() == [("USER", "Hello"), ("ASSISTANT", "It is tea.")]


async def test_editing_the_last_message_replaces_it_and_its_answer(conversation: Conversation):
    for answer in ("first", "second", "third"):
        conversation.provider.enqueue_text(answer)
    await conversation.say("one")
    await conversation.say("two")
    assert conversation.session_id is not None
    await conversation.follow(
        conversation.turns.edit_last(conversation.session_id, "two, better", StopSignal())
    )
    assert conversation.said() == [
        ("USER", "one"),
        ("ASSISTANT", "first"),
        ("USER", "two, better"),
        ("ASSISTANT", "third"),
    ]


async def test_an_answer_stays_when_a_new_one_cannot_be_had(conversation: Conversation):
    conversation.provider.enqueue_text("It is tea.")
    for _ in range(2):
        conversation.provider.enqueue([StreamFailed(LOST)])
    conversation.provider.enqueue_text("Tea, as always.")
    await conversation.say("Hello")
    assert conversation.session_id is not None
    for _ in range(2):
        await conversation.follow(
            conversation.turns.answer_again(conversation.session_id, StopSignal())
        )
        assert conversation.said() == [
            ("USER", "Hello"),
            ("ASSISTANT", "It is tea."),
            ("ERROR", LOST.sentence),
        ]
    await conversation.follow(
        conversation.turns.answer_again(conversation.session_id, StopSignal())
    )
    assert conversation.said() == [("USER", "Hello"), ("ASSISTANT", "Tea, as always.")]


async def test_the_model_does_not_see_the_answer_it_is_to_replace(conversation: Conversation):
    conversation.provider.enqueue_text("It is tea.")
    conversation.provider.enqueue_text("Tea, as always.")
    await conversation.say("Hello")
    assert conversation.session_id is not None
    await conversation.follow(
        conversation.turns.answer_again(conversation.session_id, StopSignal())
    )
    assert [one.text for one in conversation.provider.requests[-1].messages] == ["Hello"]


async def test_answering_again_where_nothing_was_asked_says_so(
    house: House, conversation: Conversation
):
    house.begin_session("empty")
    events = await conversation.follow(conversation.turns.answer_again("empty", StopSignal()))
    assert isinstance(events[-1], TurnFailed)


async def test_stop_keeps_the_partial_answer_even_while_the_stream_is_silent(
    conversation: Conversation,
):
    stop = StopSignal()
    conversation.provider.enqueue([TextDelta("Half an "), Wait(asyncio.Event())])
    events: list[TurnEvent] = []
    async for event in conversation.turns.send(None, "Hello", stop):
        events.append(event)
        if isinstance(event, UserMessageSaved):
            conversation.session_id = event.session.id
        if isinstance(event, AnswerGrew):
            stop.stop()
    ending = events[-1]
    assert isinstance(ending, TurnStopped)
    assert ending.partial is not None
    assert conversation.said() == [("USER", "Hello"), ("ASSISTANT", "Half an ")]
    assert conversation.rows()[-1].is_partial


async def test_a_growing_answer_is_on_disk_before_it_is_whole(conversation: Conversation):
    may_end = asyncio.Event()
    conversation.provider.enqueue(
        [TextDelta("Half "), TextDelta("an "), Wait(may_end), TextDelta("x")]
    )
    seen: list[tuple[str, bool]] = []
    async for event in conversation.turns.send(None, "Hello", StopSignal()):
        if isinstance(event, UserMessageSaved):
            conversation.session_id = event.session.id
        if event == AnswerGrew("an "):
            last = conversation.rows()[-1]
            seen.append((last.text, last.is_partial))
            may_end.set()
    assert seen == [("Half ", True)]
    assert conversation.rows()[-1].text == "Half an x"


async def test_a_private_session_is_told_no_memories(house: House):
    conversation = with_hits(house, HIT)
    conversation.provider.enqueue_text("hush")
    await conversation.say("Secret", is_private=True)
    assert "Ana" not in conversation.provider.requests[0].system
    assert conversation.search.queries == []
    session = house.sessions.get(conversation.session_id or "")
    assert session is not None
    assert session.is_private


@pytest.mark.parametrize(
    "text", ["\ud800 lone", "\x00 nul", "👨‍👩‍👧 family", "\u202e rtl", "x" * 200_000]
)
async def test_strange_text_is_kept_and_answered(conversation: Conversation, text: str):
    conversation.provider.enqueue_text("ok")
    assert isinstance((await conversation.say(text))[-1], AnswerSaved)
    assert len(conversation.rows()) == 2
