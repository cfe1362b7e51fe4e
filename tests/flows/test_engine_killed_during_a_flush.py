"""SIGKILL of the real engine in a flush: the next one leaves one block and one commit."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.contracts.conversation import MessageKind, NewMessage, Session
from app.contracts.jobs import JobKind
from app.wiring.environment import PROJECT, Environment, engine_command
from app.wiring.foundations import Foundations, open_foundations
from tests.flows.dying_engine import STEPS
from tests.flows.test_walking_skeleton import git, logs


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    home = tmp_path / "home"
    home.mkdir()
    return Environment(home)


@pytest.fixture
def base(environment: Environment) -> Iterator[Foundations]:
    opened = open_foundations(environment)
    yield opened
    opened.close()


def talk_and_trigger(base: Foundations) -> None:
    now = base.clock.now()
    base.sessions.create(Session("s1", "Boats", "general-assistant", now, now))
    for number, words in enumerate(("The boat leaves at nine.", "Bring the red bag.")):
        base.messages.append(NewMessage(f"m{number}", "s1", MessageKind.USER, words, now))
    base.jobs.enqueue(JobKind.FLUSH_SESSION, "s1", now)


@contextmanager
def engine(command: list[str], environment: Environment) -> Generator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, env=environment.for_child(), cwd=PROJECT
    )
    try:
        yield process
    finally:
        if process.stdin is not None:
            process.stdin.close()
        process.wait(30)


@pytest.mark.parametrize("step", STEPS)
def test_one_block_after_a_kill_at(step: str, base: Foundations, environment: Environment):
    talk_and_trigger(base)
    with engine([sys.executable, "-m", "tests.flows.dying_engine", step], environment) as dying:
        assert dying.wait(30) == -signal.SIGKILL
    # Closing its input lets the second engine finish what is due and leave.
    with engine(engine_command(), environment) as healthy:
        pass
    assert healthy.returncode == os.EX_OK

    (log,) = logs(environment.home)
    text = log.read_text(encoding="utf-8")
    assert text.count("<!-- block ") == 1
    assert text.count("The boat leaves at nine.") == text.count("Bring the red bag.") == 1
    session = base.sessions.get("s1")
    assert session is not None
    assert session.last_logged_sequence == base.messages.newest("s1")[-1].sequence
    assert [job for job in base.jobs.unfinished() if job.kind is JobKind.FLUSH_SESSION] == []
    assert git(environment.home, "log", "--format=%s").count("log: add daily log") == 1
    assert git(environment.home, "fsck", "--full", "--strict") == ""
    assert git(environment.home, "status", "--porcelain") == ""
