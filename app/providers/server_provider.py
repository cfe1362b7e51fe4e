"""What the providers that ask a server have in common: the connection, the dialects, the answers.

A subclass says its API in words: how a request is put, how a stream is read, how models are listed.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import ClassVar, Generic

from app.contracts.model_provider import (
    ChatRequest,
    Completion,
    ModelInfo,
    StreamEvent,
    StreamFailed,
)
from app.providers.answer_reading import StreamReader
from app.providers.answering import answer_events, completion_of
from app.providers.api_key import ApiKey
from app.providers.base_address import normalised
from app.providers.dialects import AdaptingPlan, SomeDialect
from app.providers.drafts import NewCallId, new_call_id
from app.providers.http_call import HttpCall, SecretHeader, Timeouts
from app.providers.http_exchange import HttpExchange
from app.providers.json_shapes import JsonObject, text_at
from app.providers.retries import RetryPolicy

_MOST_PAGES = 20


class ServerProvider(ABC, Generic[SomeDialect]):
    """`shows_thinking` asks for readable thoughts in a chat; background work never does."""

    default_address: ClassVar[str]
    default_path: ClassVar[str] = "/v1"

    def __init__(
        self,
        key: ApiKey,
        base_address: str = "",
        *,
        name: str = "",
        dialect: SomeDialect | None = None,
        shows_thinking: bool = True,
        timeouts: Timeouts | None = None,
        retries: RetryPolicy | None = None,
        make_id: NewCallId = new_call_id,
    ) -> None:
        address = base_address or self.default_address
        self._base = normalised(address, default_path=self.default_path)
        self._first_dialect = dialect or self._dialect_to_begin_with()
        self._dialects: dict[str, SomeDialect] = {}
        self._shows_thinking = shows_thinking
        self._make_id = make_id
        self._http = HttpExchange(
            name or self._name(), self._secret(key), timeouts=timeouts, retries=retries
        )

    def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        return self._answer(request, wants_thinking=self._shows_thinking)

    async def complete(self, request: ChatRequest) -> Completion:
        return await completion_of(self._answer(request, wants_thinking=False))

    @abstractmethod
    async def list_models(self) -> tuple[ModelInfo, ...]:
        """May raise ProviderError."""

    @abstractmethod
    def _name(self) -> str:
        """The server's name, for sentences."""

    @abstractmethod
    def _secret(self, key: ApiKey) -> SecretHeader | None:
        """The header in which this API wants its key."""

    @abstractmethod
    def _dialect_to_begin_with(self) -> SomeDialect: ...

    @abstractmethod
    def _call(
        self, request: ChatRequest, dialect: SomeDialect, *, wants_thinking: bool
    ) -> HttpCall: ...

    @abstractmethod
    def _reader(self) -> StreamReader: ...

    async def _answer(
        self, request: ChatRequest, *, wants_thinking: bool
    ) -> AsyncGenerator[StreamEvent, None]:
        """What a server turned out to take is remembered for its model once it has answered."""
        plan = AdaptingPlan(
            self._dialects.get(request.model, self._first_dialect),
            lambda dialect: self._call(request, dialect, wants_thinking=wants_thinking),
        )
        async with aclosing(answer_events(self._http, plan, self._reader)) as events:
            async for event in events:
                if not isinstance(event, StreamFailed):
                    self._dialects[request.model] = plan.dialect.lasting()
                yield event


async def all_pages(
    page_after: Callable[[str], Awaitable[JsonObject]], next_key: str
) -> list[JsonObject]:
    """The pages of a list, each named by the one before it under `next_key`."""
    pages: list[JsonObject] = []
    mark = ""
    while len(pages) < _MOST_PAGES:
        page = await page_after(mark)
        pages.append(page)
        mark = text_at(page, next_key)
        if not mark or page.get("has_more") is False:
            break
    return pages
