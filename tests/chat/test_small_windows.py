"""A model with little room is not filled by our own words, and is not asked for what cannot fit."""

from app.chat.context_compactor import LEFT_OUT, SUMMARISED
from app.chat.stop_signal import StopSignal
from app.chat.turn_events import AnswerSaved, ContextShortened, TurnFailed
from app.contracts.agents import Agent
from app.contracts.errors import ContextTooLong
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    StreamFailed,
    ToolCall,
    ToolCallEnded,
)
from app.memory.text.token_estimate import estimate_tokens
from app.storage.database import AgentRows
from app.tools.arguments import Arguments
from app.tools.tool import Tool, ToolContext, ToolDefinition, ToolOutcome, ToolSuccess
from tests.chat.conftest import Conversation, conversation_of
from tests.chat.test_context_compactor import LONG, fill
from tests.conftest import House

TOO_LONG = StreamFailed(ContextTooLong("This conversation is too long for the model."))


class Wordy:
    """A tool with a long description and, if wanted, a long result."""

    def __init__(self, name: str, words: int, result: str = "") -> None:
        self.definition = ToolDefinition(name, "word " * words, (), 5.0)
        self._result = result

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        return ToolSuccess(self._result)


def wordy(count: int) -> list[Tool]:
    return [Wordy(f"tool_{number}", 300) for number in range(count)]


async def test_a_small_window_is_offered_the_first_tools_only(house: House):
    conversation = conversation_of(house, tools=wordy(6))
    conversation.models.context_window = 2_000
    conversation.provider.enqueue_text("Hello.")
    await conversation.say("Hello")
    offered = [tool.name for tool in conversation.provider.requests[-1].tools]
    assert offered == ["tool_0"]


async def test_the_tools_count_when_the_window_is_full(house: House):
    conversation = conversation_of(house, tools=wordy(6))
    await fill(conversation, 8)
    conversation.models.context_window = 4_000
    conversation.provider.enqueue_text("We spoke of many words.")
    conversation.provider.enqueue_text("fine")
    assert ContextShortened(SUMMARISED) in await conversation.say("word " * 1_300)


async def test_memories_take_a_quarter_of_a_small_window_at_most(house: House):
    entries = "\n".join(f"- Entry number {number} of a long memory." for number in range(300))
    memory = house.home / "memory" / "MEMORY.md"
    memory.parent.mkdir(exist_ok=True)
    memory.write_text(f"# Long-term Memory\n\n## Notes\n{entries}\n")
    conversation = conversation_of(house)
    conversation.models.context_window = 2_000
    conversation.provider.enqueue_text("Hello.")
    await conversation.say("Hello")
    memories = conversation.provider.requests[-1].system.partition("## Long-term Memory")[2]
    assert 100 < estimate_tokens(memories) <= 500


async def test_a_prompt_that_leaves_no_room_does_not_condense_after_every_reply(house: House):
    conversation = conversation_of(house)
    AgentRows(house.database).save(Agent("wordy", "Wordy", "word " * 2_000))
    conversation.models.context_window = 1_000
    for number in range(6):
        conversation.provider.enqueue_text(f"answer {number}")
        turn = conversation.turns.send(
            conversation.session_id, f"question {number}", StopSignal(), agent_id="wordy"
        )
        await conversation.follow(turn)
    assert len(conversation.provider.requests) == 6


async def test_a_request_the_model_finds_too_long_is_shortened_and_asked_again(
    conversation: Conversation,
):
    await fill(conversation, 4)
    conversation.provider.enqueue([TOO_LONG])
    conversation.provider.enqueue_text("We spoke of many words.")
    conversation.provider.enqueue_text("fine")
    events = await conversation.say("And now?")
    assert ContextShortened(SUMMARISED) in events
    assert isinstance(events[-1], AnswerSaved)
    assert conversation.said()[-3:-1] == [
        ("USER", "And now?"),
        ("SYSTEM", "We spoke of many words."),
    ]


async def test_a_question_that_is_too_long_by_itself_is_refused_once_more_and_then_told(
    conversation: Conversation,
):
    conversation.provider.enqueue([TOO_LONG])
    conversation.provider.enqueue([TOO_LONG])
    events = await conversation.say(LONG)
    assert isinstance(events[-1], TurnFailed)
    assert conversation.said()[1:] == [("ERROR", "This conversation is too long for the model.")]


async def test_long_tool_results_make_room_within_a_turn(house: House):
    conversation = conversation_of(house, tools=[Wordy("look", 1, "word " * 1_100)])
    await fill(conversation, 6)
    conversation.models.context_window = 2_000
    look = ToolCallEnded(0, ToolCall("call-0", "look", "{}"))
    conversation.provider.enqueue([look, Finished(FinishReason.TOOL_CALLS)])
    conversation.provider.enqueue([TOO_LONG])
    conversation.provider.enqueue([TOO_LONG])
    conversation.provider.enqueue_text("It says many words.")
    events = await conversation.say("Look it up")
    assert ContextShortened(LEFT_OUT) in events
    assert isinstance(events[-1], AnswerSaved)
    sent = [message.text for message in conversation.provider.requests[-1].messages]
    assert sent[0] == "Look it up"
    assert sent[-1].startswith("word word")
