"""The provider that needs no key and no network: it remembers and finds, and says that this is all.

It is not a language model and never pretends to be one: it quotes memories with their dates.
"""

import asyncio
import re
from collections.abc import AsyncGenerator
from datetime import date

from app.contracts.clock import Clock
from app.contracts.model_provider import (
    ChatRequest,
    Completion,
    Finished,
    FinishReason,
    ModelInfo,
    Role,
    StreamEvent,
    TextDelta,
)
from app.contracts.search import MemoryHit, MemorySearch, MemorySource, SearchQuery

MODEL = ModelInfo(id="on-device", name="On-device memory")
MOST_QUOTES = 3
INTRODUCTION = (
    "I work on this device without an AI model: I can remember and find things, "
    "but I cannot reason or write. Add a model in Settings for full answers."
)
_QUESTION = re.compile(
    r"[?？؟]|^\s*(what|who|whom|whose|when|where|which|why|how|do|does|did|is|are|was|were|can|could"
    r"|tell me|search|find)\b",
    re.IGNORECASE,
)


class OnDeviceProvider:
    """Implements ModelProvider."""

    def __init__(self, search: MemorySearch, clock: Clock) -> None:
        self._search = search
        self._clock = clock

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        answer = await self._answer(request)
        for piece in re.findall(r"\S+\s*", answer):
            yield TextDelta(piece)
        yield Finished(FinishReason.STOP)

    async def complete(self, request: ChatRequest) -> Completion:
        return Completion(await self._answer(request), FinishReason.STOP)

    async def list_models(self) -> tuple[ModelInfo, ...]:
        return (MODEL,)

    async def _answer(self, request: ChatRequest) -> str:
        said = next((m.text for m in reversed(request.messages) if m.role is Role.USER), "")
        query = SearchQuery(
            text=said,
            today=self._clock.now().date(),
            sources=frozenset({MemorySource.DAILY_LOG, MemorySource.LONG_TERM}),
            limit=MOST_QUOTES,
        )
        hits = await asyncio.to_thread(self._search.search, query)
        parts = [_reply(said, hits)]
        if not any(message.role is Role.ASSISTANT for message in request.messages):
            parts.append(INTRODUCTION)
        return "\n\n".join(parts)


def _reply(said: str, hits: tuple[MemoryHit, ...]) -> str:
    if hits:
        quotes = "\n".join(f"• {_source(hit)}: {' '.join(hit.text.split())}" for hit in hits)
        return f"From your memory:\n{quotes}"
    if _QUESTION.search(said):
        return "I have nothing about that in your memory yet."
    return "Noted. It goes into today's log when you leave the app."


def _source(hit: MemoryHit) -> str:
    if hit.source is MemorySource.LONG_TERM or hit.date is None:
        return "Long-term memory"
    return _spoken_date(hit.date)


def _spoken_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
