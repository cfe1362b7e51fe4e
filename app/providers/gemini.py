"""Google's Gemini API, streamed, with tools and thoughts. The key travels in a header, never in
the address, where logs and proxies would see it.
"""

from urllib.parse import quote

from app.contracts.model_provider import ChatRequest, ModelInfo
from app.providers.api_key import ApiKey
from app.providers.gemini_request import GeminiDialect, gemini_body
from app.providers.gemini_stream import GeminiStreamReader
from app.providers.http_call import HttpCall, SecretHeader
from app.providers.json_shapes import JsonObject
from app.providers.model_lists import gemini_models
from app.providers.model_presets import GEMINI_BASE_ADDRESS, with_presets
from app.providers.server_provider import ServerProvider, all_pages


class GeminiProvider(ServerProvider[GeminiDialect]):
    default_address = GEMINI_BASE_ADDRESS
    default_path = "/v1beta"

    async def list_models(self) -> tuple[ModelInfo, ...]:
        pages = await all_pages(self._page, "nextPageToken")
        return with_presets(model for page in pages for model in gemini_models(page))

    async def _page(self, token: str) -> JsonObject:
        after = f"&pageToken={quote(token, safe='')}" if token else ""
        call = HttpCall(f"{self._base}/models?pageSize=1000{after}")
        return await self._http.fetch_listing(call, "models")

    def _name(self) -> str:
        return "Gemini"

    def _secret(self, key: ApiKey) -> SecretHeader:
        return SecretHeader("x-goog-api-key", key)

    def _dialect_to_begin_with(self) -> GeminiDialect:
        return GeminiDialect()

    def _call(
        self, request: ChatRequest, dialect: GeminiDialect, *, wants_thinking: bool
    ) -> HttpCall:
        model = quote(request.model.removeprefix("models/"), safe="")
        url = f"{self._base}/models/{model}:streamGenerateContent?alt=sse"
        return HttpCall(url, gemini_body(request, dialect, wants_thinking=wants_thinking))

    def _reader(self) -> GeminiStreamReader:
        return GeminiStreamReader(self._http.who, self._make_id, self._http.clean)
