"""Scripts in the words of chat completions."""

import json
from collections.abc import Iterator
from typing import Any

from app.contracts.model_provider import FinishReason
from tests.providers.scripts import Script

FINISH_WORDS = {
    FinishReason.STOP: "stop",
    FinishReason.LENGTH: "length",
    FinishReason.TOOL_CALLS: "tool_calls",
    FinishReason.FILTERED: "content_filter",
    FinishReason.UNKNOWN: "something_new",
}
MODELS = {"object": "list", "data": [{"id": "beta"}, {"id": "alpha", "context_length": 8192}]}
DONE = b"data: [DONE]\n\n"


def data(value: object) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"


def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return data({"id": "chatcmpl-1", "choices": [choice], "usage": None, **more})


def fragment(index: int, *, call_id: str | None = None, name: str | None = None, text: str = ""):
    function = {"arguments": text} | ({"name": name} if name else {})
    call: dict[str, Any] = {"index": index, "function": function}
    if call_id is not None:
        call |= {"id": call_id, "type": "function"}
    return chunk({"tool_calls": [call]})


def events(script: Script) -> Iterator[bytes]:
    yield chunk({"role": "assistant", "content": None})
    for thought in script.thinking:
        yield chunk({"reasoning_content": thought, "content": None})
    for text in script.texts:
        yield chunk({"content": text})
    for index, call in enumerate(script.calls):
        yield fragment(index, call_id=f"call_{index}", name=call.name)
        middle = len(call.arguments_json) // 2
        yield fragment(index, text=call.arguments_json[:middle])
        yield fragment(index, text=call.arguments_json[middle:])
    if script.breaks:
        return
    yield chunk({}, FINISH_WORDS[script.finish])
    if script.usage:
        counts = {
            "prompt_tokens": script.usage.input_tokens,
            "completion_tokens": script.usage.output_tokens,
        }
        yield data({"id": "chatcmpl-1", "choices": [], "usage": counts})
    yield DONE
