"""Keys planted everywhere; nothing that is shown, logged or raised may hold them."""

import json
import logging
import traceback
from pathlib import Path

import pytest

from app.contracts.errors import ProviderError
from app.contracts.model_provider import StreamFailed, TextDelta, ThinkingDelta
from app.providers.api_key import ApiKey
from app.providers.connection_test import check_connection
from app.providers.http_call import SecretHeader
from tests.providers.certificates import self_signed
from tests.providers.harnesses import EAGER, WIRES, Wire
from tests.providers.raw_server import Ending, Reply, document, raw_server, streaming
from tests.providers.scripts import QUESTION, Script

SECRET = "sk-planted-0123456789abcdefghij"
KEY = ApiKey(SECRET)
each_wire = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
LONG_WAY = "Incorrect API key provided. " * 13
ECHO = {"error": {"message": f"{SECRET} {LONG_WAY}{SECRET}", "type": SECRET, "code": SECRET}}


def everything_about(error: ProviderError) -> str:
    shown = "".join(traceback.format_exception(error))
    return f"{error} {error!r} {error.sentence} {error.detail} {vars(error)} {shown}"


@each_wire
@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500, 529])
async def test_a_server_that_echoes_the_key(
    wire: Wire, status: int, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    async with raw_server() as server:
        server.always(document(ECHO, status=status))
        provider = wire.provider(server.address, key=KEY, retries=EAGER)
        events = [event async for event in provider.stream(QUESTION)]
        with pytest.raises(ProviderError) as raised:
            await provider.complete(QUESTION)
        outcome = await check_connection(provider)
    assert isinstance(events[-1], StreamFailed)
    assert SECRET[:12] not in everything_about(events[-1].error)
    assert SECRET[:12] not in everything_about(raised.value)
    assert SECRET not in repr(outcome)
    assert SECRET not in caplog.text


@each_wire
async def test_a_stream_that_echoes_the_key(wire: Wire, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    failed = b"event: error\ndata: " + json.dumps(ECHO).encode() + b"\n\n"
    async with raw_server() as server:
        server.reply(streaming([failed]))
        provider = wire.provider(server.address, key=KEY)
        events = [event async for event in provider.stream(QUESTION)]
    assert isinstance(events[-1], StreamFailed)
    assert SECRET[:12] not in everything_about(events[-1].error)
    assert SECRET not in caplog.text


@each_wire
async def test_connections_that_fail(wire: Wire, caplog: pytest.LogCaptureFixture, tmp_path: Path):
    caplog.set_level(logging.DEBUG)
    async with raw_server(self_signed(tmp_path)) as secure, raw_server() as server:
        server.always(Reply((), ending=Ending.ABORTED))
        for address in (secure.address, server.address, "http://nowhere.invalid", "http://[::1"):
            provider = wire.provider(address, key=KEY)
            events = [event async for event in provider.stream(QUESTION)]
            assert isinstance(events[-1], StreamFailed)
            assert SECRET[:12] not in everything_about(events[-1].error)
    assert SECRET not in caplog.text


@each_wire
async def test_a_key_with_a_line_break_inside(wire: Wire, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    provider = wire.provider("http://127.0.0.1:1", key=ApiKey(f"{SECRET}\r\nX-Evil: 1"))
    events = [event async for event in provider.stream(QUESTION)]
    assert isinstance(events[-1], StreamFailed)
    assert SECRET[:12] not in everything_about(events[-1].error)
    assert SECRET not in caplog.text


def test_nothing_that_holds_a_key_prints_it():
    provider = WIRES[0].provider("http://127.0.0.1:1", key=KEY)
    assert SECRET not in f"{provider!r} {vars(provider)} {SecretHeader('x', KEY)}"


@each_wire
async def test_a_model_that_echoes_the_key_piece_by_piece(wire: Wire):
    pieces = (f"It is {SECRET[:5]}", SECRET[5:9], f"{SECRET[9:]}. Not sk", "-planned.")
    script = Script(texts=pieces, thinking=pieces)
    async with raw_server() as server:
        server.always(streaming(wire.events(script)))
        provider = wire.provider(server.address, key=KEY)
        events = [event async for event in provider.stream(QUESTION)]
        whole = await provider.complete(QUESTION)
    text = "".join(event.text for event in events if isinstance(event, TextDelta))
    thought = "".join(event.text for event in events if isinstance(event, ThinkingDelta))
    assert text == thought == "It is ***. Not sk-planned."
    assert whole.text == text
    assert SECRET not in repr(events)
