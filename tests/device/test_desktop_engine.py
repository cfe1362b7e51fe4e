import os
import signal
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

from app.device.desktop_engine import DesktopEngine
from app.device.engine_client import EngineClient

CHILD = textwrap.dedent(
    """
    import os, pathlib, sys
    marks = pathlib.Path(sys.argv[1])
    (marks / str(os.getpid())).write_text("started")
    sys.stdin.buffer.read()
    (marks / str(os.getpid())).write_text("ended")
    """
)


def engine_for(tmp_path: Path) -> DesktopEngine:
    command = [sys.executable, "-c", CHILD, str(tmp_path)]
    nobody = EngineClient(tmp_path / "no.sock")
    return DesktopEngine(command, dict(os.environ), nobody, first_restart=0.01)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.005)


def marks(tmp_path: Path) -> dict[str, str]:
    return {mark.name: mark.read_text() for mark in tmp_path.iterdir()}


def test_stopping_lets_the_child_end_by_itself(tmp_path: Path):
    engine = engine_for(tmp_path)
    engine.start()
    wait_until(lambda: "started" in marks(tmp_path).values())
    engine.stop()
    assert list(marks(tmp_path).values()) == ["ended"]


def test_a_killed_child_is_started_again(tmp_path: Path):
    engine = engine_for(tmp_path)
    engine.start()
    wait_until(lambda: "started" in marks(tmp_path).values())
    first = engine.process_id
    assert first is not None
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: len(marks(tmp_path)) == 2)
    engine.stop()
    assert sorted(marks(tmp_path).values()) == ["ended", "started"]


def test_starting_twice_gives_one_child(tmp_path: Path):
    engine = engine_for(tmp_path)
    engine.start()
    engine.start()
    wait_until(lambda: "started" in marks(tmp_path).values())
    engine.stop()
    assert len(marks(tmp_path)) == 1


def test_a_trigger_does_not_wait_for_the_next_attempt_to_start(tmp_path: Path):
    ends_at_once = CHILD.replace("sys.stdin.buffer.read()", "")
    command = [sys.executable, "-c", ends_at_once, str(tmp_path)]
    nobody = EngineClient(tmp_path / "no.sock")
    engine = DesktopEngine(command, dict(os.environ), nobody, first_restart=3600)
    engine.start()
    wait_until(lambda: "ended" in marks(tmp_path).values())

    def is_there_again() -> bool:
        engine.wake()
        return len(marks(tmp_path)) > 1

    wait_until(is_there_again)
    engine.stop()


def test_waking_an_engine_that_is_not_there_is_no_error(tmp_path: Path):
    engine_for(tmp_path).wake()
