"""Puts a request together: system prompt with memories, the conversation so far, the tools."""

from collections.abc import Sequence

from app.chat.stored_conversation import as_chat_messages
from app.contracts.conversation import Message
from app.contracts.model_provider import ChatRequest, ToolDescription

MEMORY_SEARCH = "search_history"
"""Offered exactly where memory may be used: not in a private session, not with memory off."""


def build_request(
    model: str,
    system: str,
    conversation: Sequence[Message],
    tools: tuple[ToolDescription, ...] = (),
) -> ChatRequest:
    return ChatRequest(
        model,
        system,
        as_chat_messages(conversation),
        tools,
        may_use_memory=any(tool.name == MEMORY_SEARCH for tool in tools),
    )
