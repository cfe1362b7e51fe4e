"""How the engine process ends: at its parent's end, at a signal, and never with a crash."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.device.engine_client import EngineClient
from app.wiring.environment import PROJECT, Environment, engine_command
from app.wiring.foundations import open_foundations
from tests.flows.engine_child import engine_child
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


def test_a_second_engine_of_the_same_directory_waits_for_the_first_and_takes_over(tmp_path: Path):
    environment = Environment(tmp_path / "home")
    client = EngineClient(environment.engine_socket)
    with engine_child(environment) as first:
        until(lambda: client.ask({"call": "wake"}, 1.0) is not None, "the first answers")
        with engine_child(environment) as second:
            assert client.ask({"call": "wake"}, 1.0) is not None
            assert second.poll() is None
            first.kill()
            first.wait()
            until(lambda: client.ask({"call": "wake"}, 1.0) is not None, "the second answers")
        assert second.returncode == os.EX_OK


def test_an_engine_of_a_directory_with_a_very_long_path_can_be_asked(tmp_path: Path):
    environment = Environment(tmp_path / ("very-long-name-" * 10))
    client = EngineClient(environment.engine_socket)
    with engine_child(environment):
        until(lambda: client.ask({"call": "wake"}, 1.0) is not None, "the engine answers")
        folder = environment.engine_socket.parent
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_as_a_service_it_ends_when_there_is_nothing_to_do_and_starts_again(tmp_path: Path):
    environment = Environment(tmp_path / "home")
    service = (
        "import os, datetime;"
        "from app.wiring.engine_process import run_engine;"
        "from app.wiring.environment import read_environment;"
        "run_engine(read_environment(os.environ), dies_with_parent=False,"
        " stops_after=datetime.timedelta(seconds=0.2))"
    )
    for _ in range(2):
        with engine_child(environment, (sys.executable, "-c", service)) as engine:
            assert engine.wait(60) == os.EX_OK
        assert not environment.engine_socket.exists()


def test_an_engine_that_cannot_start_says_why_in_one_line(tmp_path: Path):
    environment = Environment(tmp_path / "home")
    environment.home.mkdir()
    open_foundations(environment).close()
    of_a_newer_app = sqlite3.connect(environment.database)
    of_a_newer_app.execute("PRAGMA user_version = 9999")
    of_a_newer_app.close()
    engine = subprocess.run(
        engine_command(),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment.for_child(),
        cwd=PROJECT,
        check=False,
    )
    assert engine.returncode == os.EX_TEMPFAIL
    (line,) = engine.stderr.decode().splitlines()
    assert "the engine cannot start" in line
