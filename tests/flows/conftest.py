"""Flows run the real app in a real window, drawn offscreen, with the real engine process."""

import tempfile
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from app.wiring.environment import Environment
from app.wiring.kivy_setup import prepare_kivy

# Before anything imports Kivy: it reads its settings once.
prepare_kivy(Path(tempfile.mkdtemp(prefix="oneclaw-kivy-")), offscreen=True)

from app.providers.connection_test import DEFAULT_DEADLINE
from app.providers.loopback_ports import LoopbackPorts
from app.testing.app_driver import AppDriver, play
from app.ui.theme.palette import Appearance
from app.wiring.ui_process import build_app

# A model server that happens to run on this machine must not take part.
NOBODY_LISTENS = LoopbackPorts(1, 1, 1)
Script = Callable[[AppDriver], Awaitable[None]]


class Person:
    """Somebody who uses the app on one device, on one day or another."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def visits(
        self,
        script: Script,
        *,
        days_later: int = 0,
        appearance: Appearance = Appearance.LIGHT,
        loopback: LoopbackPorts = NOBODY_LISTENS,
        longest_connection_test: float = DEFAULT_DEADLINE,
    ) -> None:
        shift = timedelta(days=days_later)
        environment = Environment(self.home, shift, loopback, longest_connection_test)
        play(build_app(environment, appearance), script)


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path / "home")
