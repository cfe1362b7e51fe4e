"""The on-device assistant behind the same Protocol as any model: streamed text and tool calls."""

import asyncio
import re
from collections.abc import AsyncGenerator

from app.contracts.clock import Clock
from app.contracts.model_provider import (
    ChatRequest,
    Completion,
    Finished,
    FinishReason,
    ModelInfo,
    StreamEvent,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    ToolCallEnded,
    ToolCallStarted,
)
from app.contracts.models_catalog import ON_DEVICE_MODEL
from app.contracts.search import MemorySearch
from app.providers.on_device.actions import Action, CallTools, PlannedCall, Say
from app.providers.on_device.answering import Answering
from app.providers.on_device.earlier_memories import EarlierMemories
from app.providers.on_device.sentences import INTRODUCTION
from app.providers.on_device.titles import asks_for_title, title_for
from app.providers.on_device.turn import Turn, read_turn

MODEL = ModelInfo(id=ON_DEVICE_MODEL.model_id, name="On-device memory")
_PIECE = re.compile(r"\s*\S{1,24}\s*|\s+")
_SUMMARY_WANTED = re.compile(r"## Daily Summary|condense|summari[sz]e", re.IGNORECASE)


class OnDeviceProvider:
    """Implements ModelProvider."""

    def __init__(self, search: MemorySearch, clock: Clock) -> None:
        self._search = search
        self._clock = clock

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        match await self._act(request):
            case CallTools(calls):
                for index, call in enumerate(calls):
                    for event in _call_events(index, self._call(request, index, call)):
                        yield event
                yield Finished(FinishReason.TOOL_CALLS)
            case Say(text):
                for piece in _PIECE.findall(text):
                    yield TextDelta(piece)
                yield Finished(FinishReason.STOP)

    async def complete(self, request: ChatRequest) -> Completion:
        """A title where one is wanted. A summary is never pretended: an empty text is refused by
        whoever asked, and the extractive summariser does it (S2.3).
        """
        if asks_for_title(request):
            return Completion(title_for(request), FinishReason.STOP)
        if _SUMMARY_WANTED.search(request.system):
            return Completion("", FinishReason.STOP)
        match await self._act(request):
            case Say(text):
                return Completion(text, FinishReason.STOP)
            case CallTools():
                return Completion("", FinishReason.TOOL_CALLS)

    async def list_models(self) -> tuple[ModelInfo, ...]:
        return (MODEL,)

    async def _act(self, request: ChatRequest) -> Action:
        turn = read_turn(request)
        answering = Answering(EarlierMemories(self._search, request), self._clock.now())
        return _introduced(await asyncio.to_thread(answering.act, turn), turn)

    def _call(self, request: ChatRequest, index: int, call: PlannedCall) -> ToolCall:
        # Unique in a session even when only its newest messages are sent along.
        moment = f"{self._clock.now():%Y%m%d%H%M%S%f}"
        call_id = f"on_device_{moment}_{len(request.messages)}_{index}"
        return ToolCall(call_id, call.name, call.arguments_json)


def _introduced(action: Action, turn: Turn) -> Action:
    """The first answer of a conversation says what is speaking; later ones do not repeat it."""
    if isinstance(action, Say) and not action.introduces and not turn.has_answered:
        return Say(f"{action.text}\n\n{INTRODUCTION}", introduces=True)
    return action


def _call_events(index: int, call: ToolCall) -> tuple[StreamEvent, ...]:
    return (
        ToolCallStarted(index, call.id, call.name),
        ToolCallDelta(index, call.arguments_json),
        ToolCallEnded(index, call),
    )
