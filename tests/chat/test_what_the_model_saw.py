from datetime import date

from app.chat.what_the_model_saw import CONVERSATION, TOOLS, Seen, WhatTheModelSaw, system_parts
from app.contracts.conversation import MessageKind
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    TextDelta,
    ToolCall,
    ToolCallEnded,
)
from app.contracts.search import MemoryHit, MemorySource
from app.memory.long_term_memory import LongTermMemory
from app.memory.text.token_estimate import estimate_tokens
from app.storage.database.sent_prompt_rows import SentPromptRows
from app.storage.database.trace_rows import TraceRows
from tests.chat.conftest import Conversation, conversation_of
from tests.chat.test_tool_rounds import Shout
from tests.conftest import House

CAMERAS = MemoryHit(
    "c", "Ana likes cameras", MemorySource.DAILY_LOG, date(2026, 2, 1), 0.8, 0.5, 0.6, 27
)


def saw(conversation: Conversation, number: int = -1) -> Seen | None:
    house = conversation.house
    answers = [row for row in conversation.rows() if row.kind is MessageKind.ASSISTANT]
    look = WhatTheModelSaw(house.messages, SentPromptRows(house.database), estimate_tokens)
    return look(answers[number].id)


def part(seen: Seen | None, title: str) -> str:
    assert seen is not None
    return next(part.text for part in seen.parts if part.title == title)


async def test_the_parts_of_the_prompt_are_the_prompt_that_was_sent(house: House):
    conversation = conversation_of(house)
    LongTermMemory(house.files, house.record_write, house.clock).save("Prefers short answers")
    conversation.search.hits = (CAMERAS,)
    conversation.provider.enqueue_text("Film cameras.")
    await conversation.say("What does Ana like?")
    sent = conversation.provider.requests[0]
    seen = saw(conversation)
    assert seen is not None
    system = "".join(text for _, text in system_parts(sent.system))
    assert system == sent.system
    shown = [part.text for part in seen.parts if part.title not in {CONVERSATION, TOOLS}]
    assert "".join(shown) == sent.system
    assert [one.title for one in seen.parts] == [
        "Instructions",
        "Long-term Memory",
        "Relevant Memories",
        CONVERSATION,
    ]
    assert part(seen, CONVERSATION) == "User: What does Ana like?"
    assert seen.tokens == sum(one.tokens for one in seen.parts)
    assert "# Conversation\n\nUser: What does Ana like?" in seen.as_text


async def test_each_round_of_tools_has_seen_what_came_before_it(house: House):
    conversation = conversation_of(house, tools=[Shout()])
    call = ToolCallEnded(0, ToolCall("c1", "shout", "{}"))
    conversation.provider.enqueue(
        [TextDelta("One moment."), call, Finished(FinishReason.TOOL_CALLS)]
    )
    conversation.provider.enqueue_text("Done.")
    await conversation.say("Shout!")
    assert part(saw(conversation, 0), CONVERSATION) == "User: Shout!"
    assert part(saw(conversation, 1), CONVERSATION) == (
        "User: Shout!\n\nAssistant: One moment.\nAssistant calls shout {}\n\nTool shout: LOUD"
    )
    assert part(saw(conversation, 1), TOOLS) == "shout"


async def test_a_private_chat_shows_it_too_and_takes_it_along_when_it_goes(house: House):
    conversation = conversation_of(house)
    conversation.provider.enqueue_text("Hello.")
    await conversation.say("Hush", is_private=True)
    assert saw(conversation) is not None
    house.sessions.purge_private()
    assert house.database.number("SELECT count(*) FROM sent_prompts") == 0


async def test_an_answer_of_an_earlier_version_has_nothing_to_show(house: House):
    house.begin_session()
    old = house.say("Old answer", kind=MessageKind.ASSISTANT)
    look = WhatTheModelSaw(house.messages, SentPromptRows(house.database), estimate_tokens)
    assert look(old.id) is None
    assert look("nobody") is None


async def test_what_is_forgotten_is_no_longer_in_what_was_sent(house: House):
    conversation = conversation_of(house)
    LongTermMemory(house.files, house.record_write, house.clock).save("The code is heliotrope")
    conversation.provider.enqueue_text("Yes.")
    await conversation.say("Do you know it?")
    TraceRows(house.database).remove(["The code is heliotrope"])
    seen = saw(conversation)
    assert seen is not None
    assert "heliotrope" not in seen.as_text
