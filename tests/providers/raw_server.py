"""An HTTP server whose every byte the test decides: chunk boundaries, stalls, disconnects.

Speaks just enough HTTP/1.1 for one request per connection, on loopback, in the test's own loop.
"""

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

_SECURE_HELLO = b"\x16"


class Ending(Enum):
    COMPLETE = auto()
    """The answer ends in order."""
    CUT = auto()
    """The connection is closed without the end of the answer."""
    ABORTED = auto()
    """The connection is reset."""
    STALLED = auto()
    """Nothing more is sent, and the connection stays open."""


@dataclass(frozen=True, slots=True)
class Reply:
    chunks: tuple[bytes, ...] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    ending: Ending = Ending.COMPLETE


def streaming(
    chunks: Iterable[bytes], *, ending: Ending = Ending.COMPLETE, **headers: str
) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(
        tuple(chunks), headers={"content-type": "text/event-stream", **named}, ending=ending
    )


def document(value: object, *, status: int = 200, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = json.dumps(value).encode()
    return Reply((body,), status, {"content-type": "application/json", **named})


def web_page(*, status: int = 200) -> Reply:
    body = b"<!doctype html><html><body>Please sign in to the Wi-Fi</body></html>"
    return Reply((body,), status, {"content-type": "text/html; charset=utf-8"})


@dataclass(frozen=True, slots=True)
class Received:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class RawServer:
    def __init__(self) -> None:
        self.received: list[Received] = []
        self._replies: list[Reply] = []
        self._always: Reply | None = None
        self._decide: Callable[[Received], Reply] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closing = asyncio.Event()
        self.client_left = asyncio.Event()
        self.port = 0
        self.scheme = "http"

    @property
    def address(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def reply(self, *replies: Reply) -> None:
        """Answers for the next requests, in order."""
        self._replies.extend(replies)

    def always(self, reply: Reply) -> None:
        """The answer for every request that has none of its own."""
        self._always = reply

    def decide(self, decide: Callable[[Received], Reply]) -> None:
        """What was asked decides the answer; called in the server's own loop, one at a time."""
        self._decide = decide

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                await self._answer(reader, writer)
        finally:
            self._tasks.discard(task)
            writer.close()
            with suppress(ConnectionError, ssl.SSLError):
                await writer.wait_closed()

    async def close(self) -> None:
        self._is_closing.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.readexactly(1)
        if first == _SECURE_HELLO:
            writer.write(b"HTTP/1.1 400 Plain server\r\nconnection: close\r\n\r\n")
            return
        asked = await _read_request(first, reader)
        self.received.append(asked)
        reply = self._decide(asked) if self._decide else self._next_reply()
        assert reply is not None, "the test enqueued no reply for this request"
        writer.write(_head(reply))
        await writer.drain()
        for chunk in reply.chunks:
            if chunk:
                writer.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
                await writer.drain()
        match reply.ending:
            case Ending.COMPLETE:
                writer.write(b"0\r\n\r\n")
                await writer.drain()
            case Ending.CUT:
                pass
            case Ending.ABORTED:
                writer.transport.abort()
            case Ending.STALLED:
                await self._hold(reader)

    def _next_reply(self) -> Reply | None:
        return self._replies.pop(0) if self._replies else self._always

    async def _hold(self, reader: asyncio.StreamReader) -> None:
        closing = asyncio.create_task(self._is_closing.wait())
        leaving = asyncio.create_task(reader.read())
        await asyncio.wait({closing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():
            self.client_left.set()
        for task in (closing, leaving):
            task.cancel()
        await asyncio.gather(closing, leaving, return_exceptions=True)


async def _read_request(first: bytes, reader: asyncio.StreamReader) -> Received:
    head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    opening, *lines = head.strip().split("\r\n")
    method, path, _ = opening.split(" ")
    headers = {
        name.strip().lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(method, path, headers, body)


def _head(reply: Reply) -> bytes:
    headers = {**reply.headers, "transfer-encoding": "chunked", "connection": "close"}
    lines = [f"HTTP/1.1 {reply.status} Whatever", *(f"{k}: {v}" for k, v in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


@asynccontextmanager
async def raw_server(tls: ssl.SSLContext | None = None) -> AsyncGenerator[RawServer, None]:
    server = RawServer()
    listener = await asyncio.start_server(server.handle, "127.0.0.1", 0, ssl=tls)
    server.port = listener.sockets[0].getsockname()[1]
    server.scheme = "https" if tls else "http"
    try:
        yield server
    finally:
        listener.close()
        await server.close()
        await listener.wait_closed()
