"""Which model answers, with the means to ask it."""

from dataclasses import dataclass
from typing import Protocol

from app.contracts.model_provider import ModelProvider


@dataclass(frozen=True, slots=True)
class ActiveModel:
    """`context_window` None: unknown; callers then assume a small one rather than a large one.

    `needs_network` False: it runs on this device, or in the home network.

    `is_language_model` False is the on-device provider: it needs no titles, no summaries of
    contexts, and is honest about itself.
    """

    provider: ModelProvider
    model_id: str
    name: str
    context_window: int | None = None
    is_language_model: bool = True
    needs_network: bool = True


class AgentModels(Protocol):
    def for_agent(self, agent_id: str) -> ActiveModel:
        """The agent's own model, else the default, else the on-device one. Reads the disk."""
        ...


class ConversationModels(AgentModels, Protocol):
    """What a chat turn asks: besides the agent's model, the one on this device."""

    def on_device(self) -> ActiveModel:
        """The one that answers from memory and needs nobody else. Reads the disk."""
        ...
