"""What a tool is: a definition the model reads, and a `run` that ends in a value, never by raising
for what was to be expected. Tools are synchronous; the executor gives each call a thread.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from app.contracts.memory_changes import MemoryChange
from app.contracts.model_provider import ToolDescription
from app.tools.arguments import Arguments
from app.tools.parameters import Parameter, object_schema
from app.tools.write_gate import WriteGate


class ToolErrorCode(StrEnum):
    VALIDATION_ERROR = "validation_error"
    TOOL_NOT_FOUND = "tool_not_found"
    TIMEOUT = "timeout"
    EXECUTION_ERROR = "execution_error"
    PRIVATE_SESSION = "private_session"
    DUPLICATE_DETECTED = "duplicate_detected"
    SAVE_FAILED = "save_failed"
    UPDATE_FAILED = "update_failed"
    NOT_FOUND = "not_found"
    AMBIGUOUS_MATCH = "ambiguous_match"
    SEARCH_ERROR = "search_error"
    GIT_ERROR = "git_error"
    SECURITY_ERROR = "security_error"
    WRITE_FAILED = "write_failed"


@dataclass(frozen=True, slots=True)
class ToolSuccess:
    """`change` is for the person: what became different in their memory, and how to undo it."""

    text: str
    change: MemoryChange | None = None


@dataclass(frozen=True, slots=True)
class ToolFailure:
    """`message` is for the model: what is wrong and, where it can, what to do instead."""

    code: ToolErrorCode
    message: str


ToolOutcome = ToolSuccess | ToolFailure


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """`writes`: runs alone, in its turn. `works_in_private`: neither stores nor reads memory, so
    that a private session may call it (S11.5).
    """

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    seconds: float
    writes: bool = False
    works_in_private: bool = False

    def for_model(self) -> ToolDescription:
        return ToolDescription(self.name, self.description, object_schema(self.parameters))


@dataclass(frozen=True, slots=True)
class ToolContext:
    """Who calls: the session, and the message that began the turn. Each call gets a gate of its
    own, which every durable step has to pass.
    """

    session_id: str
    is_private: bool = False
    asked_message_id: str | None = None
    gate: WriteGate = field(default_factory=WriteGate)


class Tool(Protocol):
    @property
    def definition(self) -> ToolDefinition: ...

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        """Arguments are checked by then. Called on a worker thread."""
        ...
