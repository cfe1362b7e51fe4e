"""How the engine process ends: at its parent's end, at a signal, and never with a crash."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from app.device.engine_client import EngineClient
from app.wiring.environment import PROJECT, Environment, engine_command
from tests.flows.life import until


@pytest.mark.parametrize("ends_by", ["a signal while its input is open", "the end of its input"])
def test_the_engine_ends_quietly_at(ends_by: str, tmp_path: Path):
    environment = Environment(tmp_path / "home")
    engine = subprocess.Popen(
        engine_command(),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment.for_child(),
        cwd=PROJECT,
    )
    client = EngineClient(environment.engine_socket)
    until(lambda: client.ask({"call": "wake"}, 1.0) is not None, "the engine answers")
    if ends_by == "the end of its input":
        _, said = engine.communicate(timeout=60)
    else:
        assert engine.stdin is not None
        engine.stdin.write(b"x")  # its reader is in the middle of a line that never ends
        engine.stdin.flush()
        engine.send_signal(signal.SIGTERM)
        assert engine.wait(60) == os.EX_OK
        _, said = engine.communicate()
    assert engine.returncode == os.EX_OK
    assert b"Fatal Python error" not in said
    assert b"Traceback" not in said
