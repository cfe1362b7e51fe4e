"""A ChatRequest in the words of the Messages API.

Pure. Thinking goes back unchanged with its signature; results of parallel calls go back together;
the parts that stay the same from call to call come first and are marked for the cache.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from app.contracts.model_provider import (
    ChatMessage,
    ChatRequest,
    Role,
    ThinkingBlock,
    ToolDescription,
)
from app.providers.json_shapes import JsonObject
from app.providers.replay import arguments_object, in_one_voice, room_for_answer

DEFAULT_ROOM = 32_000
_CACHED: JsonObject = {"type": "ephemeral"}
_FORBIDDEN_IN_ID = re.compile(r"[^a-zA-Z0-9_-]")
_LIMIT_EXCEEDED = re.compile(r"max_tokens: \d+ > (\d{1,9})")
_EARLIER = "(Earlier messages were left out.)"


@dataclass(frozen=True, slots=True)
class AnthropicDialect:
    """What this model takes. `replays_thinking` is given up for one request only."""

    sends_temperature: bool = True
    shows_thinking: bool = True
    replays_thinking: bool = True
    largest_room: int | None = None

    def adapted(self, complaint: str) -> Self | None:
        if match := _LIMIT_EXCEEDED.search(complaint):
            limit = int(match.group(1))
            return replace(self, largest_room=limit) if self.largest_room != limit else None
        if "temperature" in complaint and self.sends_temperature:
            return replace(self, sends_temperature=False)
        is_about_blocks = "signature" in complaint or "thinking` block" in complaint
        if is_about_blocks and self.replays_thinking:
            # The blocks were made by another model, or for another conversation.
            return replace(self, replays_thinking=False)
        if "thinking" in complaint and self.shows_thinking:
            return replace(self, shows_thinking=False)
        return None

    def lasting(self) -> Self:
        return replace(self, replays_thinking=True)


def anthropic_body(
    request: ChatRequest, dialect: AnthropicDialect, *, wants_thinking: bool
) -> JsonObject:
    body: JsonObject = {
        "model": request.model,
        "max_tokens": _room(request, dialect),
        "stream": True,
        "messages": _messages(request, dialect),
    }
    if request.system.strip():
        body["system"] = [{"type": "text", "text": request.system, "cache_control": _CACHED}]
    if request.tools:
        body["tools"] = _tools(request.tools)
    if request.temperature is not None and dialect.sends_temperature:
        body["temperature"] = request.temperature
    if wants_thinking and dialect.shows_thinking:
        body["thinking"] = {"type": "adaptive", "display": "summarized"}
    return body


def _room(request: ChatRequest, dialect: AnthropicDialect) -> int:
    wanted = request.max_output_tokens
    room = DEFAULT_ROOM if wanted is None else room_for_answer(wanted)
    return room if dialect.largest_room is None else min(room, dialect.largest_room)


def _tools(tools: tuple[ToolDescription, ...]) -> list[JsonObject]:
    described: list[JsonObject] = [
        {
            "name": tool.name,
            "description": tool.description,
            "input_schema": dict(tool.parameters),
        }
        for tool in tools
    ]
    # The tools are the same in every call even when memories change the system prompt.
    described[-1]["cache_control"] = _CACHED
    return described


def _messages(request: ChatRequest, dialect: AnthropicDialect) -> list[JsonObject]:
    spoken = ((_role(message), list(_blocks(message, dialect))) for message in request.messages)
    messages: list[JsonObject] = [
        {"role": role, "content": blocks} for role, blocks in in_one_voice(spoken)
    ]
    if messages and messages[0]["role"] == "assistant":
        opening: JsonObject = {"role": "user", "content": [_text(_EARLIER)]}
        messages.insert(0, opening)
    return messages


def _role(message: ChatMessage) -> str:
    return "assistant" if message.role is Role.ASSISTANT else "user"


def _blocks(message: ChatMessage, dialect: AnthropicDialect) -> Iterator[JsonObject]:
    if message.role is Role.TOOL:
        yield _tool_result(message)
        return
    if message.role is Role.ASSISTANT and dialect.replays_thinking:
        yield from _thinking(message.thinking)
    if message.text.strip():  # the API refuses blank blocks
        yield _text(message.text)
    for call in message.tool_calls:
        yield {
            "type": "tool_use",
            "id": _accepted_id(call.id),
            "name": call.name,
            "input": arguments_object(call),
        }


def _thinking(blocks: tuple[ThinkingBlock, ...]) -> Iterator[JsonObject]:
    for block in blocks:
        if block.is_redacted:
            yield {"type": "redacted_thinking", "data": block.signature}
        elif block.signature:  # without one it came from another API and would be refused
            yield {"type": "thinking", "thinking": block.text, "signature": block.signature}


def _tool_result(message: ChatMessage) -> JsonObject:
    result: JsonObject = {
        "type": "tool_result",
        "tool_use_id": _accepted_id(message.tool_call_id),
        "content": message.text,
    }
    if message.is_error:
        result["is_error"] = True
    return result


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}


def _accepted_id(call_id: str) -> str:
    """Ids of other APIs may hold characters this one refuses."""
    return _FORBIDDEN_IN_ID.sub("_", call_id) or "_"
