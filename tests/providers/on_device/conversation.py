"""A person, the on-device provider and long-term memory on disk, joined by a small tool loop."""

import json
from dataclasses import dataclass, field
from typing import cast

from app.contracts.model_provider import (
    ChatMessage,
    ChatRequest,
    Finished,
    FinishReason,
    Role,
    TextDelta,
    ToolCall,
    ToolCallEnded,
    ToolDescription,
)
from app.memory.long_term_memory import LongTermMemory
from app.memory.long_term_outcomes import Deleted, Duplicate, NotFound, Saved, Updated
from app.providers.on_device import OnDeviceProvider

_PARAMETERS = {
    "save_memory": ("content", "category", "pinned"),
    "update_memory": ("old_text", "new_text"),
    "search_history": ("query", "scope", "date_from", "date_to", "max_results"),
}
ALL_TOOLS = tuple(
    ToolDescription(
        name, name, {"type": "object", "properties": {each: {"type": "string"} for each in names}}
    )
    for name, names in _PARAMETERS.items()
)


@dataclass
class Conversation:
    """`history` is what `search_history` answers."""

    provider: OnDeviceProvider
    memory: LongTermMemory
    tools: tuple[ToolDescription, ...] = ALL_TOOLS
    system: str = ""
    history: str = "Nothing was found. Other words or a wider scope may help."
    messages: list[ChatMessage] = field(default_factory=list[ChatMessage])
    calls: list[ToolCall] = field(default_factory=list[ToolCall])

    async def say(self, text: str) -> str:
        self.messages.append(ChatMessage(Role.USER, text))
        for _ in range(3):
            answer, calls = await self._stream()
            self.messages.append(ChatMessage(Role.ASSISTANT, answer, tool_calls=calls))
            if not calls:
                return answer
            self.calls += calls
            self.messages += [self._run(call) for call in calls]
        raise AssertionError("the assistant keeps calling tools")

    async def _stream(self) -> tuple[str, tuple[ToolCall, ...]]:
        request = ChatRequest("on_device", self.system, tuple(self.messages), self.tools)
        events = [event async for event in self.provider.stream(request)]
        text = "".join(event.text for event in events if isinstance(event, TextDelta))
        calls = tuple(event.call for event in events if isinstance(event, ToolCallEnded))
        reason = FinishReason.TOOL_CALLS if calls else FinishReason.STOP
        assert events[-1] == Finished(reason)
        return text, calls

    def _run(self, call: ToolCall) -> ChatMessage:
        arguments = cast("dict[str, str]", json.loads(call.arguments_json))
        text = self._result(call.name, arguments)
        is_error = text.split(":")[0] in {"duplicate_detected", "not_found", "save_failed"}
        return ChatMessage(
            Role.TOOL, text, tool_call_id=call.id, tool_name=call.name, is_error=is_error
        )

    def _result(self, name: str, arguments: dict[str, str]) -> str:
        if name == "search_history":
            return self.history
        if name == "save_memory":
            match self.memory.save(arguments["content"], arguments["category"]):
                case Saved(section=section):
                    return f"Saved under {section}."
                case Duplicate(existing=existing):
                    return f"duplicate_detected: Memory says so already: {existing}"
                case rejected:
                    return f"save_failed: {rejected}"
        match self.memory.update(arguments["old_text"], arguments["new_text"]):
            case Updated() | Deleted():
                return "Done."
            case NotFound():
                return "not_found: No entry has exactly this text."
            case other:
                return f"update_failed: {other}"
