"""The app is killed with SIGKILL right after a trigger, alone or with its engine, as a force stop
does: what was said is logged once, at the latest after the next start.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.memory.long_term_document import LongTermDocument
from app.wiring.environment import PROJECT
from tests.fakes.loopback_model import loopback_model
from tests.flows.life import assert_history_is_whole, choose_model, daily_logs, git, open_life
from tests.flows.topics import decide, fact, times_told

Killer = Callable[[int], None]


def kill_the_app(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def force_stop(pid: int) -> None:
    """The app's process began a group of its own, and its engine is in it."""
    os.killpg(pid, signal.SIGKILL)


@pytest.mark.parametrize("kill", [kill_the_app, force_stop])
def test_what_was_said_is_logged_once(tmp_path: Path, kill: Killer):
    home = tmp_path / "home"
    with loopback_model(decide) as model:
        choose_model(home, model.address)
        command = [sys.executable, "-m", "tests.flows.leaving_child", str(home), "gardening"]
        with subprocess.Popen(
            command,
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as leaving:
            assert leaving.stdout is not None
            assert leaving.stdout.readline() == "left\n"
            kill(leaving.pid)
        with open_life(home) as life:
            life.chat.triggers.app_started()
            life.until_logged("gardening")
            life.until_no_flush_waits()
            told = times_told(life, "gardening")
            assert list(told.values()) == [1]
            (log,) = daily_logs(home).values()
            assert log.count("<!-- block ") == 1
            memory = (home / "memory/MEMORY.md").read_text(encoding="utf-8")
            entries = [entry.text for entry in LongTermDocument(memory).entries()]
            assert entries == [fact("gardening")]
            assert git(home, "log", "--format=%s").count("log: add daily log") == 1
            assert_history_is_whole(home)
