"""A request refused for its form is asked again in a plainer one, and that is remembered."""

import json
from dataclasses import replace

import pytest

from app.contracts.errors import RequestRefused
from app.contracts.model_provider import (
    ChatMessage,
    Role,
    StreamFailed,
    ThinkingBlock,
    ToolCall,
)
from app.providers.anthropic import AnthropicProvider
from app.providers.gemini import GeminiProvider
from app.providers.openai import OpenAIProvider
from app.providers.openai_request import OpenAIDialect
from tests.providers.harnesses import ANTHROPIC, GEMINI, KEY, OPENAI, WIRES, Wire
from tests.providers.raw_server import Reply, document, raw_server, streaming
from tests.providers.scripts import QUESTION, Script

HELLO = Script(texts=("Hi",))
LIMITED = replace(QUESTION, max_output_tokens=500, temperature=0.3)
each_wire = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)


def refusal(message: str, status: int = 400) -> Reply:
    return document({"error": {"message": message}}, status=status)


async def test_one_field_after_the_other_is_given_up_until_it_works_and_stays_so():
    async with raw_server() as server:
        server.reply(
            refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
            refusal("stream_options: Extra inputs are not permitted", 422),
            refusal("'temperature' does not support 0.3 with this model"),
        )
        server.always(streaming(OPENAI.events(HELLO)))
        provider = OpenAIProvider(KEY, server.address)
        assert (await provider.complete(LIMITED)).text == "Hi"
        assert (await provider.complete(LIMITED)).text == "Hi"
        assert len(server.received) == 5
        last = server.received[-1].json
        assert "max_completion_tokens" in last
        assert not {"max_tokens", "stream_options", "temperature"} & set(last)


async def test_a_refusal_inside_a_stream_is_adapted_to_as_well():
    message = {"message": "temperature is not supported", "code": 400}
    failed = b"data: " + json.dumps({"error": message}).encode() + b"\n\n"
    async with raw_server() as server:
        server.reply(streaming([failed]), streaming(OPENAI.events(HELLO)))
        assert (await OpenAIProvider(KEY, server.address).complete(LIMITED)).text == "Hi"
        assert "temperature" not in server.received[-1].json


async def test_nothing_is_asked_again_once_an_answer_has_begun():
    failed = b'data: {"error":{"message":"temperature is not supported","code":400}}\n\n'
    begun = OPENAI.events(Script(texts=("Half",), breaks=True))
    async with raw_server() as server:
        server.reply(streaming([*begun, failed]), streaming(OPENAI.events(HELLO)))
        events = [event async for event in OpenAIProvider(KEY, server.address).stream(LIMITED)]
        assert len(server.received) == 1
    assert isinstance(events[-1], StreamFailed)


@pytest.mark.parametrize("make_wire", [(AnthropicProvider, ANTHROPIC), (GeminiProvider, GEMINI)])
async def test_a_signature_refused_once_does_not_end_replaying(
    make_wire: tuple[type[AnthropicProvider | GeminiProvider], Wire],
):
    make, wire = make_wire
    thought = ThinkingBlock("Hm.", "sig==")
    call = ToolCall("c", "search_history", "{}", "sig==")
    messages = (
        *QUESTION.messages,
        ChatMessage(Role.ASSISTANT, "", (call,), (thought,)),
        ChatMessage(Role.TOOL, "found", tool_call_id="c", tool_name="search_history"),
    )
    request = replace(QUESTION, messages=messages)
    refused = refusal("Invalid signature in thinking block: corrupted thought signature")
    async with raw_server() as server:
        server.reply(*[refused] * (1 if wire is ANTHROPIC else 2))
        server.always(streaming(wire.events(HELLO)))
        provider = make(KEY, server.address)
        await provider.complete(request)
        assert b"sig==" not in server.received[-1].body
        await provider.complete(request)
        assert b"sig==" in server.received[-1].body


async def test_what_one_model_refuses_another_still_gets():
    async with raw_server() as server:
        server.reply(refusal("'temperature' is not supported"))
        server.always(streaming(OPENAI.events(HELLO)))
        provider = OpenAIProvider(KEY, server.address, dialect=OpenAIDialect())
        await provider.complete(LIMITED)
        await provider.complete(replace(LIMITED, model="another"))
        assert "temperature" in server.received[-1].json


async def test_a_dialect_that_did_not_help_is_not_remembered():
    async with raw_server() as server:
        server.reply(refusal("'temperature' is odd"), refusal("and now something else"))
        server.always(streaming(OPENAI.events(HELLO)))
        provider = OpenAIProvider(KEY, server.address)
        with pytest.raises(RequestRefused):
            await provider.complete(LIMITED)
        await provider.complete(LIMITED)
        assert "temperature" in server.received[-1].json


async def test_readable_thinking_is_given_up_for_a_model_without_it():
    async with raw_server() as server:
        server.reply(refusal("adaptive thinking is not supported on this model"))
        server.always(streaming(ANTHROPIC.events(HELLO)))
        provider = AnthropicProvider(KEY, server.address)
        for _ in range(2):
            assert [event async for event in provider.stream(QUESTION)]
        assert ["thinking" in request.json for request in server.received] == [True, False, False]


@pytest.mark.parametrize(
    ("make", "wire", "sign"),
    [(AnthropicProvider, ANTHROPIC, "thinking"), (GeminiProvider, GEMINI, "generationConfig")],
)
async def test_background_work_does_not_ask_for_thoughts(
    make: type[AnthropicProvider | GeminiProvider], wire: Wire, sign: str
):
    async with raw_server() as server:
        server.always(streaming(wire.events(HELLO)))
        await make(KEY, server.address).complete(QUESTION)
        assert sign not in server.received[0].json


@each_wire
async def test_a_server_that_refuses_everything_is_believed_in_the_end(wire: Wire):
    words = (
        "temperature stream_options max_tokens max_completion_tokens unsupported thinking "
        "signature thought_signature reasoning_effort reasoning_content does not support tools"
    )
    async with raw_server() as server:
        server.always(refusal(words))
        events = [event async for event in wire.provider(server.address).stream(LIMITED)]
        assert len(server.received) < 12
    assert isinstance(events[-1], StreamFailed)
    assert isinstance(events[-1].error, RequestRefused)


@each_wire
async def test_requests_go_where_the_api_is_with_the_key_in_a_header(wire: Wire):
    async with raw_server() as server:
        server.always(streaming(wire.events(HELLO)))
        await wire.provider(server.address).complete(QUESTION)
        request = server.received[0]
    places = {
        "openai": ("/v1/chat/completions", "authorization", f"Bearer {KEY.reveal()}"),
        "anthropic": ("/v1/messages", "x-api-key", KEY.reveal()),
        "gemini": (
            "/v1beta/models/test-model:streamGenerateContent?alt=sse",
            "x-goog-api-key",
            KEY.reveal(),
        ),
    }
    path, header, value = places[wire.name]
    assert (request.method, request.path) == ("POST", path)
    assert request.headers[header] == value
    assert request.headers["content-type"] == "application/json"
    assert KEY.reveal() not in request.path


async def test_half_a_character_in_a_message_does_not_stop_the_request():
    broken = replace(QUESTION, system="half \ud83d")
    async with raw_server() as server:
        server.always(streaming(OPENAI.events(HELLO)))
        assert (await OpenAIProvider(KEY, server.address).complete(broken)).text == "Hi"
        assert "\ufffd" in server.received[0].json["messages"][0]["content"]
