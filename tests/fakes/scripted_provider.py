"""A model that says what the test enqueued, and remembers what it was asked.

Runs through the same contract suite as the real providers.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass

from app.contracts.model_provider import (
    ChatRequest,
    Completion,
    Finished,
    FinishReason,
    ModelInfo,
    StreamEvent,
    StreamFailed,
    TextDelta,
)
from app.providers.answering import completion_of


@dataclass(frozen=True, slots=True)
class Wait:
    """Holds the answer back until the test sets the event."""

    until: asyncio.Event


class ScriptedProvider:
    def __init__(self, models: Iterable[ModelInfo] = ()) -> None:
        self.requests: list[ChatRequest] = []
        self._models = tuple(models)
        self._answers: deque[tuple[StreamEvent | Wait, ...]] = deque()

    def enqueue(self, events: Iterable[StreamEvent | Wait]) -> None:
        """The next answer. One without an end is finished in order."""
        answer = tuple(events)
        if not answer or not isinstance(answer[-1], Finished | StreamFailed):
            answer = (*answer, Finished(FinishReason.STOP))
        self._answers.append(answer)

    def enqueue_text(self, text: str) -> None:
        self.enqueue([TextDelta(text)])

    def forget_answers(self) -> None:
        self._answers.clear()

    @property
    def unused_answers(self) -> int:
        return len(self._answers)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        self.requests.append(request)
        assert self._answers, "the test enqueued no answer for this request"
        for step in self._answers.popleft():
            if isinstance(step, Wait):
                await step.until.wait()
            else:
                await asyncio.sleep(0)
                yield step

    async def complete(self, request: ChatRequest) -> Completion:
        return await completion_of(self.stream(request))

    async def list_models(self) -> tuple[ModelInfo, ...]:
        return self._models
