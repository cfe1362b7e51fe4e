"""Where everything lies. The only reader of environment variables.

ONECLAW_HOME            the files directory, instead of the per-user one
ONECLAW_CLOCK_SHIFT     seconds added to the clock, so that a demo or a test can play "tomorrow"
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from app.providers.connection_test import DEFAULT_DEADLINE
from app.providers.loopback_ports import LoopbackPorts

PROJECT = Path(__file__).resolve().parents[2]
LONGEST_SOCKET_PATH = 100
"""The kernel allows 108 bytes with the closing zero; some systems a few less."""


@dataclass(frozen=True, slots=True)
class Environment:
    home: Path
    clock_shift: timedelta = timedelta()
    loopback: LoopbackPorts = field(default_factory=LoopbackPorts)
    longest_connection_test: float = DEFAULT_DEADLINE

    @property
    def database(self) -> Path:
        return self.home / "oneclaw.db"

    @property
    def search_cache(self) -> Path:
        return self.home / "search.cache"

    @property
    def model_folders(self) -> tuple[Path, ...]:
        """A downloaded model wins over the bundled one (S1.3)."""
        return (self.home / "models", PROJECT / "models")

    @property
    def exports(self) -> Path:
        return self.home / "exports"

    @property
    def incoming(self) -> Path:
        """A copy of a document that is being imported."""
        return self.exports / "incoming"

    @property
    def window_place(self) -> Path:
        return self.home / "window.json"

    @property
    def last_look(self) -> Path:
        return self.home / "look.json"

    @property
    def secrets(self) -> Path:
        return self.home / "secrets.json"

    @property
    def engine_lock(self) -> Path:
        return self.home / "engine.lock"

    @property
    def engine_socket(self) -> Path:
        wanted = self.home / "engine.sock"
        if len(os.fsencode(wanted)) <= LONGEST_SOCKET_PATH:
            return wanted
        name = hashlib.sha256(os.fsencode(self.home)).hexdigest()[:16]
        runtime = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
        return Path(runtime) / f"oneclaw-{os.getuid()}-{name}" / "engine.sock"

    def for_child(self) -> dict[str, str]:
        """The variables a child process needs to find the same place and time."""
        return {
            **os.environ,
            "ONECLAW_HOME": str(self.home),
            "ONECLAW_CLOCK_SHIFT": str(self.clock_shift.total_seconds()),
        }


def read_environment(variables: Mapping[str, str]) -> Environment:
    home = variables.get("ONECLAW_HOME")
    shift = float(variables.get("ONECLAW_CLOCK_SHIFT", "0"))
    return Environment(
        home=Path(home).absolute() if home else _per_user_directory(variables),
        clock_shift=timedelta(seconds=shift),
    )


def engine_command() -> list[str]:
    return [sys.executable, str(PROJECT / "main.py"), "--engine"]


def _per_user_directory(variables: Mapping[str, str]) -> Path:
    if private := variables.get("ANDROID_PRIVATE"):
        return Path(private)
    user = Path.home()
    if sys.platform == "darwin":
        return user / "Library" / "Application Support" / "OneClaw"
    if sys.platform == "win32":
        return Path(variables.get("LOCALAPPDATA", str(user / "AppData" / "Local"))) / "OneClaw"
    return Path(variables.get("XDG_DATA_HOME", str(user / ".local" / "share"))) / "oneclaw"
