"""Vendors and models a person can pick before a server was asked (names as of November 2026).

A list only helps to begin; a refreshed one is merged so that nothing chosen is ever lost.
Left out on purpose: models that refuse tools over the API used here (gpt-6-astra, gpt-6.1-sol,
gpt-6.2-sol); picked from the server's own list they are asked without tools.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from app.contracts.model_provider import ModelInfo

OPENAI_BASE_ADDRESS = "https://api.openai.com/v1"
OPENROUTER_BASE_ADDRESS = "https://openrouter.ai/api/v1"
ANTHROPIC_BASE_ADDRESS = "https://api.anthropic.com/v1"
GEMINI_BASE_ADDRESS = "https://generativelanguage.googleapis.com/v1beta"


class Api(StrEnum):
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"


@dataclass(frozen=True, slots=True)
class VendorPreset:
    name: str
    api: Api
    base_address: str
    needs_key: bool
    models: tuple[ModelInfo, ...] = ()


OPENAI_MODELS = (
    ModelInfo("gpt-6-sol", "GPT-6 Sol", 1_050_000),
    ModelInfo("gpt-6.1-terra", "GPT-6.1 Terra", 1_050_000),
    ModelInfo("gpt-6-luna", "GPT-6 Luna", 1_050_000),
    ModelInfo("gpt-5.6-sol", "GPT-5.6 Sol", 1_050_000),
    ModelInfo("gpt-5.6-terra", "GPT-5.6 Terra", 1_050_000),
    ModelInfo("gpt-5.6-luna", "GPT-5.6 Luna", 1_050_000),
)
ANTHROPIC_MODELS = (
    ModelInfo("claude-opus-5-5", "Claude Opus 5.5", 1_000_000),
    ModelInfo("claude-sonnet-5-5", "Claude Sonnet 5.5", 1_000_000),
    ModelInfo("claude-haiku-5-5", "Claude Haiku 5.5", 1_000_000),
    ModelInfo("claude-fable-5-1", "Claude Fable 5.1", 1_000_000),
    ModelInfo("claude-haiku-4-5", "Claude Haiku 4.5", 200_000),
)
GEMINI_MODELS = (
    ModelInfo("gemini-4-argon", "Gemini 4 Argon", 1_048_576),
    ModelInfo("gemini-3.8-flash", "Gemini 3.8 Flash", 1_048_576),
    ModelInfo("gemini-3.1-pro-preview", "Gemini 3.1 Pro", 1_048_576),
)
VENDORS = (
    VendorPreset("Anthropic", Api.ANTHROPIC, ANTHROPIC_BASE_ADDRESS, True, ANTHROPIC_MODELS),
    VendorPreset("OpenAI", Api.OPENAI, OPENAI_BASE_ADDRESS, True, OPENAI_MODELS),
    VendorPreset("Google Gemini", Api.GEMINI, GEMINI_BASE_ADDRESS, True, GEMINI_MODELS),
    VendorPreset("OpenRouter", Api.OPENAI, OPENROUTER_BASE_ADDRESS, True),
    VendorPreset("Ollama", Api.OPENAI, "http://127.0.0.1:11434/v1", False),
    VendorPreset("LM Studio", Api.OPENAI, "http://127.0.0.1:1234/v1", False),
    VendorPreset("llama.cpp", Api.OPENAI, "http://127.0.0.1:8080/v1", False),
)
_KNOWN = {model.id: model for model in (*OPENAI_MODELS, *ANTHROPIC_MODELS, *GEMINI_MODELS)}


def with_presets(models: Iterable[ModelInfo]) -> tuple[ModelInfo, ...]:
    """The same models, with the name and window we know where the server named none."""
    return tuple(_filled(model, _KNOWN.get(model.id)) for model in models)


def refreshed(
    before: Iterable[ModelInfo], fetched: Iterable[ModelInfo], kept_ids: Collection[str]
) -> tuple[ModelInfo, ...]:
    """The fetched list, with windows it no longer names and with every chosen model kept."""
    known = {model.id: model for model in before}
    merged = [_filled(model, known.get(model.id)) for model in fetched]
    missing = {*kept_ids} - {model.id for model in merged}
    kept = [known.get(identity, ModelInfo(identity, identity)) for identity in sorted(missing)]
    return (*merged, *kept)


def _filled(model: ModelInfo, known: ModelInfo | None) -> ModelInfo:
    if known is None:
        return model
    return replace(
        model,
        name=known.name if model.name == model.id else model.name,
        context_window=model.context_window or known.context_window,
    )
