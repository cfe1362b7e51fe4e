"""Scripts in the words of streamGenerateContent."""

import json
from collections.abc import Iterator
from typing import Any

from app.contracts.model_provider import FinishReason
from tests.providers.scripts import Script

FINISH_WORDS = {
    FinishReason.STOP: "STOP",
    FinishReason.LENGTH: "MAX_TOKENS",
    FinishReason.TOOL_CALLS: "STOP",
    FinishReason.FILTERED: "SAFETY",
    FinishReason.UNKNOWN: "OTHER",
}
MODELS = {
    "models": [
        {
            "name": "models/alpha",
            "displayName": "Alpha",
            "inputTokenLimit": 4096,
            "supportedGenerationMethods": ["generateContent"],
        }
    ]
}


def data(value: object) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\r\n\r\n"


def chunk(*parts: dict[str, Any], finish: str | None = None, **more: Any) -> bytes:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": list(parts)}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    return data({"candidates": [candidate], **more})


def events(script: Script) -> Iterator[bytes]:
    usage: dict[str, Any] = {}
    if script.usage:
        counts = {
            "promptTokenCount": script.usage.input_tokens,
            "candidatesTokenCount": script.usage.output_tokens - 4,
            "thoughtsTokenCount": 4,
        }
        usage = {"usageMetadata": counts}
        yield chunk({"text": ""}, usageMetadata={"promptTokenCount": script.usage.input_tokens})
    for thought in script.thinking:
        yield chunk({"text": thought, "thought": True})
    for text in script.texts:
        yield chunk({"text": text})
    for said in script.calls:
        call = {"name": said.name, "args": json.loads(said.arguments_json)}
        yield chunk({"functionCall": call, "thoughtSignature": "sig-1"})
    if not script.breaks:
        yield chunk({"text": ""}, finish=FINISH_WORDS[script.finish], **usage)
