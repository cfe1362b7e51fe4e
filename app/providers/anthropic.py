"""Anthropic's Messages API: Claude, streamed, with tools and thinking."""

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
from app.providers.anthropic_request import AnthropicDialect, anthropic_body
from app.providers.anthropic_stream import AnthropicStreamReader
from app.providers.api_key import ApiKey
from app.providers.base_address import normalised
from app.providers.dialects import AdaptingPlan
from app.providers.drafts import NewCallId, new_call_id
from app.providers.http_call import HttpCall, SecretHeader, Timeouts
from app.providers.http_exchange import HttpExchange
from app.providers.json_shapes import JsonObject, text_at
from app.providers.model_lists import anthropic_models
from app.providers.model_presets import ANTHROPIC_BASE_ADDRESS, with_presets
from app.providers.retries import RetryPolicy

_HEADERS = {"anthropic-version": "2023-06-01"}
_MOST_PAGES = 20


class AnthropicProvider:
    """`shows_thinking` asks for readable thoughts in a chat; background work never does."""

    def __init__(
        self,
        key: ApiKey,
        base_address: str = ANTHROPIC_BASE_ADDRESS,
        *,
        name: str = "Anthropic",
        shows_thinking: bool = True,
        timeouts: Timeouts | None = None,
        retries: RetryPolicy | None = None,
        make_id: NewCallId = new_call_id,
    ) -> None:
        self._base = normalised(base_address, default_path="/v1")
        self._dialects: dict[str, AnthropicDialect] = {}
        self._shows_thinking = shows_thinking
        self._make_id = make_id
        self._http = HttpExchange(
            name, SecretHeader("x-api-key", key), timeouts=timeouts, retries=retries
        )

    def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        return self._answer(request, wants_thinking=self._shows_thinking)

    async def complete(self, request: ChatRequest) -> Completion:
        return await completion_of(self._answer(request, wants_thinking=False))

    async def list_models(self) -> tuple[ModelInfo, ...]:
        models: list[ModelInfo] = []
        last_id = ""
        for _ in range(_MOST_PAGES):
            page = await self._page_after(last_id)
            models.extend(anthropic_models(page))
            last_id = text_at(page, "last_id")
            if page.get("has_more") is not True or not last_id:
                break
        return with_presets(models)

    async def _page_after(self, last_id: str) -> JsonObject:
        after = f"&after_id={quote(last_id, safe='')}" if last_id else ""
        call = HttpCall(f"{self._base}/models?limit=1000{after}", headers=_HEADERS)
        return await self._http.fetch_listing(call, "data")

    async def _answer(
        self, request: ChatRequest, *, wants_thinking: bool
    ) -> AsyncGenerator[StreamEvent, None]:
        url = f"{self._base}/messages"

        def say(dialect: AnthropicDialect) -> HttpCall:
            body = anthropic_body(request, dialect, wants_thinking=wants_thinking)
            return HttpCall(url, body, _HEADERS)

        plan = AdaptingPlan(self._dialects.get(request.model, AnthropicDialect()), say)
        async with aclosing(answer_events(self._http, plan, self._reader)) as events:
            async for event in events:
                if not isinstance(event, StreamFailed):
                    self._dialects[request.model] = plan.dialect.lasting()
                yield event

    def _reader(self) -> AnthropicStreamReader:
        return AnthropicStreamReader(self._http.who, self._make_id, self._http.clean)
