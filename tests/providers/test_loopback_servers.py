import socket

from app.contracts.model_provider import ModelInfo
from app.providers.http_call import Timeouts
from app.providers.loopback_ports import LoopbackPorts
from app.providers.loopback_servers import (
    LoopbackServer,
    ServerKind,
    find_loopback_servers,
)
from tests.providers.raw_server import document, raw_server, web_page

SHORT = Timeouts(connect=2, read=2)


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def only(**ports: int) -> LoopbackPorts:
    names = ("ollama", "lm_studio", "llama_cpp")
    return LoopbackPorts(**{name: ports.get(name) or closed_port() for name in names})


async def test_all_three_are_found_with_their_models():
    async with raw_server() as ollama, raw_server() as studio, raw_server() as llama:
        ollama.reply(document({"models": [{"name": "qwen3:4b"}, {"name": "nomic-embed-text"}]}))
        studio.reply(
            document(
                {
                    "data": [
                        {"id": "gemma-4", "type": "llm", "max_context_length": 131072},
                        {"id": "nomic", "type": "embeddings"},
                    ]
                }
            )
        )
        llama.reply(
            document({"data": [{"id": "phi", "object": "model", "meta": {"n_ctx_train": 131072}}]}),
            document({"default_generation_settings": {"n_ctx": 4096}}),
        )
        ports = LoopbackPorts(ollama.port, studio.port, llama.port)
        found = await find_loopback_servers(ports, timeouts=SHORT)
    assert found == (
        LoopbackServer(
            ServerKind.OLLAMA,
            f"http://127.0.0.1:{ollama.port}/v1",
            (ModelInfo("qwen3:4b", "qwen3:4b"),),
        ),
        LoopbackServer(
            ServerKind.LM_STUDIO,
            f"http://127.0.0.1:{studio.port}/v1",
            (ModelInfo("gemma-4", "gemma-4", 131072),),
        ),
        LoopbackServer(
            ServerKind.LLAMA_CPP,
            f"http://127.0.0.1:{llama.port}/v1",
            (ModelInfo("phi", "phi", 4096),),
        ),
    )


async def test_nothing_there_is_nothing_found():
    assert await find_loopback_servers(only(), timeouts=SHORT) == ()


async def test_another_program_on_the_port_is_left_alone():
    async with raw_server() as other:
        other.always(web_page())
        ports = LoopbackPorts(other.port, other.port, other.port)
        assert await find_loopback_servers(ports, timeouts=SHORT) == ()
        other.always(document({"status": "up"}))
        assert await find_loopback_servers(ports, timeouts=SHORT) == ()


async def test_a_silent_port_does_not_hold_up_the_others():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        async with raw_server() as ollama:
            ollama.reply(document({"models": []}))
            ports = only(ollama=ollama.port, lm_studio=silent.getsockname()[1])
            found = await find_loopback_servers(ports, timeouts=Timeouts(connect=2, read=0.3))
    assert [server.kind for server in found] == [ServerKind.OLLAMA]


async def test_no_key_is_sent_and_only_loopback_is_asked():
    async with raw_server() as ollama:
        ollama.reply(document({"models": []}))
        await find_loopback_servers(only(ollama=ollama.port), timeouts=SHORT)
        headers = ollama.received[0].headers
    assert headers["host"].startswith("127.0.0.1:")
    assert not {"authorization", "x-api-key", "x-goog-api-key"} & set(headers)


async def test_a_llama_server_without_properties_is_found_and_its_file_named_shortly():
    async with raw_server() as llama:
        listed = {"id": "/models/SmolLM2-135M.Q4_1.gguf", "object": "model", "owned_by": "me"}
        llama.reply(document({"object": "list", "data": [listed]}), web_page())
        found = await find_loopback_servers(only(llama_cpp=llama.port), timeouts=SHORT)
    assert [server.models for server in found] == [
        (ModelInfo("/models/SmolLM2-135M.Q4_1.gguf", "SmolLM2-135M.Q4_1"),)
    ]


async def test_a_list_of_other_things_is_no_model_server():
    async with raw_server() as other:
        other.always(document({"data": [{"id": "7", "object": "invoice"}]}))
        assert await find_loopback_servers(only(llama_cpp=other.port), timeouts=SHORT) == ()
