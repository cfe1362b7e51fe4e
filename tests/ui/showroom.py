"""The whole app in one window, on a day that stands still, without its engine process.

Real stores, real view models, real screens; only the clock is fixed and nobody answers a wake.
"""

# pyright: basic
# Kivy and KivyMD carry no types.

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

from kivy.clock import Clock as KivyClock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.uix.scrollview import ScrollView

from app.device.desktop_engine import DesktopEngine
from app.device.engine_client import EngineClient
from app.providers.loopback_ports import LoopbackPorts
from app.testing.app_driver import PATIENCE_SECONDS, AppDriver, NotSeen
from app.testing.seldom_drawn import seldom_drawn
from app.ui.application import AppParts, OneClawApp
from app.ui.tasks import Tasks
from app.ui.theme.font_scale import scale_fonts
from app.ui.theme.palette import Appearance
from app.wiring.environment import Environment, engine_command
from app.wiring.foundations import Foundations, open_foundations
from app.wiring.ui_process import assemble, build_app
from tests.fakes.clock import FixedClock
from tests.fakes.engine import CountingEngine
from tests.ui.furniture import FIRST_DAY, furnish

NOBODY_LISTENS = LoopbackPorts(1, 1, 1)
TICKS_IT_STANDS = 2
Furnish = Callable[[Foundations, FixedClock], None]
NEVER = 1e9
"""Seconds between two pictures, but for those that are taken."""


class Showroom:
    """What a script for the screens has in its hands."""

    def __init__(self, app: OneClawApp, home: Path) -> None:
        self.app = app
        self.home = home
        self.driver = AppDriver(app)

    @property
    def parts(self) -> AppParts:
        return self.driver.parts

    async def settle(self) -> None:
        """Until nothing is under way and everything stands where it belongs. Draws nothing.

        Whatever still wants to be laid out has asked the clock for its next frame.
        """
        deadline = time.monotonic() + PATIENCE_SECONDS
        still = 0
        while still < TICKS_IT_STANDS:
            is_idle = self.app.is_idle
            await asyncio.sleep(0 if is_idle else 0.002)
            waiting = [one for one in KivyClock.get_events() if one.timeout <= 0 and not one.loop]
            still = still + 1 if is_idle and not waiting else 0
            _tick()
            if time.monotonic() > deadline:
                raise NotSeen(f"never at rest; idle: {is_idle}, next frame: {waiting}")

    async def go(self, screen: str) -> None:
        self.close_overlays()
        self.app.navigation.go(screen)
        await self.settle()

    def close_overlays(self) -> None:
        for widget in list(cast("Any", self.app).root.walk()):
            if hasattr(widget, "open_over"):
                widget.dismiss()

    def find(self, kind: str, text: str | None = None) -> Any:
        return self.driver.find(kind, text)

    async def until_at_rest(self) -> None:
        """For what slides in."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self.app.navigation.is_drawer_at_rest and time.monotonic() < deadline:
            await asyncio.sleep(0.005)
            _tick()
        await self.settle()

    async def resize(self, width: int, height: int) -> None:
        Window.system_size = (width, height)
        await self.settle()

    def hide_scroll_bars(self) -> None:
        """They fade by the clock on the wall, which does not stand still."""
        for widget in cast("Any", self.app).root.walk():
            if isinstance(widget, ScrollView):
                widget.bar_width = 0

    def scale_text(self, scale: float) -> None:
        scale_fonts(self.app.theme_cls, scale)

    def wear(self, appearance: Appearance) -> None:
        self.app.theme_cls.theme_style = appearance.value


def _tick() -> None:
    KivyClock.tick()
    Builder.sync()
    KivyClock.tick_draw()
    Builder.sync()


def in_showroom(
    script: Callable[[Showroom], Awaitable[None]],
    *,
    furniture: Furnish = furnish,
    is_alive: bool = False,
) -> None:
    """Runs the script in a window of its own; whatever it raises is raised here.

    `is_alive`: drawn at every frame, at the pace of a screen, with the engine process beside it.
    """

    async def both(home: Path) -> None:
        def open_parts(
            environment: Environment, tasks: Tasks, is_system_dark: Callable[[], bool]
        ) -> AppParts:
            clock = FixedClock(FIRST_DAY)
            base = open_foundations(environment, clock)
            furniture(base, clock)
            client = EngineClient(environment.engine_socket)
            alive = DesktopEngine(engine_command(), environment.for_child(), client)
            engine = alive if is_alive else CountingEngine()
            engine.start()
            return assemble(environment, base, engine, client, tasks, is_system_dark)

        environment = Environment(home, loopback=NOBODY_LISTENS)
        environment.home.mkdir()
        app = build_app(environment, Appearance.LIGHT, open_parts)
        room = Showroom(app, home)
        running = asyncio.ensure_future(room.app.async_run(async_lib="asyncio"))
        size, frames = tuple(Window.system_size), KivyClock._max_fps
        try:
            await room.driver.is_open()
            KivyClock._max_fps = frames if is_alive else 0
            await script(room)
        finally:
            KivyClock._max_fps = frames
            scale_fonts(room.app.theme_cls, 1.0)
            Window.system_size = size
            room.app.close()
            await running

    between = 0.0 if is_alive else NEVER
    with tempfile.TemporaryDirectory(prefix="oneclaw-showroom-") as folder, seldom_drawn(between):
        asyncio.run(both(Path(folder) / "home"))
