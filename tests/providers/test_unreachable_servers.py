"""Names, routes and certificates that fail, each with the sentence that helps."""

import asyncio
import socket
from pathlib import Path

import pytest

from app.contracts.errors import (
    AuthenticationFailed,
    ProviderBroken,
    ProviderTimeout,
    ProviderUnreachable,
)
from app.contracts.model_provider import ModelProvider, StreamFailed
from app.providers.api_key import ApiKey
from app.providers.http_call import Timeouts
from tests.providers.certificates import self_signed
from tests.providers.harnesses import EAGER, WIRES, Wire
from tests.providers.raw_server import raw_server
from tests.providers.scripts import QUESTION

each_wire = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)


async def error_from(provider: ModelProvider):
    events = [event async for event in provider.stream(QUESTION)]
    assert len(events) == 1
    assert isinstance(events[0], StreamFailed)
    return events[0].error


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@each_wire
async def test_a_name_that_does_not_exist(wire: Wire):
    error = await error_from(wire.provider("https://nowhere.oneclaw.invalid", retries=EAGER))
    assert isinstance(error, ProviderUnreachable)
    assert "was not found" in error.sentence
    with pytest.raises(ProviderUnreachable):
        await wire.provider("https://nowhere.oneclaw.invalid").list_models()


@each_wire
async def test_a_port_nobody_listens_on(wire: Wire):
    error = await error_from(wire.provider(f"http://127.0.0.1:{free_port()}", retries=EAGER))
    assert isinstance(error, ProviderUnreachable)
    assert "Is it running?" in error.sentence


@each_wire
async def test_a_certificate_nobody_trusts(wire: Wire, tmp_path: Path):
    async with raw_server(self_signed(tmp_path)) as server:
        error = await error_from(wire.provider(server.address, retries=EAGER))
        assert server.received == []
    assert isinstance(error, ProviderUnreachable)
    assert "not trusted" in error.sentence


async def test_a_plain_server_addressed_as_secure():
    async with raw_server() as server:
        error = await error_from(WIRES[0].provider(f"https://127.0.0.1:{server.port}"))
    assert isinstance(error, ProviderUnreachable)
    assert "http://" in error.sentence


async def test_a_secure_server_addressed_as_plain(tmp_path: Path):
    async with raw_server(self_signed(tmp_path)) as server:
        error = await error_from(WIRES[0].provider(f"http://127.0.0.1:{server.port}"))
    assert isinstance(error, ProviderUnreachable | ProviderBroken)


async def test_a_server_that_accepts_and_says_nothing():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        provider = WIRES[0].provider(address, timeouts=Timeouts(connect=5, read=0.05))
        assert isinstance(await error_from(provider), ProviderTimeout)
        with pytest.raises(ProviderTimeout):
            await provider.list_models()


async def test_a_secure_handshake_that_never_ends():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"https://127.0.0.1:{silent.getsockname()[1]}"
        provider = WIRES[0].provider(address, timeouts=Timeouts(connect=0.05, read=5))
        assert isinstance(await error_from(provider), ProviderTimeout)


@each_wire
@pytest.mark.parametrize(
    "address", ["", "http://", "ftp://127.0.0.1/v1", "http://127.0.0.1:99999", "http://[::1", "a b"]
)
async def test_an_address_that_means_nothing(wire: Wire, address: str):
    provider = wire.provider(address)
    assert isinstance(await error_from(provider), ProviderUnreachable)
    with pytest.raises(ProviderUnreachable):
        await provider.list_models()


@each_wire
async def test_a_key_no_header_can_carry_is_said_to_be_wrong(wire: Wire):
    async with raw_server() as server:
        provider = wire.provider(server.address, key=ApiKey("sk-“quoted”\nX: y"))
        error = await error_from(provider)
        assert server.received == []
    assert isinstance(error, AuthenticationFailed)
    assert "quoted" not in str(error)


@pytest.mark.parametrize("noise", [b"SSH-2.0-x\r\n", b"\x00\x01\x02", b"HTTP/1.1 banana\r\n\r\n"])
async def test_a_server_that_speaks_something_else(noise: bytes):
    async def speak(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(noise)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        error = await error_from(WIRES[0].provider(f"http://127.0.0.1:{port}"))
    finally:
        server.close()
        await server.wait_closed()
    assert isinstance(error, ProviderUnreachable)
