"""One conversation with a scripted model, on real stores."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

import pytest

from app.chat.answer_turn import AnswerTurn
from app.chat.context_compactor import ContextCompactor
from app.chat.send_message import SendMessage
from app.chat.stop_signal import StopSignal
from app.chat.turn_events import TurnEvent, UserMessageSaved
from app.contracts.active_model import ActiveModel
from app.contracts.conversation import Message
from app.memory.memory_injector import MemoryInjector
from app.memory.text.token_estimate import estimate_tokens
from app.storage.database import AgentRows
from app.storage.database.sent_prompt_rows import SentPromptRows
from app.tools.executor import ToolExecutor
from app.tools.registry import ToolRegistry
from app.tools.tool import Tool
from tests.conftest import House
from tests.fakes.scripted_provider import ScriptedProvider
from tests.fakes.search import GivenSearch


@dataclass
class GivenModels:
    """Implements AgentModels: always the same model."""

    provider: ScriptedProvider
    here: ScriptedProvider = field(default_factory=ScriptedProvider)
    context_window: int | None = 100_000
    is_language_model: bool = True

    def on_device(self) -> ActiveModel:
        return ActiveModel(self.here, "on_device", "On this device", is_language_model=False)

    def for_agent(self, agent_id: str) -> ActiveModel:
        return ActiveModel(
            self.provider,
            "model-1",
            "Model One",
            self.context_window,
            is_language_model=self.is_language_model,
        )


@dataclass
class Conversation:
    """What a test says and what it sees of it."""

    house: House
    models: GivenModels
    search: GivenSearch
    turns: SendMessage
    flushed: list[tuple[str, int]] = field(default_factory=list)
    session_id: str | None = None

    @property
    def provider(self) -> ScriptedProvider:
        return self.models.provider

    async def say(
        self, text: str, *, stop: StopSignal | None = None, is_private: bool = False
    ) -> list[TurnEvent]:
        turn = self.turns.send(self.session_id, text, stop or StopSignal(), is_private=is_private)
        return await self.follow(turn)

    async def follow(self, turn: AsyncGenerator[TurnEvent, None]) -> list[TurnEvent]:
        events: list[TurnEvent] = []
        async for event in turn:
            events.append(event)
            if isinstance(event, UserMessageSaved):
                self.session_id = event.session.id
        return events

    def rows(self) -> tuple[Message, ...]:
        assert self.session_id is not None
        return self.house.messages.after(self.session_id, 0)

    def said(self) -> list[tuple[str, str]]:
        return [(row.kind.value, row.text) for row in self.rows()]


def conversation_of(
    house: House, *, tools: Sequence[Tool] = (), most_rounds: int = 25
) -> Conversation:
    search = GivenSearch()
    models = GivenModels(ScriptedProvider())
    flushed: list[tuple[str, int]] = []

    async def flush_first(session_id: str, sequence: int) -> bool:
        flushed.append((session_id, sequence))
        return True

    registry = ToolRegistry(tools)
    answer = AnswerTurn(
        house.messages,
        AgentRows(house.database),
        models,
        MemoryInjector(search, house.files, house.settings, house.clock),
        registry,
        ToolExecutor(registry),
        ContextCompactor(house.messages, flush_first, estimate_tokens, house.clock, house.ids),
        SentPromptRows(house.database),
        house.clock,
        house.ids,
        most_rounds=most_rounds,
        checkpoint_seconds=0,
    )
    turns = SendMessage(house.sessions, house.messages, answer, house.clock, house.ids)
    return Conversation(house, models, search, turns, flushed)


@pytest.fixture
def conversation(house: House) -> Conversation:
    return conversation_of(house)
