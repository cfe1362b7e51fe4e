"""Anthropic's Messages API: Claude, streamed, with tools and thinking."""

from urllib.parse import quote

from app.contracts.model_provider import ChatRequest, ModelInfo
from app.providers.anthropic_request import AnthropicDialect, anthropic_body
from app.providers.anthropic_stream import AnthropicStreamReader
from app.providers.api_key import ApiKey
from app.providers.http_call import HttpCall, SecretHeader
from app.providers.json_shapes import JsonObject
from app.providers.model_lists import anthropic_models
from app.providers.model_presets import ANTHROPIC_BASE_ADDRESS, with_presets
from app.providers.server_provider import ServerProvider, all_pages

_HEADERS = {"anthropic-version": "2023-06-01"}


class AnthropicProvider(ServerProvider[AnthropicDialect]):
    default_address = ANTHROPIC_BASE_ADDRESS

    async def list_models(self) -> tuple[ModelInfo, ...]:
        pages = await all_pages(self._page_after, "last_id")
        return with_presets(model for page in pages for model in anthropic_models(page))

    async def _page_after(self, last_id: str) -> JsonObject:
        after = f"&after_id={quote(last_id, safe='')}" if last_id else ""
        call = HttpCall(f"{self._base}/models?limit=1000{after}", headers=_HEADERS)
        return await self._http.fetch_listing(call, "data")

    def _name(self) -> str:
        return "Anthropic"

    def _secret(self, key: ApiKey) -> SecretHeader:
        return SecretHeader("x-api-key", key)

    def _dialect_to_begin_with(self) -> AnthropicDialect:
        return AnthropicDialect()

    def _call(
        self, request: ChatRequest, dialect: AnthropicDialect, *, wants_thinking: bool
    ) -> HttpCall:
        body = anthropic_body(request, dialect, wants_thinking=wants_thinking)
        return HttpCall(f"{self._base}/messages", body, _HEADERS)

    def _reader(self) -> AnthropicStreamReader:
        return AnthropicStreamReader(self._http.who, self._make_id, self._http.clean)
