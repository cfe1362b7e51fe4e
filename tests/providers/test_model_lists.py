from collections.abc import Mapping
from typing import ClassVar

import pytest

from app.contracts.errors import AuthenticationFailed, ProviderBroken
from app.contracts.model_provider import ModelInfo
from app.providers.anthropic import AnthropicProvider
from app.providers.gemini import GeminiProvider
from app.providers.openai import OpenAIProvider
from tests.providers.harnesses import KEY, WIRES, Wire
from tests.providers.raw_server import Reply, document, raw_server, web_page


async def test_models_that_cannot_chat_are_left_out_and_known_windows_filled_in():
    listing = {
        "object": "list",
        "data": [
            {"id": "gpt-6-sol", "object": "model"},
            {"id": "text-embedding-3-large"},
            {"id": "gpt-image-3"},
            {"id": "whisper-1"},
            {"id": "qwen3", "context_length": 32768, "name": "Qwen 3"},
            {"id": "llama", "meta": {"n_ctx_train": 8192}},
            {"id": "vllm", "max_model_len": 4096},
            {"id": None},
            "nonsense",
        ],
    }
    async with raw_server() as server:
        server.reply(document(listing))
        models = await OpenAIProvider(KEY, server.address).list_models()
        assert server.received[0].path == "/v1/models"
    assert models == (
        ModelInfo("gpt-6-sol", "GPT-6 Sol", 1_050_000),
        ModelInfo("llama", "llama", 8192),
        ModelInfo("qwen3", "Qwen 3", 32768),
        ModelInfo("vllm", "vllm", 4096),
    )


async def test_a_server_without_models_has_none():
    async with raw_server() as server:
        server.reply(document({"object": "list", "data": None}))
        assert await OpenAIProvider(KEY, server.address).list_models() == ()


async def test_a_list_open_to_anyone_does_not_hide_a_wrong_key():
    async with raw_server() as server:
        server.reply(document({"error": {"message": "No user", "code": 401}}, status=401))

        class OpenToAnyone(OpenAIProvider):
            key_checks: ClassVar[Mapping[str, str]] = {f"{server.address}/v1": "/key"}

        provider = OpenToAnyone(KEY, server.address)
        with pytest.raises(AuthenticationFailed):
            await provider.list_models()
        assert [request.path for request in server.received] == ["/v1/key"]


async def test_anthropic_lists_are_read_page_by_page():
    first = {"data": [{"id": "a", "display_name": "A"}], "has_more": True, "last_id": "a"}
    last = {
        "data": [{"id": "claude-opus-5-5"}, {"id": "c", "max_input_tokens": 500}],
        "has_more": False,
    }
    async with raw_server() as server:
        server.reply(document(first), document(last))
        models = await AnthropicProvider(KEY, server.address).list_models()
        assert server.received[1].path.endswith("&after_id=a")
        assert server.received[0].headers["anthropic-version"]
    assert models == (
        ModelInfo("a", "A"),
        ModelInfo("claude-opus-5-5", "Claude Opus 5.5", 1_000_000),
        ModelInfo("c", "c", 500),
    )


async def test_gemini_lists_are_read_page_by_page():
    def entry(name: str, *methods: str) -> dict[str, object]:
        return {
            "name": f"models/{name}",
            "displayName": name.upper(),
            "inputTokenLimit": 1000,
            "supportedGenerationMethods": list(methods),
        }

    first = {"models": [entry("a", "generateContent")], "nextPageToken": "x/y"}
    last = {"models": [entry("b", "embedContent"), entry("c", "generateContent", "countTokens")]}
    async with raw_server() as server:
        server.reply(document(first), document(last))
        models = await GeminiProvider(KEY, server.address).list_models()
        assert server.received[1].path.endswith("&pageToken=x%2Fy")
    assert models == (ModelInfo("a", "A", 1000), ModelInfo("c", "C", 1000))


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
@pytest.mark.parametrize(
    "reply",
    [document([1, 2]), document({"hello": "world"}), web_page(), Reply((b"{",)), Reply()],
    ids=["list", "other object", "web page", "half", "empty"],
)
async def test_what_is_no_list_of_models_is_a_broken_answer(wire: Wire, reply: Reply):
    async with raw_server() as server:
        server.always(reply)
        with pytest.raises(ProviderBroken):
            await wire.provider(server.address).list_models()


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
async def test_pages_without_end_are_left_at_some_point(wire: Wire):
    endless = {
        "data": [{"id": "a"}],
        "models": [],
        "has_more": True,
        "last_id": "a",
        "nextPageToken": "t",
    }
    async with raw_server() as server:
        server.always(document(endless))
        await wire.provider(server.address).list_models()
        assert len(server.received) <= 20
