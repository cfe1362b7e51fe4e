"""Scripts in the words of the Messages API."""

import json
from collections.abc import Iterator
from typing import Any

from app.contracts.model_provider import FinishReason
from tests.providers.scripts import SaidCall, Script

FINISH_WORDS = {
    FinishReason.STOP: "end_turn",
    FinishReason.LENGTH: "max_tokens",
    FinishReason.TOOL_CALLS: "tool_use",
    FinishReason.FILTERED: "refusal",
    FinishReason.UNKNOWN: "something_new",
}
MODELS = {
    "data": [{"type": "model", "id": "alpha", "display_name": "Alpha"}],
    "has_more": False,
    "last_id": "alpha",
}


def event(kind: str, **fields: Any) -> bytes:
    body = json.dumps({"type": kind, **fields}, ensure_ascii=False)
    return f"event: {kind}\ndata: {body}\n\n".encode()


def start(input_tokens: int = 12) -> bytes:
    usage = {"input_tokens": input_tokens, "output_tokens": 1}
    return event("message_start", message={"id": "msg_1", "content": [], "usage": usage})


def block(index: int, content_block: dict[str, Any], *deltas: dict[str, Any]) -> Iterator[bytes]:
    yield event("content_block_start", index=index, content_block=content_block)
    for delta in deltas:
        yield event("content_block_delta", index=index, delta=delta)
    yield event("content_block_stop", index=index)


def stop(reason: str, output_tokens: int | None = 34) -> Iterator[bytes]:
    usage = {} if output_tokens is None else {"usage": {"output_tokens": output_tokens}}
    yield event("message_delta", delta={"stop_reason": reason, "stop_sequence": None}, **usage)
    yield event("message_stop")


def thinking(index: int, thoughts: tuple[str, ...], signature: str) -> Iterator[bytes]:
    yield from block(
        index,
        {"type": "thinking", "thinking": "", "signature": ""},
        *({"type": "thinking_delta", "thinking": thought} for thought in thoughts),
        {"type": "signature_delta", "signature": signature},
    )


def text(index: int, texts: tuple[str, ...]) -> Iterator[bytes]:
    deltas = ({"type": "text_delta", "text": piece} for piece in texts)
    yield from block(index, {"type": "text", "text": ""}, *deltas)


def call(index: int, said: SaidCall) -> Iterator[bytes]:
    middle = len(said.arguments_json) // 2
    yield from block(
        index,
        {"type": "tool_use", "id": f"toolu_{index}", "name": said.name, "input": {}},
        {"type": "input_json_delta", "partial_json": ""},
        {"type": "input_json_delta", "partial_json": said.arguments_json[:middle]},
        {"type": "input_json_delta", "partial_json": said.arguments_json[middle:]},
    )


def events(script: Script) -> Iterator[bytes]:
    index = 0
    if script.usage:
        yield start(script.usage.input_tokens)
    yield event("ping")
    if script.thinking:
        yield from thinking(index, script.thinking, "sig-1")
        index += 1
    if script.texts:
        yield from text(index, script.texts)
        index += 1
    for said in script.calls:
        yield from call(index, said)
        index += 1
    if not script.breaks:
        tokens = script.usage.output_tokens if script.usage else None
        yield from stop(FINISH_WORDS[script.finish], tokens)
