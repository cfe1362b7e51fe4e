from app.chat.context_compactor import LEFT_OUT, SUMMARISED
from app.chat.turn_events import AnswerSaved, ContextShortened
from app.contracts.conversation import MessageKind
from app.contracts.errors import ProviderUnreachable
from app.contracts.model_provider import StreamFailed
from tests.chat.conftest import Conversation
from tests.conftest import House

LONG = "word " * 120
LOST = ProviderUnreachable("The connection was lost.")


async def fill(conversation: Conversation, turns: int) -> None:
    for number in range(turns):
        conversation.provider.enqueue_text(f"answer {number} {LONG}")
        await conversation.say(f"question {number}")


async def test_a_long_conversation_is_flushed_then_summarised(conversation: Conversation):
    await fill(conversation, 8)
    conversation.models.context_window = 1_000
    conversation.provider.enqueue_text("We spoke of many words.")
    conversation.provider.enqueue_text("fine")
    events = await conversation.say("And now?")
    assert ContextShortened(SUMMARISED) in events
    (flushed,) = conversation.flushed
    summary = next(row for row in conversation.rows() if row.kind is MessageKind.SYSTEM)
    assert summary.tool is not None
    assert flushed == (conversation.session_id, int(summary.tool.call_id))
    sent = [message.text for message in conversation.provider.requests[-1].messages]
    assert "We spoke of many words." in sent[0]
    assert not any("question 0" in text for text in sent)
    assert sent[-1] == "And now?"


async def test_what_was_summarised_is_not_counted_or_summarised_again(conversation: Conversation):
    await fill(conversation, 8)
    conversation.models.context_window = 1_000
    conversation.provider.enqueue_text("We spoke of many words.")
    conversation.provider.enqueue_text("fine")
    await conversation.say("And now?")
    conversation.provider.enqueue_text("also fine")
    events = await conversation.say("Still there?")
    assert not any(isinstance(event, ContextShortened) for event in events)
    assert conversation.provider.unused_answers == 0


async def test_if_summarising_fails_twice_the_oldest_are_left_out_and_the_person_is_told(
    conversation: Conversation,
):
    await fill(conversation, 8)
    conversation.models.context_window = 1_000
    conversation.provider.enqueue([StreamFailed(LOST)])
    conversation.provider.enqueue([StreamFailed(LOST)])
    conversation.provider.enqueue_text("fine")
    events = await conversation.say("And now?")
    assert ContextShortened(LEFT_OUT) in events
    assert isinstance(events[-1], AnswerSaved)
    sent = [message.text for message in conversation.provider.requests[-1].messages]
    assert not any("question 0" in text for text in sent)
    assert all(row.kind is not MessageKind.SYSTEM for row in conversation.rows())


async def test_a_short_conversation_is_sent_whole(conversation: Conversation):
    await fill(conversation, 2)
    assert conversation.flushed == []


async def test_a_private_conversation_is_not_flushed(house: House, conversation: Conversation):
    conversation.provider.enqueue_text("answer")
    await conversation.say("first", is_private=True)
    await fill(conversation, 8)
    conversation.models.context_window = 1_000
    conversation.provider.enqueue_text("summary")
    conversation.provider.enqueue_text("fine")
    await conversation.say("And now?")
    assert conversation.flushed == []
