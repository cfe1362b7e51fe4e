from app.chat.turn_events import AnswerSaved, ToolEnded, ToolsCalled, TurnFailed
from app.contracts.conversation import MessageKind
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    Role,
    TextDelta,
    ThinkingBlock,
    ThinkingEnded,
    ToolCall,
    ToolCallEnded,
)
from app.tools.arguments import Arguments
from app.tools.tool import ToolContext, ToolDefinition, ToolOutcome, ToolSuccess
from tests.chat.conftest import conversation_of
from tests.conftest import House


class Shout:
    """A tool that says its word louder."""

    definition = ToolDefinition("shout", "Says it louder.", (), 5.0)

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        return ToolSuccess("LOUD")


def call(number: int) -> ToolCallEnded:
    return ToolCallEnded(number, ToolCall(f"call-{number}", "shout", "{}", "sig"))


TOOL_FINISH = Finished(FinishReason.TOOL_CALLS)


async def test_a_tool_runs_and_the_model_is_asked_again_with_its_result(house: House):
    conversation = conversation_of(house, tools=[Shout()])
    thought = ThinkingBlock("I should shout", "signed")
    conversation.provider.enqueue(
        [ThinkingEnded(thought), TextDelta("One moment."), call(0), call(1), TOOL_FINISH]
    )
    conversation.provider.enqueue_text("Done.")
    events = await conversation.say("Shout!")
    assert ToolsCalled(("shout", "shout")) in events
    assert ToolEnded("shout", "LOUD", is_error=False) in events
    assert isinstance(events[-1], AnswerSaved)
    kinds = [row.kind for row in conversation.rows()]
    assert kinds == [
        MessageKind.USER,
        MessageKind.ASSISTANT,
        MessageKind.TOOL_CALL,
        MessageKind.TOOL_CALL,
        MessageKind.TOOL_RESULT,
        MessageKind.TOOL_RESULT,
        MessageKind.ASSISTANT,
    ]
    second = conversation.provider.requests[1].messages
    assert [message.role for message in second] == [
        Role.USER,
        Role.ASSISTANT,
        Role.TOOL,
        Role.TOOL,
    ]
    assert second[1].thinking == (thought,)
    assert [one.id for one in second[1].tool_calls] == ["call-0", "call-1"]
    assert second[1].tool_calls[0].signature == "sig"
    assert second[2].text == "LOUD"


async def test_rounds_without_an_end_stop_with_a_clear_message(house: House):
    conversation = conversation_of(house, tools=[Shout()], most_rounds=3)
    for _ in range(3):
        conversation.provider.enqueue([call(0), TOOL_FINISH])
    events = await conversation.say("Shout for ever!")
    assert isinstance(events[-1], TurnFailed)
    assert "3 rounds" in events[-1].sentence


async def test_an_unknown_tool_is_an_error_the_model_can_read(house: House):
    conversation = conversation_of(house)
    conversation.provider.enqueue([call(0), TOOL_FINISH])
    conversation.provider.enqueue_text("Sorry.")
    events = await conversation.say("Shout!")
    ended = next(event for event in events if isinstance(event, ToolEnded))
    assert ended.is_error
    assert "tool_not_found" in conversation.provider.requests[1].messages[-1].text


async def test_a_call_whose_result_a_crash_swallowed_is_sent_with_one_that_says_so(house: House):
    conversation = conversation_of(house, tools=[Shout()])
    conversation.provider.enqueue([call(0), TOOL_FINISH])
    conversation.provider.enqueue_text("Done.")
    await conversation.say("Shout!")
    results = [row for row in conversation.rows() if row.kind is MessageKind.TOOL_RESULT]
    house.messages.delete([row.id for row in results])
    conversation.provider.enqueue_text("Later.")
    await conversation.say("And now?")
    sent = conversation.provider.requests[-1].messages
    tool_message = next(message for message in sent if message.role is Role.TOOL)
    assert tool_message.is_error
    assert "did not finish" in tool_message.text
