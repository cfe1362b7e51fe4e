"""Agents: a name, a prompt and, where wanted, a model of its own (S11.4)."""

from dataclasses import dataclass
from typing import Protocol

from app.contracts.models_catalog import ModelChoice

GENERAL_ASSISTANT_ID = "general"
LONGEST_AGENT_NAME = 100
LONGEST_AGENT_PROMPT = 50_000


@dataclass(frozen=True, slots=True)
class Agent:
    """`model` None: whatever model is the default."""

    id: str
    name: str
    prompt: str
    model: ModelChoice | None = None
    is_built_in: bool = False


@dataclass(frozen=True, slots=True)
class AgentSaved:
    agent: Agent


@dataclass(frozen=True, slots=True)
class AgentRefused:
    reason: str


AgentSaveOutcome = AgentSaved | AgentRefused


class AgentStore(Protocol):
    def all(self) -> tuple[Agent, ...]:
        """The built-in one first, then as they were made."""
        ...

    def get(self, agent_id: str) -> Agent | None: ...

    def save(self, agent: Agent) -> AgentSaveOutcome:
        """New or changed. The built-in one can be cloned but stays as it is."""
        ...

    def delete(self, agent_id: str) -> bool:
        """Its sessions go on with the General Assistant. False: built-in, or none of this id."""
        ...
