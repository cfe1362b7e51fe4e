"""What was sent to a model for one answer, to the letter, in parts a person can read (UX 5).

The system prompt is kept with the answer; the messages are the rows before it. The parts of the
system prompt, put one after the other, are that prompt: nothing is left out or made nicer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.chat.stored_conversation import as_chat_messages
from app.contracts.conversation import MessageStore
from app.contracts.model_provider import ChatMessage, Role
from app.contracts.sent_prompts import SentPromptStore
from app.memory.memory_section import LONG_TERM_HEADING, OPENING, RELEVANT_HEADING

INSTRUCTIONS = "Instructions"
LONG_TERM = "Long-term Memory"
RELEVANT = "Relevant Memories"
TOOLS = "Tools offered"
CONVERSATION = "Conversation"
_SPEAKERS = {Role.USER: "User", Role.ASSISTANT: "Assistant", Role.TOOL: "Tool"}


@dataclass(frozen=True, slots=True)
class SeenPart:
    title: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Seen:
    """`tokens` is what the model counted, or our estimate where it does not count."""

    model: str
    tokens: int
    is_estimate: bool
    parts: tuple[SeenPart, ...]

    @property
    def as_text(self) -> str:
        return "\n\n".join(f"# {part.title}\n\n{part.text.strip()}" for part in self.parts)


class WhatTheModelSaw:
    """Reads the disk: not for the UI thread."""

    def __init__(
        self, messages: MessageStore, prompts: SentPromptStore, estimate: Callable[[str], int]
    ) -> None:
        self._messages = messages
        self._prompts = prompts
        self._estimate = estimate

    def __call__(self, message_id: str) -> Seen | None:
        answer, prompt = self._messages.get(message_id), self._prompts.get(message_id)
        if answer is None or prompt is None:
            return None
        rows = self._messages.after(answer.session_id, prompt.after_sequence)
        sent = as_chat_messages([row for row in rows if row.sequence < answer.sequence])
        pieces = [*system_parts(prompt.system)]
        if prompt.tools:
            pieces.append((TOOLS, ", ".join(prompt.tools)))
        pieces.append((CONVERSATION, "\n\n".join(map(spoken, sent))))
        parts = tuple(SeenPart(title, text, self._estimate(text)) for title, text in pieces)
        counted = answer.usage.input_tokens if answer.usage else 0
        total = counted or sum(part.tokens for part in parts)
        return Seen(answer.model, total, not counted, parts)


def system_parts(system: str) -> Iterator[tuple[str, str]]:
    """Cut where the memory begins and where its second heading stands."""
    instructions, opening, memory = system.partition(OPENING)
    if instructions.strip():
        yield INSTRUCTIONS, instructions
    if not opening:
        return
    long_term, heading, relevant = memory.partition(RELEVANT_HEADING)
    if LONG_TERM_HEADING in long_term:
        yield LONG_TERM, opening + long_term
        if heading:
            yield RELEVANT, heading + relevant
    else:
        yield RELEVANT, opening + memory


def spoken(message: ChatMessage) -> str:
    """One message with who says it, its tool calls as they were made."""
    who = _SPEAKERS[message.role]
    if message.role is Role.TOOL:
        who = f"{who} {message.tool_name}" + (" (error)" if message.is_error else "")
    return "\n".join(_lines(who, message))


def _lines(who: str, message: ChatMessage) -> Sequence[str]:
    lines = [f"{who} (thinking): {block.text}" for block in message.thinking if block.text]
    if message.text or not message.tool_calls:
        lines.append(f"{who}: {message.text}")
    lines += [f"{who} calls {call.name} {call.arguments_json}" for call in message.tool_calls]
    return lines
