"""OpenAI and every server that speaks its chat-completions API, told apart by base address only.

OpenRouter, Ollama, llama.cpp and LM Studio are reached through here.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from app.contracts.model_provider import (
    ChatRequest,
    Completion,
    ModelInfo,
    StreamEvent,
    StreamFailed,
)
from app.providers.answering import answer_events, completion_of
from app.providers.api_key import ApiKey
from app.providers.base_address import host_of, normalised
from app.providers.dialects import AdaptingPlan
from app.providers.drafts import NewCallId, new_call_id
from app.providers.http_call import HttpCall, SecretHeader, Timeouts
from app.providers.http_exchange import HttpExchange
from app.providers.model_lists import openai_models
from app.providers.model_presets import OPENAI_BASE_ADDRESS, OPENROUTER_BASE_ADDRESS, with_presets
from app.providers.openai_request import OpenAIDialect, openai_body
from app.providers.openai_stream import OpenAIStreamReader
from app.providers.replay import THINKING_ROOM
from app.providers.retries import RetryPolicy


class OpenAIProvider:
    """`key_check_path` is for servers that list their models to anyone: it asks for the key."""

    def __init__(
        self,
        key: ApiKey,
        base_address: str = OPENAI_BASE_ADDRESS,
        *,
        name: str = "",
        dialect: OpenAIDialect | None = None,
        key_check_path: str | None = None,
        timeouts: Timeouts | None = None,
        retries: RetryPolicy | None = None,
        make_id: NewCallId = new_call_id,
    ) -> None:
        self._base = normalised(base_address, default_path="/v1")
        self._dialect = dialect or _first_dialect(self._base)
        self._dialects: dict[str, OpenAIDialect] = {}
        self._key_check_path = _key_check(self._base) if key_check_path is None else key_check_path
        self._make_id = make_id
        self._http = HttpExchange(
            name or _name_of(self._base),
            SecretHeader("Authorization", key, "Bearer ") if key else None,
            timeouts=timeouts,
            retries=retries,
        )

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        url = f"{self._base}/chat/completions"
        plan = AdaptingPlan(
            self._dialects.get(request.model, self._dialect),
            lambda dialect: HttpCall(url, openai_body(request, dialect)),
        )
        async with aclosing(answer_events(self._http, plan, self._reader)) as events:
            async for event in events:
                if not isinstance(event, StreamFailed):
                    self._dialects[request.model] = plan.dialect
                yield event

    async def complete(self, request: ChatRequest) -> Completion:
        return await completion_of(self.stream(request))

    async def list_models(self) -> tuple[ModelInfo, ...]:
        if self._key_check_path:
            await self._http.fetch_listing(HttpCall(self._base + self._key_check_path), "data")
        listing = await self._http.fetch_listing(HttpCall(f"{self._base}/models"), "data")
        return with_presets(openai_models(listing))

    def _reader(self) -> OpenAIStreamReader:
        return OpenAIStreamReader(self._http.who, self._make_id, self._http.clean)


def _first_dialect(base: str) -> OpenAIDialect:
    if base == OPENAI_BASE_ADDRESS:
        return OpenAIDialect()
    # Others know the older field (Ollama ignores the newer one without a word), and a model on
    # one's own machine is too slow to be given much more room than was asked for.
    return OpenAIDialect(limit_field="max_tokens", thinking_room=THINKING_ROOM // 2)


def _key_check(base: str) -> str:
    return "/key" if base == OPENROUTER_BASE_ADDRESS else ""


def _name_of(base: str) -> str:
    names = {OPENAI_BASE_ADDRESS: "OpenAI", OPENROUTER_BASE_ADDRESS: "OpenRouter"}
    return names.get(base, host_of(base))
