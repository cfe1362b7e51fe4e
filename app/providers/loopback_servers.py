"""Finds model servers that already run on this device: Ollama, LM Studio, llama.cpp.

Looks at loopback only and sends no key; a port that answers in another way is left alone.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from app.contracts.model_provider import ModelInfo
from app.providers.failure import Failure
from app.providers.http_call import HttpCall, Timeouts
from app.providers.http_exchange import HttpExchange
from app.providers.json_shapes import (
    JsonObject,
    NotJson,
    as_object,
    number_at,
    object_at,
    objects_at,
    text_at,
)
from app.providers.loopback_ports import LoopbackPorts
from app.providers.model_lists import openai_models
from app.providers.retries import NO_RETRIES

_LOOPBACK = "127.0.0.1"
_SHORT = Timeouts(connect=0.5, read=1.5)


class ServerKind(StrEnum):
    OLLAMA = "Ollama"
    LM_STUDIO = "LM Studio"
    LLAMA_CPP = "llama.cpp"


@dataclass(frozen=True, slots=True)
class LoopbackServer:
    kind: ServerKind
    base_address: str
    models: tuple[ModelInfo, ...] = field(default=())


async def find_loopback_servers(
    ports: LoopbackPorts | None = None, *, timeouts: Timeouts = _SHORT
) -> tuple[LoopbackServer, ...]:
    ports = ports or LoopbackPorts()
    found = await asyncio.gather(
        _look(ServerKind.OLLAMA, ports.ollama, "/api/tags", _ollama_models, timeouts),
        _look(ServerKind.LM_STUDIO, ports.lm_studio, "/api/v0/models", _lm_studio_models, timeouts),
        _look_for_llama_cpp(ports.llama_cpp, timeouts),
    )
    return tuple(server for server in found if server is not None)


async def _look(
    kind: ServerKind,
    port: int,
    path: str,
    models_in: Callable[[JsonObject], tuple[ModelInfo, ...] | None],
    timeouts: Timeouts,
) -> LoopbackServer | None:
    answer = await _fetch(kind, port, path, timeouts)
    models = None if isinstance(answer, NotJson) else models_in(answer)
    return None if models is None else LoopbackServer(kind, _base_address(port), models)


async def _look_for_llama_cpp(port: int, timeouts: Timeouts) -> LoopbackServer | None:
    """Port 8080 is everyone's: it must list models as a model server does.

    Its own server also tells its real window in `/props`; llama-cpp-python's does not.
    """
    kind = ServerKind.LLAMA_CPP
    answer = await _fetch(kind, port, "/v1/models", timeouts)
    if isinstance(answer, NotJson) or not _lists_models(answer):
        return None
    properties = await _fetch(kind, port, "/props", timeouts)
    known = {} if isinstance(properties, NotJson) else properties
    window = number_at(object_at(known, "default_generation_settings"), "n_ctx")
    models = tuple(
        ModelInfo(model.id, _file_stem(model.name), window or model.context_window)
        for model in openai_models(answer)
    )
    return LoopbackServer(kind, _base_address(port), models)


def _lists_models(answer: JsonObject) -> bool:
    listed = objects_at(answer, "data")
    return bool(listed) and all(
        text_at(entry, "id") and text_at(entry, "object") == "model" for entry in listed
    )


def _file_stem(name: str) -> str:
    """llama.cpp names a model after its file, with the whole path."""
    return name.replace("\\", "/").rpartition("/")[2].removesuffix(".gguf") or name


async def _fetch(
    kind: ServerKind, port: int, path: str, timeouts: Timeouts
) -> JsonObject | NotJson:
    exchange = HttpExchange(kind.value, timeouts=timeouts, retries=NO_RETRIES)
    outcome = await exchange.fetch(HttpCall(f"http://{_LOOPBACK}:{port}{path}"))
    return NotJson() if isinstance(outcome, Failure) else as_object(outcome.value)


def _base_address(port: int) -> str:
    return f"http://{_LOOPBACK}:{port}/v1"


def _ollama_models(answer: JsonObject) -> tuple[ModelInfo, ...] | None:
    if not isinstance(answer.get("models"), list):
        return None
    names = (text_at(entry, "name") for entry in objects_at(answer, "models"))
    return tuple(ModelInfo(name, name) for name in names if name and "embed" not in name)


def _lm_studio_models(answer: JsonObject) -> tuple[ModelInfo, ...] | None:
    if not isinstance(answer.get("data"), list):
        return None
    return openai_models(
        {"data": [entry for entry in objects_at(answer, "data") if _can_chat(entry)]}
    )


def _can_chat(entry: JsonObject) -> bool:
    return text_at(entry, "type") in ("", "llm", "vlm")
