"""A ChatRequest in the words of the chat-completions API, in the dialect a server understands.

Pure. A dialect starts with what the standard says and gives up single fields when a server
refuses them; it is never guessed from a model's name.
"""

from dataclasses import dataclass, replace
from typing import Literal, Self

from app.contracts.model_provider import ChatMessage, ChatRequest, Role, ToolCall, ToolDescription
from app.providers.json_shapes import JsonObject, written
from app.providers.replay import (
    THINKING_ROOM,
    arguments_object,
    questions_joined,
    room_for_answer,
    start_of_turn,
)

TokenLimitField = Literal["max_completion_tokens", "max_tokens"]
_NO_TOOLS = ("does not support tools", "support tool use")  # Ollama, OpenRouter
_WORDS_FOR_UNKNOWN = (
    "unsupported",
    "not supported",
    "unrecognized",
    "unknown",
    "not permitted",
    "extra",
    "instead",
    "unexpected",
    "not allowed",
)


@dataclass(frozen=True, slots=True)
class OpenAIDialect:
    """What this server takes for this model."""

    limit_field: TokenLimitField | None = "max_completion_tokens"
    has_swapped_field: bool = False
    thinking_room: int = THINKING_ROOM
    asks_for_usage: bool = True
    sends_temperature: bool = True
    sends_tools: bool = True
    turns_reasoning_off: bool = False
    replays_thinking: bool = True

    def adapted(self, complaint: str) -> Self | None:
        """The dialect without what the complaint (in lower case) is about; None: no idea."""
        if "stream_options" in complaint and self.asks_for_usage:
            return replace(self, asks_for_usage=False)
        if "reasoning_effort" in complaint:
            # OpenAI's newer models take tools here only when they need not reason.
            return self._without_reasoning()
        if "temperature" in complaint and self.sends_temperature:
            return replace(self, sends_temperature=False)
        if any(words in complaint for words in _NO_TOOLS) and self.sends_tools:
            return replace(self, sends_tools=False)
        if "reasoning_content" in complaint and self.replays_thinking:
            return replace(self, replays_thinking=False)
        return self._with_other_limit(complaint)

    def lasting(self) -> Self:
        return self

    def _without_reasoning(self) -> Self | None:
        if not self.turns_reasoning_off:
            return replace(self, turns_reasoning_off=True)
        # One that cannot help reasoning takes no tools at all here; it can still talk.
        return replace(self, sends_tools=False) if self.sends_tools else None

    def _with_other_limit(self, complaint: str) -> Self | None:
        is_about_limit = "max_tokens" in complaint or "max_completion_tokens" in complaint
        if not is_about_limit and "in the completion" not in complaint:
            return None
        if not any(word in complaint for word in _WORDS_FOR_UNKNOWN):
            return replace(self, thinking_room=0) if self.thinking_room else None
        if self.limit_field is None:
            return None
        if self.has_swapped_field:
            return replace(self, limit_field=None)
        other: TokenLimitField = (
            "max_tokens" if self.limit_field == "max_completion_tokens" else "max_completion_tokens"
        )
        return replace(self, limit_field=other, has_swapped_field=True)


def openai_body(request: ChatRequest, dialect: OpenAIDialect) -> JsonObject:
    body: JsonObject = {
        "model": request.model,
        "messages": _messages(request, dialect),
        "stream": True,
    }
    if dialect.asks_for_usage:
        body["stream_options"] = {"include_usage": True}
    if request.max_output_tokens is not None and dialect.limit_field is not None:
        limit = room_for_answer(request.max_output_tokens, dialect.thinking_room)
        body[dialect.limit_field] = limit
    if request.temperature is not None and dialect.sends_temperature:
        body["temperature"] = request.temperature
    if request.tools and dialect.sends_tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
        if dialect.turns_reasoning_off:
            body["reasoning_effort"] = "none"
    return body


def _messages(request: ChatRequest, dialect: OpenAIDialect) -> list[JsonObject]:
    messages: list[JsonObject] = []
    if request.system.strip():
        messages.append({"role": "system", "content": request.system})
    spoken = tuple(questions_joined(request.messages))
    turn = start_of_turn(spoken)
    for position, message in enumerate(spoken):
        with_thinking = dialect.replays_thinking and position >= turn
        messages.append(_message(message, with_thinking=with_thinking))
    return messages


def _message(message: ChatMessage, *, with_thinking: bool) -> JsonObject:
    match message.role:
        case Role.USER:
            return {"role": "user", "content": message.text}
        case Role.TOOL:
            return {
                "role": "tool",
                "tool_call_id": message.tool_call_id,
                "content": message.text,
            }
        case Role.ASSISTANT:
            return _assistant(message, with_thinking=with_thinking)


def _assistant(message: ChatMessage, *, with_thinking: bool) -> JsonObject:
    # "" and not null beside tool calls: the templates of local models print null as a word.
    answer: JsonObject = {"role": "assistant", "content": message.text}
    if not message.tool_calls:
        return answer
    answer["tool_calls"] = [_tool_call(call) for call in message.tool_calls]
    # Open reasoning models demand their thoughts back within a turn; signed ones are not theirs.
    thoughts = [block.text for block in message.thinking if not block.signature and block.text]
    if with_thinking and thoughts:
        answer["reasoning_content"] = "".join(thoughts)
    return answer


def _tool_call(call: ToolCall) -> JsonObject:
    arguments = arguments_object(call)
    is_kept = "malformed_arguments" not in arguments and call.arguments_json.strip()
    return {
        "id": call.id,
        "type": "function",
        "function": {
            "name": call.name,
            "arguments": call.arguments_json if is_kept else written(arguments),
        },
    }


def _tool(tool: ToolDescription) -> JsonObject:
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
        },
    }
