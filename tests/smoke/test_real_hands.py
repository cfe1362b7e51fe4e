"""A real window on a real X server, a real mouse and a real keyboard: from the start to a memory.

Everything else drives the app from inside; this is the one proof that what comes from outside
arrives. `make smoke` runs it alone.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from app.wiring.environment import PROJECT

PATIENCE_SECONDS = 60.0
ABOVE_THE_EDGE = 42
"""In pixels: where the middle of the field for messages is."""
FACT = "my sister Ana likes film cameras"


@contextmanager
def x_server() -> Generator[str]:
    """The name of its display."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "600x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def running_app(display: str, home: Path) -> Generator[subprocess.Popen[bytes]]:
    variables = {
        **os.environ,
        "DISPLAY": display,
        "ONECLAW_HOME": str(home),
        "SDL_VIDEODRIVER": "x11",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }
    variables.pop("WAYLAND_DISPLAY", None)
    app = subprocess.Popen([sys.executable, "main.py"], cwd=PROJECT, env=variables)
    try:
        yield app
    finally:
        app.terminate()
        app.wait()


class Hands:
    """A mouse and a keyboard."""

    def __init__(self, display: str, process: int) -> None:
        self._process = process
        self._display = {**os.environ, "DISPLAY": display}

    def do(self, *arguments: object) -> str:
        command = ["xdotool", *(str(argument) for argument in arguments)]
        done = subprocess.run(
            command, env=self._display, capture_output=True, text=True, check=False
        )
        return done.stdout

    def window(self) -> str:
        """Its number, once it can be seen."""
        return self.do("search", "--onlyvisible", "--pid", self._process).strip()

    def size_of(self, window: str) -> tuple[int, int]:
        told = self.do("getwindowgeometry", "--shell", window)
        named = dict(line.split("=") for line in told.splitlines())
        return int(named["WIDTH"]), int(named["HEIGHT"])


def until(condition: Callable[[], bool], what: str, meanwhile: Callable[[], object]) -> None:
    """Does something again and again: a window that has just come up takes no key at first."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"this never came: {what}"
        meanwhile()
        time.sleep(0.1)


def test_a_message_typed_on_a_keyboard_becomes_a_memory_on_the_disk(tmp_path: Path):
    home = tmp_path / "home"
    memory = home / "memory" / "MEMORY.md"

    def is_remembered() -> bool:
        return memory.exists() and "film cameras" in memory.read_text(encoding="utf-8")

    with x_server() as display, running_app(display, home) as app:
        hands = Hands(display, app.pid)
        until(lambda: bool(hands.window()), "the window", lambda: None)
        window = hands.window()
        width, height = hands.size_of(window)

        def say() -> None:
            """Clears what an impatient first try may have left, and says it from the start."""
            hands.do("windowfocus", window)
            hands.do("mousemove", "--window", window, width // 3, height - ABOVE_THE_EDGE)
            hands.do("click", 1, "key", "ctrl+a", "key", "BackSpace")
            hands.do("type", "--delay", 15, f"Remember that {FACT}.")
            hands.do("key", "Return")
            deadline = time.monotonic() + 3
            while not is_remembered() and time.monotonic() < deadline:
                time.sleep(0.05)

        until(lambda: (home / "oneclaw.db").exists(), "the stores", lambda: None)
        until(is_remembered, "the memory", say)
        assert app.poll() is None, "the app runs on"
    said = subprocess.run(
        ["git", "-c", "safe.directory=*", "-C", str(home), "log", "--format=%s"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert "memory: update MEMORY.md" in said.stdout
