"""Talking to a language model: the request, one union of stream events, the provider."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from app.contracts.conversation import TokenUsage
from app.contracts.errors import ProviderError


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """`arguments_json` is kept as the model wrote it; the tool executor judges it.
    `signature` is an opaque token some APIs want echoed with the call (Gemini).
    """

    id: str
    name: str
    arguments_json: str
    signature: str = ""


@dataclass(frozen=True, slots=True)
class ThinkingBlock:
    """A model's reasoning that must be replayed unchanged with its tool calls (Anthropic)."""

    text: str
    signature: str = ""
    is_redacted: bool = False


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a request. A TOOL message answers `tool_call_id` (of tool `tool_name`)."""

    role: Role
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    thinking: tuple[ThinkingBlock, ...] = ()
    tool_call_id: str = ""
    tool_name: str = ""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class ToolDescription:
    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """`may_use_memory` False (private, or memory is off): a provider that has a way to the memory
    of its own, as the on-device one has, must not look there.
    """

    model: str
    system: str
    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolDescription, ...] = ()
    max_output_tokens: int | None = None
    temperature: float | None = None
    may_use_memory: bool = True


class FinishReason(StrEnum):
    STOP = "stop"
    LENGTH = "length"
    TOOL_CALLS = "tool_calls"
    FILTERED = "filtered"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class TextDelta:
    text: str


@dataclass(frozen=True, slots=True)
class ThinkingDelta:
    text: str


@dataclass(frozen=True, slots=True)
class ThinkingEnded:
    block: ThinkingBlock


@dataclass(frozen=True, slots=True)
class ToolCallStarted:
    """`index` tells parallel calls of one answer apart, whatever ids the API gives."""

    index: int
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    index: int
    arguments_json: str


@dataclass(frozen=True, slots=True)
class ToolCallEnded:
    index: int
    call: ToolCall


@dataclass(frozen=True, slots=True)
class UsageReported:
    usage: TokenUsage


@dataclass(frozen=True, slots=True)
class Finished:
    reason: FinishReason


@dataclass(frozen=True, slots=True)
class StreamFailed:
    """The stream broke; whatever text came before it stands. Always the last event."""

    error: ProviderError


StreamEvent = (
    TextDelta
    | ThinkingDelta
    | ThinkingEnded
    | ToolCallStarted
    | ToolCallDelta
    | ToolCallEnded
    | UsageReported
    | Finished
    | StreamFailed
)


@dataclass(frozen=True, slots=True)
class Completion:
    """A whole answer for background work, with why it ended (S2.3 refuses one that was cut)."""

    text: str
    finish: FinishReason
    usage: TokenUsage = field(default_factory=TokenUsage)


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """`context_window` None: unknown, treated with care rather than guessed."""

    id: str
    name: str
    context_window: int | None = None


class ModelProvider(Protocol):
    def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """Ends with exactly one Finished or StreamFailed. Never raises for what a server does.

        A generator, so that whoever stops listening can close it, and with it the connection.
        """
        ...

    async def complete(self, request: ChatRequest) -> Completion:
        """May raise ProviderError."""
        ...

    async def list_models(self) -> tuple[ModelInfo, ...]:
        """May raise ProviderError; doubles as the connection test."""
        ...
