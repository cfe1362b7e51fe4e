"""A window with one widget in it, for the tests of widgets and for the gallery."""

# pyright: basic
# Kivy and KivyMD carry no types.

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from kivy.core.window import Window
from kivy.uix.widget import Widget
from kivymd.app import MDApp
from kivymd.uix.boxlayout import MDBoxLayout

from app.testing.app_driver import AppDriver
from app.testing.seldom_drawn import seldom_drawn
from app.ui.theme.palette import Appearance, Theme, dress
from app.ui.theme.thin_backgrounds import thin_backgrounds


class Stage(MDApp):
    """Shows what it is given; `driver` taps and waits."""

    def __init__(self, appearance: Appearance = Appearance.LIGHT) -> None:
        super().__init__()
        self.theme_cls = Theme()
        self._appearance = appearance
        self._is_up = asyncio.Event()
        self._floor = MDBoxLayout()
        self.driver = AppDriver(self)

    def build(self) -> Widget:
        thin_backgrounds()
        dress(self.theme_cls, self._appearance)
        return self._floor

    def on_start(self) -> None:
        self._is_up.set()

    async def is_up(self) -> None:
        await self._is_up.wait()
        await self.driver.frames(2)

    async def show(self, widget: Widget) -> None:
        Window.clearcolor = self.theme_cls.surfaceColor
        self._floor.clear_widgets()
        self._floor.add_widget(widget)
        await self.driver.frames(4)

    def take_picture(self, path: Path) -> None:
        self.driver.take_picture(path)


def on_stage(script: Callable[[Stage], Awaitable[None]]) -> None:
    """Runs the script in a window of its own; whatever it raises is raised here."""

    async def both() -> None:
        stage = Stage()
        running = asyncio.ensure_future(stage.async_run(async_lib="asyncio"))
        try:
            await stage.is_up()
            await script(stage)
        finally:
            stage.stop()
            await running

    with seldom_drawn():
        asyncio.run(both())
