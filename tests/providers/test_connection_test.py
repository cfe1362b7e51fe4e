import socket

import pytest

from app.contracts.model_provider import ModelInfo
from app.providers.connection_test import (
    AuthFailed,
    Failed,
    Ok,
    TimedOut,
    Unreachable,
    check_connection,
)
from app.providers.http_call import Timeouts
from tests.fakes.scripted_provider import ScriptedProvider
from tests.providers.harnesses import WIRES, Wire
from tests.providers.raw_server import Reply, document, raw_server, web_page

each_wire = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)


@each_wire
async def test_it_works(wire: Wire):
    async with raw_server() as server:
        server.always(document(wire.models))
        outcome = await check_connection(wire.provider(server.address))
    assert isinstance(outcome, Ok)
    assert outcome.models
    assert outcome.sentence.startswith("It works.")


@each_wire
@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (document({"error": {"message": "bad key"}}, status=401), AuthFailed),
        (document({"error": {"message": "no"}}, status=403), AuthFailed),
        (document({"error": {"message": "boom"}}, status=500), Failed),
        (document({"error": {"message": "slow"}}, status=429), Failed),
        (document({"error": {"message": "slow"}}, status=504), TimedOut),
        (web_page(), Failed),
    ],
    ids=["401", "403", "500", "429", "504", "web page"],
)
async def test_it_does_not_and_says_why(wire: Wire, reply: Reply, kind: type[Failed]):
    async with raw_server() as server:
        server.always(reply)
        outcome = await check_connection(wire.provider(server.address))
    assert type(outcome) is kind
    assert outcome.sentence


@each_wire
async def test_nobody_is_there(wire: Wire):
    outcome = await check_connection(wire.provider("http://nowhere.oneclaw.invalid"))
    assert isinstance(outcome, Unreachable)


async def test_silence_ends_by_the_providers_time_out_or_by_the_deadline():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        impatient = WIRES[0].provider(address, timeouts=Timeouts(connect=5, read=0.05))
        assert isinstance(await check_connection(impatient), TimedOut)
        patient = WIRES[0].provider(address, timeouts=Timeouts(connect=5, read=60))
        assert isinstance(await check_connection(patient, deadline=0.05), TimedOut)


async def test_the_number_of_models_is_in_the_sentence():
    one = ModelInfo("a", "A")
    assert "no model" in (await check_connection(ScriptedProvider())).sentence
    assert "One model" in (await check_connection(ScriptedProvider([one]))).sentence
    assert "2 models" in (await check_connection(ScriptedProvider([one, one]))).sentence
