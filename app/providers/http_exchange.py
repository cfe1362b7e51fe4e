"""One server, spoken to over HTTP: sends a call, hands out the answer's bytes or a Failure.

The only place that holds the key while a request is made. Never follows a redirect (the key
would travel with it), never reads more than it was told to, never raises for what a server does.
"""

import ssl
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from functools import cache

import httpx

from app.contracts.errors import AuthenticationFailed
from app.providers.base_address import is_loopback, is_usable
from app.providers.complaints import Complaint, complaint_in_body
from app.providers.failure import Failure, broken
from app.providers.http_call import AnswerBegan, Document, HttpCall, SecretHeader, Timeouts
from app.providers.http_errors import ErrorAnswer, failure_for
from app.providers.json_shapes import JsonObject, NotJson, as_object, decoded, written
from app.providers.retries import RetryPolicy, retry_after
from app.providers.split_characters import whole_characters
from app.providers.transport_errors import (
    TransportProblem,
    failure_of_address,
    failure_of_transport,
)

_OK = 200
_SHORTEST_REAL_KEY = 12
_LONGEST_ERROR_BODY = 64 * 1024
_LONGEST_DOCUMENT = 16 * 1024 * 1024


@cache
def _trusted_certificates() -> ssl.SSLContext:
    """Read once: it takes longer than a handshake, and every call needs it."""
    return httpx.create_ssl_context()


class HttpExchange:
    """A client is made for each call, so a provider may be used from any event loop, in turn."""

    def __init__(
        self,
        who: str,
        secret: SecretHeader | None = None,
        *,
        timeouts: Timeouts | None = None,
        retries: RetryPolicy | None = None,
    ) -> None:
        self.who = who
        self.retries = retries or RetryPolicy()
        self._secret = secret
        self._timeouts = timeouts or Timeouts()

    def clean(self, text: str) -> str:
        """What the server wrote, without our key in it."""
        return text if self._secret is None else self._secret.key.removed_from(text)

    @property
    def answer_secret(self) -> str:
        """What the words of a model must not hold; "" where a placeholder such as `none` stands
        for a key and is an honest word.
        """
        key = "" if self._secret is None else self._secret.key.reveal()
        return key if len(key) >= _SHORTEST_REAL_KEY else ""

    async def play(self, call: HttpCall) -> AsyncGenerator[AnswerBegan | bytes | Failure, None]:
        """AnswerBegan and chunks, or chunks cut short by a Failure, or a Failure alone."""
        if self._secret is not None and not self._secret.key.is_sayable:
            sentence = "The key holds characters no key has. Please paste it again."
            yield Failure(AuthenticationFailed(sentence))
            return
        if not is_usable(call.url):
            yield failure_of_address(self.who)
            return
        try:
            async with (
                self._client(call) as client,
                client.stream(
                    "GET" if call.body is None else "POST",
                    call.url,
                    content=_written(call.body),
                    headers=self._headers(call),
                ) as response,
            ):
                if response.status_code != _OK:
                    yield await self._refusal(response, call)
                    return
                if _is_web_page(response):
                    yield broken(
                        f"Instead of an answer from {self.who} came a web page. "
                        "Is the address right, or does the Wi-Fi ask for a login?"
                    )
                    return
                yield AnswerBegan(_media_type(response) == "application/json")
                async for chunk in response.aiter_bytes():
                    yield chunk
        except TransportProblem as problem:
            yield failure_of_transport(problem, self.who)

    async def fetch(self, call: HttpCall) -> Document | Failure:
        """A whole JSON answer, tried again as the policy says."""
        attempt = 1
        while True:
            outcome = await self._fetch_once(call)
            if isinstance(outcome, Document):
                return outcome
            wait = self.retries.wait_before_next(attempt, outcome)
            if wait is None:
                return outcome
            await self.retries.sleep(wait.total_seconds())
            attempt += 1

    async def fetch_listing(self, call: HttpCall, key: str) -> JsonObject:
        """A JSON object that has `key`, or it is not this API. May raise ProviderError."""
        outcome = await self.fetch(call)
        if isinstance(outcome, Document) and key in (listing := as_object(outcome.value)):
            return listing
        if isinstance(outcome, Failure):
            raise outcome.error
        raise self._not_this_api().error

    async def _fetch_once(self, call: HttpCall) -> Document | Failure:
        body = bytearray()
        async with aclosing(self.play(call)) as parts:
            async for part in parts:
                match part:
                    case Failure():
                        return part
                    case bytes():
                        body += part
                        if len(body) > _LONGEST_DOCUMENT:
                            return broken(f"{self.who} sent far more than was asked for.")
                    case AnswerBegan():
                        pass
        value = decoded(bytes(body))
        return self._not_this_api() if isinstance(value, NotJson) else Document(value)

    def _not_this_api(self) -> Failure:
        return broken(f"{self.who} sent something that is not an answer of its API.")

    def _client(self, call: HttpCall) -> httpx.AsyncClient:
        # A proxy set for the internet is no way to a server on this device.
        stays_here = is_loopback(call.url)
        return httpx.AsyncClient(
            verify=_trusted_certificates(),
            timeout=httpx.Timeout(self._timeouts.read, connect=self._timeouts.connect),
            follow_redirects=False,
            trust_env=not stays_here,
        )

    def _headers(self, call: HttpCall) -> dict[str, str]:
        # Compressed event streams arrive in lumps; a server that compresses anyway is understood.
        headers = {"Accept-Encoding": "identity", **call.headers}
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        if self._secret is not None and self._secret.key:
            headers[self._secret.name] = self._secret.prefix + self._secret.key.reveal()
        return headers

    async def _refusal(self, response: httpx.Response, call: HttpCall) -> Failure:
        body = await _beginning_of(response)
        text = self.clean(body.decode("utf-8", "replace"))
        is_page = _is_web_page(response) or text.lstrip()[:1] == "<"
        answer = ErrorAnswer(
            status=response.status_code,
            complaint=Complaint() if is_page else complaint_in_body(text.encode()),
            raw_text=text,
            is_web_page=is_page,
            names_model=call.body is not None,
            retry_after=retry_after(response.headers, self.retries.now()),
        )
        return failure_for(answer, self.who)


def _written(body: Mapping[str, object] | None) -> bytes | None:
    """JSON in UTF-8, also when a message holds half a character."""
    return None if body is None else whole_characters(written(body)).encode()


async def _beginning_of(response: httpx.Response) -> bytes:
    """Enough of an error body to understand it; a body that breaks off still says something."""
    body = bytearray()
    try:
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) >= _LONGEST_ERROR_BODY:
                break
    except TransportProblem:
        pass
    return bytes(body[:_LONGEST_ERROR_BODY])


def _media_type(response: httpx.Response) -> str:
    return response.headers.get("content-type", "").partition(";")[0].strip().lower()


def _is_web_page(response: httpx.Response) -> bool:
    return _media_type(response) in ("text/html", "application/xhtml+xml")
