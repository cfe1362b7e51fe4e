"""The models a server offers, from the shapes in which servers list them.

Leaves out what cannot hold a conversation. A window nobody names stays unknown.
"""

from collections.abc import Iterable

from app.contracts.model_provider import ModelInfo
from app.providers.json_shapes import JsonObject, as_list, number_at, object_at, objects_at, text_at

_NO_CONVERSATION = (
    "embed", "whisper", "tts", "dall-e", "moderation", "-image", "image-", "imagen", "realtime",
    "transcribe", "audio", "sora", "veo-", "davinci", "babbage", "rerank", "computer-use",
)  # fmt: skip
_WINDOW_FIELDS = ("context_length", "max_model_len", "max_context_length", "context_window")


def openai_models(answer: JsonObject) -> tuple[ModelInfo, ...]:
    found = (_openai_model(entry) for entry in objects_at(answer, "data"))
    return _sorted_conversational(found)


def anthropic_models(answer: JsonObject) -> tuple[ModelInfo, ...]:
    return tuple(
        ModelInfo(
            id=text_at(entry, "id"),
            name=text_at(entry, "display_name") or text_at(entry, "id"),
            context_window=number_at(entry, "max_input_tokens") or None,
        )
        for entry in objects_at(answer, "data")
        if text_at(entry, "id")
    )


def gemini_models(answer: JsonObject) -> tuple[ModelInfo, ...]:
    return _sorted_conversational(
        ModelInfo(
            id=(identity := text_at(entry, "name").removeprefix("models/")),
            name=text_at(entry, "displayName") or identity,
            context_window=number_at(entry, "inputTokenLimit") or None,
        )
        for entry in objects_at(answer, "models")
        if "generateContent" in as_list(entry.get("supportedGenerationMethods"))
    )


def _openai_model(entry: JsonObject) -> ModelInfo:
    identity = text_at(entry, "id")
    windows = [number_at(entry, field) for field in _WINDOW_FIELDS]
    windows.append(number_at(object_at(entry, "meta"), "n_ctx_train"))  # llama.cpp
    return ModelInfo(
        id=identity,
        name=text_at(entry, "name") or identity,
        context_window=next((window for window in windows if window), None),
    )


def _sorted_conversational(models: Iterable[ModelInfo]) -> tuple[ModelInfo, ...]:
    kept = {
        model.id: model
        for model in models
        if model.id and not any(sign in model.id.lower() for sign in _NO_CONVERSATION)
    }
    return tuple(sorted(kept.values(), key=lambda model: model.id))
