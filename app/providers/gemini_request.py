"""A ChatRequest in the words of Gemini's generateContent.

Pure. A function response names the function and, where the server gave one, the id of its call;
signatures of thoughts go back on the part they came with.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from app.contracts.model_provider import ChatMessage, ChatRequest, Role, ToolCall, ToolDescription
from app.providers.drafts import OWN_CALL_ID_PREFIX
from app.providers.json_shapes import JsonObject
from app.providers.replay import arguments_object, in_one_voice, room_for_answer, tool_names

# Google's documented stand-in for calls that another model made or whose signature was not kept.
_NO_SIGNATURE = "skip_thought_signature_validator"
_EARLIER = "(Earlier messages were left out.)"


@dataclass(frozen=True, slots=True)
class GeminiDialect:
    """What this model takes. What is said about signatures holds for one request only."""

    shows_thinking: bool = True
    replays_signatures: bool = True
    fills_in_signatures: bool = False

    def adapted(self, complaint: str) -> Self | None:
        is_about_signature = "thought_signature" in complaint or "thought signature" in complaint
        if is_about_signature and not self.fills_in_signatures:
            return replace(self, fills_in_signatures=True)
        if is_about_signature and self.replays_signatures:
            return replace(self, replays_signatures=False)
        is_about_thinking = "thinking" in complaint or "include_thoughts" in complaint
        if is_about_thinking and self.shows_thinking:
            return replace(self, shows_thinking=False)
        return None

    def lasting(self) -> Self:
        return replace(self, replays_signatures=True, fills_in_signatures=False)


def gemini_body(
    request: ChatRequest, dialect: GeminiDialect, *, wants_thinking: bool
) -> JsonObject:
    body: JsonObject = {"contents": _contents(request, dialect)}
    if request.system.strip():
        body["systemInstruction"] = {"parts": [{"text": request.system}]}
    if request.tools:
        body["tools"] = [{"functionDeclarations": [_declared(tool) for tool in request.tools]}]
    configuration: JsonObject = {}
    if request.max_output_tokens is not None:
        configuration["maxOutputTokens"] = room_for_answer(request.max_output_tokens)
    if request.temperature is not None:
        configuration["temperature"] = request.temperature
    if wants_thinking and dialect.shows_thinking:
        configuration["thinkingConfig"] = {"includeThoughts": True}
    if configuration:
        body["generationConfig"] = configuration
    return body


def _declared(tool: ToolDescription) -> JsonObject:
    return {
        "name": tool.name,
        "description": tool.description,
        "parametersJsonSchema": dict(tool.parameters),
    }


def _contents(request: ChatRequest, dialect: GeminiDialect) -> list[JsonObject]:
    names = tool_names(request.messages)
    spoken = (
        (
            "model" if message.role is Role.ASSISTANT else "user",
            list(_parts(message, names, dialect)),
        )
        for message in request.messages
    )
    contents: list[JsonObject] = [
        {"role": role, "parts": parts} for role, parts in in_one_voice(spoken)
    ]
    if contents and contents[0]["role"] == "model":
        contents.insert(0, {"role": "user", "parts": [{"text": _EARLIER}]})
    return contents


def _parts(
    message: ChatMessage, names: Mapping[str, str], dialect: GeminiDialect
) -> Iterator[JsonObject]:
    if message.role is Role.TOOL:
        yield _function_response(message, names)
        return
    if message.text:
        yield {"text": message.text}
    for position, call in enumerate(message.tool_calls):
        yield _function_call(call, dialect, is_first=position == 0)


def _function_call(call: ToolCall, dialect: GeminiDialect, *, is_first: bool) -> JsonObject:
    part: JsonObject = {
        "functionCall": {"name": call.name, "args": arguments_object(call), **_id(call.id)}
    }
    signature = call.signature if dialect.replays_signatures else ""
    # Of parallel calls only the first has to carry one.
    if not signature and is_first and dialect.fills_in_signatures:
        signature = _NO_SIGNATURE
    if signature:
        part["thoughtSignature"] = signature
    return part


def _function_response(message: ChatMessage, names: Mapping[str, str]) -> JsonObject:
    name = message.tool_name or names.get(message.tool_call_id, "")
    outcome = "error" if message.is_error else "output"
    return {
        "functionResponse": {
            "name": name,
            "response": {outcome: message.text},
            **_id(message.tool_call_id),
        }
    }


def _id(call_id: str) -> JsonObject:
    """Ids we made up ourselves stay here: without one the server goes by name and order."""
    return {} if not call_id or call_id.startswith(OWN_CALL_ID_PREFIX) else {"id": call_id}
