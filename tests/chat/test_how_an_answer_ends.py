"""Every way in which a model can end its answer, and what the person is told then."""

import pytest

from app.chat.answer_turn import CUT_OFF, NO_ANSWER, ONLY_THOUGHT, WITHHELD
from app.chat.turn_events import AnswerSaved, TurnFailed
from app.contracts.conversation import MessageKind, TokenUsage
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    StreamEvent,
    TextDelta,
    ThinkingBlock,
    ThinkingEnded,
    ToolCall,
    ToolCallEnded,
    UsageReported,
)
from app.storage.database.token_usage_rows import TokenUsageRows
from tests.chat.conftest import Conversation, conversation_of
from tests.chat.test_tool_rounds import Shout
from tests.conftest import House

HALF = TextDelta("The first reason is")
THOUGHT = ThinkingEnded(ThinkingBlock("Let me think"))


@pytest.mark.parametrize(
    ("before", "reason", "sentence"),
    [
        ([HALF], FinishReason.LENGTH, CUT_OFF),
        ([THOUGHT], FinishReason.LENGTH, ONLY_THOUGHT),
        ([], FinishReason.LENGTH, ONLY_THOUGHT),
        ([HALF], FinishReason.FILTERED, WITHHELD),
        ([], FinishReason.FILTERED, WITHHELD),
        ([THOUGHT], FinishReason.STOP, NO_ANSWER),
        ([TextDelta(" \n")], FinishReason.UNKNOWN, NO_ANSWER),
    ],
)
async def test_an_answer_that_is_none_or_half_says_why(
    conversation: Conversation,
    before: list[StreamEvent],
    reason: FinishReason,
    sentence: str,
):
    conversation.provider.enqueue([*before, Finished(reason)])
    ending = (await conversation.say("Why?"))[-1]
    assert isinstance(ending, TurnFailed)
    assert ending.sentence == sentence
    assert conversation.rows()[-1].text == sentence
    assert conversation.rows()[-1].kind is MessageKind.ERROR


async def test_what_came_before_the_length_limit_is_kept_as_it_is(conversation: Conversation):
    conversation.provider.enqueue([HALF, Finished(FinishReason.LENGTH)])
    await conversation.say("Why?")
    answer = conversation.rows()[1]
    assert (answer.text, answer.is_partial) == ("The first reason is", False)


@pytest.mark.parametrize("reason", [FinishReason.STOP, FinishReason.UNKNOWN])
async def test_an_answer_with_words_is_an_answer(conversation: Conversation, reason: FinishReason):
    conversation.provider.enqueue([HALF, Finished(reason)])
    assert isinstance((await conversation.say("Why?"))[-1], AnswerSaved)


async def test_tokens_of_a_round_without_words_are_counted(house: House):
    conversation = conversation_of(house, tools=[Shout()])
    wanted = ToolCallEnded(0, ToolCall("call-0", "shout", "{}"))
    again = ToolCallEnded(1, ToolCall("call-1", "shout", "{}"))
    asks = UsageReported(TokenUsage(100, 10))
    conversation.provider.enqueue([wanted, again, asks, Finished(FinishReason.TOOL_CALLS)])
    conversation.provider.enqueue([TextDelta("Done."), UsageReported(TokenUsage(130, 5))])
    await conversation.say("Shout!")
    (month,) = TokenUsageRows(house.database).by_month()
    assert (month.input_tokens, month.output_tokens) == (230, 15)


async def test_tokens_of_an_answer_that_never_came_are_counted(
    house: House, conversation: Conversation
):
    spent = UsageReported(TokenUsage(100, 900))
    conversation.provider.enqueue([spent, Finished(FinishReason.LENGTH)])
    await conversation.say("Why?")
    (month,) = TokenUsageRows(house.database).by_month()
    assert (month.input_tokens, month.output_tokens) == (100, 900)
