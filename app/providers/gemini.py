"""Google's Gemini API, streamed, with tools and thoughts. The key travels in a header, never in
the address, where logs and proxies would see it.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from urllib.parse import quote

from app.contracts.model_provider import (
    ChatRequest,
    Completion,
    ModelInfo,
    StreamEvent,
    StreamFailed,
)
from app.providers.answering import answer_events, completion_of
from app.providers.api_key import ApiKey
from app.providers.base_address import normalised
from app.providers.dialects import AdaptingPlan
from app.providers.drafts import NewCallId, new_call_id
from app.providers.gemini_request import GeminiDialect, gemini_body
from app.providers.gemini_stream import GeminiStreamReader
from app.providers.http_call import HttpCall, SecretHeader, Timeouts
from app.providers.http_exchange import HttpExchange
from app.providers.json_shapes import JsonObject, text_at
from app.providers.model_lists import gemini_models
from app.providers.model_presets import GEMINI_BASE_ADDRESS, with_presets
from app.providers.retries import RetryPolicy

_MOST_PAGES = 20


class GeminiProvider:
    """`shows_thinking` asks for readable thoughts in a chat; background work never does."""

    def __init__(
        self,
        key: ApiKey,
        base_address: str = GEMINI_BASE_ADDRESS,
        *,
        name: str = "Gemini",
        shows_thinking: bool = True,
        timeouts: Timeouts | None = None,
        retries: RetryPolicy | None = None,
        make_id: NewCallId = new_call_id,
    ) -> None:
        self._base = normalised(base_address, default_path="/v1beta")
        self._dialects: dict[str, GeminiDialect] = {}
        self._shows_thinking = shows_thinking
        self._make_id = make_id
        self._http = HttpExchange(
            name, SecretHeader("x-goog-api-key", key), timeouts=timeouts, retries=retries
        )

    def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        return self._answer(request, wants_thinking=self._shows_thinking)

    async def complete(self, request: ChatRequest) -> Completion:
        return await completion_of(self._answer(request, wants_thinking=False))

    async def list_models(self) -> tuple[ModelInfo, ...]:
        models: list[ModelInfo] = []
        token = ""
        for _ in range(_MOST_PAGES):
            page = await self._page(token)
            models.extend(gemini_models(page))
            token = text_at(page, "nextPageToken")
            if not token:
                break
        return with_presets(models)

    async def _page(self, token: str) -> JsonObject:
        after = f"&pageToken={quote(token, safe='')}" if token else ""
        call = HttpCall(f"{self._base}/models?pageSize=1000{after}")
        return await self._http.fetch_listing(call, "models")

    async def _answer(
        self, request: ChatRequest, *, wants_thinking: bool
    ) -> AsyncGenerator[StreamEvent, None]:
        model = quote(request.model.removeprefix("models/"), safe="")
        url = f"{self._base}/models/{model}:streamGenerateContent?alt=sse"

        def say(dialect: GeminiDialect) -> HttpCall:
            return HttpCall(url, gemini_body(request, dialect, wants_thinking=wants_thinking))

        plan = AdaptingPlan(self._dialects.get(request.model, GeminiDialect()), say)
        async with aclosing(answer_events(self._http, plan, self._reader)) as events:
            async for event in events:
                if not isinstance(event, StreamFailed):
                    self._dialects[request.model] = plan.dialect.lasting()
                yield event

    def _reader(self) -> GeminiStreamReader:
        return GeminiStreamReader(self._http.who, self._make_id, self._http.clean)
