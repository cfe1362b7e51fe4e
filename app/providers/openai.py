"""OpenAI and every server that speaks its chat-completions API, told apart by base address only.

OpenRouter, Ollama, llama.cpp and LM Studio are reached through here.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from app.contracts.model_provider import ChatRequest, Completion, ModelInfo
from app.providers.api_key import ApiKey
from app.providers.base_address import host_of
from app.providers.http_call import HttpCall, SecretHeader
from app.providers.model_lists import openai_models
from app.providers.model_presets import OPENAI_BASE_ADDRESS, OPENROUTER_BASE_ADDRESS, with_presets
from app.providers.openai_request import OpenAIDialect, openai_body
from app.providers.openai_stream import OpenAIStreamReader
from app.providers.replay import THINKING_ROOM
from app.providers.server_provider import ServerProvider
from app.providers.think_tags import without_thoughts

_NAMES = {OPENAI_BASE_ADDRESS: "OpenAI", OPENROUTER_BASE_ADDRESS: "OpenRouter"}


class OpenAIProvider(ServerProvider[OpenAIDialect]):
    """`key_checks`: servers that list their models to anyone, with what asks for the key there."""

    default_address = OPENAI_BASE_ADDRESS
    key_checks: ClassVar[Mapping[str, str]] = {OPENROUTER_BASE_ADDRESS: "/key"}

    async def complete(self, request: ChatRequest) -> Completion:
        completion = await super().complete(request)
        return replace(completion, text=without_thoughts(completion.text))

    async def list_models(self) -> tuple[ModelInfo, ...]:
        if path := self.key_checks.get(self._base):
            await self._http.fetch_listing(HttpCall(self._base + path), "data")
        listing = await self._http.fetch_listing(HttpCall(f"{self._base}/models"), "data")
        return with_presets(openai_models(listing))

    def _name(self) -> str:
        return _NAMES.get(self._base, host_of(self._base))

    def _secret(self, key: ApiKey) -> SecretHeader | None:
        return SecretHeader("Authorization", key, "Bearer ") if key else None

    def _dialect_to_begin_with(self) -> OpenAIDialect:
        if self._base == OPENAI_BASE_ADDRESS:
            return OpenAIDialect()
        # Others know the older field (Ollama ignores the newer one without a word), and a model on
        # one's own machine is too slow to be given much more room than was asked for.
        return OpenAIDialect(limit_field="max_tokens", thinking_room=THINKING_ROOM // 2)

    def _call(
        self,
        request: ChatRequest,
        dialect: OpenAIDialect,
        *,
        wants_thinking: bool,  # noqa: ARG002 - these servers send their thoughts unasked
    ) -> HttpCall:
        return HttpCall(f"{self._base}/chat/completions", openai_body(request, dialect))

    def _reader(self) -> OpenAIStreamReader:
        return OpenAIStreamReader(self._http.who, self._make_id, self._http.clean)
