"""One request as the on-device assistant sees it: what was said, what its tools answered."""

import re
from dataclasses import dataclass

from app.contracts.model_provider import ChatMessage, ChatRequest, Role, ToolCall

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BULLET = re.compile(r"[-*+]\s+(?P<text>\S.*)")
_HEADING = re.compile(r"#{2,6}\s+(?P<title>\S.*)")
_LONG_TERM = "long-term memory"
_OTHER_SECTION = "relevant memories"


@dataclass(frozen=True, slots=True)
class ToolExchange:
    """A call of this turn and its answer."""

    call: ToolCall
    answer: ChatMessage


@dataclass(frozen=True, slots=True)
class Turn:
    """`said_before` is oldest first; `answered_before` is the last answer, empty at the start."""

    said: str
    said_before: tuple[str, ...]
    answered_before: str
    has_answered: bool
    earlier_answers: str
    exchanges: tuple[ToolExchange, ...]
    tools: frozenset[str]
    can_pin: bool
    known: tuple[str, ...]

    @property
    def last_said(self) -> str:
        return self.said_before[-1] if self.said_before else ""

    def has_tool(self, name: str) -> bool:
        return name in self.tools


def read_turn(request: ChatRequest) -> Turn:
    messages = request.messages
    last = max((n for n, m in enumerate(messages) if m.role is Role.USER), default=-1)
    before = messages[: max(last, 0)]
    answers = [m.text for m in before if m.role is Role.ASSISTANT and m.text.strip()]
    said_before = [m.text for m in before if m.role is Role.USER and m.text.strip()]
    return Turn(
        said=messages[last].text if last >= 0 else "",
        said_before=tuple(said_before),
        answered_before=answers[-1] if answers else "",
        has_answered=bool(answers),
        earlier_answers="\n".join(answers),
        exchanges=_exchanges(messages[last + 1 :]),
        tools=frozenset(tool.name for tool in request.tools),
        can_pin=any(
            tool.name == "save_memory" and "pinned" in str(tool.parameters.get("properties", ""))
            for tool in request.tools
        ),
        known=long_term_entries(request.system),
    )


def long_term_entries(system: str) -> tuple[str, ...]:
    """The entries of long-term memory that were put into the prompt, as they stand there."""
    entries: list[str] = []
    is_inside = False
    for line in _COMMENT.sub("", system).splitlines():
        stripped = line.strip()
        if heading := _HEADING.match(stripped):
            title = heading["title"].strip().lower()
            is_inside = title == _LONG_TERM or (is_inside and title != _OTHER_SECTION)
        elif is_inside and entries and line.startswith("  "):
            entries[-1] += f"\n{line[2:]}"  # an entry of several lines
        elif is_inside and (bullet := _BULLET.match(stripped)):
            entries.append(bullet["text"].strip())
    return tuple(entries)


def _exchanges(messages: tuple[ChatMessage, ...]) -> tuple[ToolExchange, ...]:
    calls = {call.id: call for message in messages for call in message.tool_calls}
    return tuple(
        ToolExchange(calls[message.tool_call_id], message)
        for message in messages
        if message.role is Role.TOOL and message.tool_call_id in calls
    )
