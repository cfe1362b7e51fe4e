"""The real engine as a child process of a test."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.wiring.environment import PROJECT, Environment, engine_command

PATIENCE = 60


@contextmanager
def engine_child(
    environment: Environment, command: Sequence[str] = (), *, stays: bool = True
) -> Generator[subprocess.Popen[bytes]]:
    """Ends it with its input, as the app would. One that does not stay has no input: it does what
    is due and goes.
    """
    process = subprocess.Popen(
        [*(command or engine_command())],
        stdin=subprocess.PIPE if stays else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment.for_child(),
        cwd=PROJECT,
    )
    try:
        yield process
    finally:
        process.communicate(timeout=PATIENCE)


def run_engine_until_idle(environment: Environment) -> None:
    """The second one does what the jobs of the first asked for: each leaves nothing that was due
    when it was told to stop.
    """
    for _ in range(2):
        with engine_child(environment, stays=False) as engine:
            pass
        assert engine.returncode == 0


def module_command(module: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", module, *arguments)


@contextmanager
def sleeping_engine() -> Generator[None]:
    """Our engine does nothing meanwhile, so that what waits for it can be seen waiting."""
    pids = [int(place.name) for place in Path("/proc").glob("[0-9]*") if _is_our_engine(place)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def _is_our_engine(place: Path) -> bool:
    try:
        parent = (place / "stat").read_text().rpartition(")")[2].split()[1]
        return parent == str(os.getpid()) and b"--engine" in (place / "cmdline").read_bytes()
    except OSError:
        return False
