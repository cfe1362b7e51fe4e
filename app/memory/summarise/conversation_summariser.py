"""Sums up what was said: by the model that answers the person, or without one.

A reply that is no summary is replaced by an extractive one (S2.3). A model that cannot be asked is
raised as the ProviderError it is: nothing is written then, and the job comes again (S2.6).
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from app.contracts.active_model import AgentModels
from app.contracts.conversation import Message
from app.memory.summarise.extractive import ExtractiveSummariser
from app.memory.summarise.fact_finder import find_facts
from app.memory.summarise.facts import Fact
from app.memory.summarise.model_summariser import (
    PATIENCE_SECONDS,
    ModelSummariser,
    Refused,
    Summarised,
    Unreachable,
)
from app.memory.text.token_estimate import estimate_tokens

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Summary:
    """`text` is bullets; empty when nothing was worth a line."""

    text: str
    facts: tuple[Fact, ...] = ()


class ConversationSummariser:
    def __init__(
        self,
        models: AgentModels,
        extractive: ExtractiveSummariser,
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._models = models
        self._extractive = extractive
        self._patience = patience

    def summarise(self, agent_id: str, messages: Sequence[Message]) -> Summary:
        """Blocks while the model thinks: for the engine's worker threads only."""
        model = self._models.for_agent(agent_id)
        if not model.is_language_model:
            return self._without_model(messages)
        summariser = ModelSummariser(
            model.provider,
            model.model_id,
            model.context_window,
            estimate_tokens,
            patience=self._patience,
        )
        match asyncio.run(summariser.summarise(messages)):
            case Summarised(summary=text, facts=facts):
                return Summary(text, facts)
            case Refused(reason):
                logger.info("the model's summary was refused: %s", reason)
                return self._without_model(messages)
            case Unreachable(error):
                raise error

    def _without_model(self, messages: Sequence[Message]) -> Summary:
        return Summary(self._extractive(messages), find_facts(messages))
