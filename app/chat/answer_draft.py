"""An answer while it comes: text, thinking, tool calls, usage, and how it ended."""

from app.chat.turn_events import AnswerGrew, ThinkingGrew
from app.contracts.conversation import TokenUsage
from app.contracts.errors import ContextTooLong, ProviderError
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    StreamEvent,
    StreamFailed,
    TextDelta,
    ThinkingBlock,
    ThinkingDelta,
    ThinkingEnded,
    ToolCall,
    ToolCallEnded,
    UsageReported,
)


class AnswerDraft:
    def __init__(self) -> None:
        self.text = ""
        self.thinking: list[ThinkingBlock] = []
        self.calls: list[ToolCall] = []
        self.usage: TokenUsage | None = None
        self.finish: FinishReason | None = None
        self.failure: ProviderError | None = None

    @property
    def is_whole(self) -> bool:
        return self.finish is not None and self.failure is None

    @property
    def was_too_long(self) -> bool:
        """The model refused the length of what it was sent, before a first word."""
        has_begun = bool(self.text or self.thinking or self.calls)
        return isinstance(self.failure, ContextTooLong) and not has_begun

    def take(self, event: StreamEvent) -> AnswerGrew | ThinkingGrew | None:
        """Adds what came; returns what a person can see of it."""
        match event:
            case TextDelta(delta):
                self.text += delta
                return AnswerGrew(delta)
            case ThinkingDelta(delta):
                return ThinkingGrew(delta)
            case ThinkingEnded(block):
                self.thinking.append(block)
            case ToolCallEnded(call=call):
                self.calls.append(call)
            case UsageReported(usage):
                self.usage = usage
            case Finished(reason):
                self.finish = reason
            case StreamFailed(error):
                self.failure = error
            case _:
                pass
        return None
