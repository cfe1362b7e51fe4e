"""How a finished call is worded for the model: bounded, and in characters every API takes."""

from dataclasses import dataclass

from app.contracts.memory_changes import MemoryChange
from app.contracts.model_provider import ToolCall
from app.tools.tool import ToolFailure, ToolOutcome, ToolSuccess

LONGEST_RESULT = 30_000


@dataclass(frozen=True, slots=True)
class ToolResult:
    call: ToolCall
    outcome: ToolOutcome

    @property
    def is_error(self) -> bool:
        return isinstance(self.outcome, ToolFailure)

    @property
    def change(self) -> MemoryChange | None:
        return self.outcome.change if isinstance(self.outcome, ToolSuccess) else None

    @property
    def text(self) -> str:
        match self.outcome:
            case ToolSuccess(text=text):
                return _bounded(text)
            case ToolFailure(code, message):
                return _bounded(f"{code}: {message}")


def _bounded(text: str) -> str:
    # Halves of surrogate pairs come from models and cannot be sent back to one.
    text = text.encode("utf-8", "replace").decode("utf-8")
    if len(text) <= LONGEST_RESULT:
        return text
    return f"{text[:LONGEST_RESULT]}\n[cut here: {len(text) - LONGEST_RESULT:,} more characters]"
