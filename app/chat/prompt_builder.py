"""Puts a request together: the agent's prompt, the memories, the conversation so far."""

from collections.abc import Sequence

from app.contracts.conversation import Message, MessageKind
from app.contracts.model_provider import ChatMessage, ChatRequest, Role

_ROLES = {MessageKind.USER: Role.USER, MessageKind.ASSISTANT: Role.ASSISTANT}


def build_request(
    model: str, agent_prompt: str, memory_section: str, conversation: Sequence[Message]
) -> ChatRequest:
    system = "\n\n".join(part for part in (agent_prompt, memory_section) if part)
    messages = tuple(
        ChatMessage(_ROLES[message.kind], message.text)
        for message in conversation
        if message.kind in _ROLES and message.text
    )
    return ChatRequest(model=model, system=system, messages=messages)
