"""Who can answer in a conversation: the agents, each with the model it speaks through (S11.4)."""

from dataclasses import dataclass

from app.contracts.active_model import AgentModels
from app.contracts.agents import GENERAL_ASSISTANT_ID, AgentStore

GENERAL_NAME = "General Assistant"


@dataclass(frozen=True, slots=True)
class Speaker:
    id: str
    name: str
    model: str

    @property
    def line(self) -> str:
        """As a chat's second line says it."""
        return f"{self.name} · {self.model}"


class Speakers:
    """Reads the disk: not for the UI thread."""

    def __init__(self, agents: AgentStore, models: AgentModels) -> None:
        self._agents = agents
        self._models = models

    def all(self) -> tuple[Speaker, ...]:
        return tuple(self._speaker(agent.id, agent.name) for agent in self._agents.all())

    def get(self, agent_id: str) -> Speaker:
        """An agent that was deleted hands over to the built-in one."""
        agent = self._agents.get(agent_id)
        if agent is None:
            return self._speaker(GENERAL_ASSISTANT_ID, GENERAL_NAME)
        return self._speaker(agent.id, agent.name)

    def _speaker(self, agent_id: str, name: str) -> Speaker:
        return Speaker(agent_id, name, self._models.for_agent(agent_id).name)
