"""Stop is heard wherever a turn happens to be, and what was done by then is kept."""

import asyncio
from dataclasses import dataclass, field
from threading import Event
from typing import Literal

from app.chat.stop_signal import StopSignal
from app.chat.turn_events import ToolEnded, TurnStopped
from app.contracts.conversation import MessageKind
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    Role,
    TextDelta,
    ToolCall,
    ToolCallEnded,
)
from app.tools.arguments import Arguments
from app.tools.tool import ToolContext, ToolDefinition, ToolOutcome, ToolSuccess
from tests.chat.conftest import Conversation, conversation_of
from tests.chat.test_context_compactor import fill
from tests.chat.test_tool_rounds import Shout
from tests.conftest import House
from tests.fakes.scripted_provider import Wait


@dataclass
class Slow:
    """A tool that takes until the test is over."""

    has_begun: Event = field(default_factory=Event)
    may_end: Event = field(default_factory=Event)
    definition = ToolDefinition("slow", "Takes its time.", (), 60.0, writes=True)

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        self.has_begun.set()
        self.may_end.wait(30)
        return ToolSuccess("at last")


class StopsWhoeverWaits(asyncio.Event):
    """Never comes; somebody presses Stop as soon as it is waited for."""

    def __init__(self, stop: StopSignal) -> None:
        super().__init__()
        self._stop = stop

    async def wait(self) -> Literal[True]:
        self._stop.stop()
        return await super().wait()


async def test_stop_does_not_wait_for_a_slow_tool_and_keeps_what_others_gave(house: House):
    slow, stop = Slow(), StopSignal()
    conversation = conversation_of(house, tools=[Shout(), slow])
    wanted = [
        ToolCallEnded(n, ToolCall(f"call-{n}", name, "{}"))
        for n, name in enumerate(("shout", "slow"))
    ]
    conversation.provider.enqueue(
        [TextDelta("One moment."), *wanted, Finished(FinishReason.TOOL_CALLS)]
    )
    turn = asyncio.create_task(conversation.say("Do both!", stop=stop))
    assert await asyncio.to_thread(slow.has_begun.wait, 30)
    stop.stop()
    try:
        events = await asyncio.wait_for(turn, 20)
    finally:
        slow.may_end.set()
    assert isinstance(events[-1], TurnStopped)
    assert [event.text for event in events if isinstance(event, ToolEnded)] == ["LOUD"]
    conversation.provider.enqueue_text("Well then.")
    await conversation.say("Go on")
    sent = conversation.provider.requests[-1].messages
    given = [(message.text[:21], message.is_error) for message in sent if message.role is Role.TOOL]
    assert given == [("LOUD", False), ("This call did not fin", True)]


async def test_stop_is_heard_while_the_conversation_is_being_condensed(conversation: Conversation):
    await fill(conversation, 8)
    conversation.models.context_window = 1_000
    stop = StopSignal()
    conversation.provider.enqueue([Wait(StopsWhoeverWaits(stop))])
    events = await asyncio.wait_for(conversation.say("And now?", stop=stop), 20)
    assert events[-1] == TurnStopped(None)
    assert conversation.said()[-1] == ("USER", "And now?")
    assert all(row.kind is not MessageKind.SYSTEM for row in conversation.rows())
