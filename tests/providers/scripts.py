"""What a model says in a test, before it is put into the words of one API or another."""

from dataclasses import dataclass

from app.contracts.conversation import TokenUsage
from app.contracts.model_provider import (
    ChatMessage,
    ChatRequest,
    FinishReason,
    Role,
    ToolDescription,
)

USAGE = TokenUsage(12, 34)


@dataclass(frozen=True, slots=True)
class SaidCall:
    name: str
    arguments_json: str


@dataclass(frozen=True, slots=True)
class Script:
    """`breaks`: the connection is lost after what was said, before the answer's end."""

    texts: tuple[str, ...] = ()
    thinking: tuple[str, ...] = ()
    calls: tuple[SaidCall, ...] = ()
    finish: FinishReason = FinishReason.STOP
    usage: TokenUsage | None = USAGE
    breaks: bool = False


LOOK_UP = ToolDescription(
    name="search_history",
    description="Searches what was said before.",
    parameters={
        "type": "object",
        "properties": {"query": {"type": "string"}},
        "required": ["query"],
    },
)


QUESTION = ChatRequest(
    model="test-model",
    system="You remember.",
    messages=(ChatMessage(Role.USER, "What did I say about Zürich?"),),
    tools=(LOOK_UP,),
)
