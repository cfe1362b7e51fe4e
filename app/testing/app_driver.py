"""Drives the real app as a person would: taps, typing, leaving and coming back, looking.

Runs on Kivy's own loop beside the app. Used by the demo and by the flow tests; waits for what can
be seen, never for an amount of time.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from kivy.base import EventLoop
from kivy.clock import Clock as KivyClock
from kivy.core.clipboard import Clipboard
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from app.testing.seldom_drawn import draw_now, seldom_drawn
from app.ui.application import AppParts, OneClawApp

W = TypeVar("W", bound=Widget)

PATIENCE_SECONDS = 30.0
ENTER = 13
MOST_SETTLING = 20
SWIPE_STEPS = 5
_FIRST_SIZE = tuple(Window.size)


class NotSeen(AssertionError):
    """What the driver waited for did not happen."""


class AppDriver:
    def __init__(self, app: OneClawApp) -> None:
        self.app = app

    @property
    def parts(self) -> AppParts:
        if self.app.parts is None:
            raise NotSeen("the app is not open")
        return self.app.parts

    async def is_open(self) -> None:
        await self.until(lambda: self.app.parts is not None, "the app opens")
        await self.frames()

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not condition():
            if time.monotonic() > deadline:
                raise NotSeen(f"waited {PATIENCE_SECONDS:.0f} s in vain: {what}")
            await asyncio.sleep(0.01)

    async def frames(self, count: int = 3) -> None:
        """Lets the window move on, and draw where something changed."""
        for _ in range(count):
            ticked = asyncio.Event()
            KivyClock.schedule_once(lambda _, seen=ticked: seen.set(), 0)
            await asyncio.wait_for(ticked.wait(), PATIENCE_SECONDS)

    async def settled(self) -> None:
        """Until everything that was asked for has come and is drawn."""
        await self.frames(1)
        await self.until(lambda: self.app.is_idle, "what was asked for")
        await self.frames(3)

    async def tap(self, widget: Widget) -> None:
        x, y = await self._settled_place(widget)
        touch = _Touch(x, y)
        EventLoop.post_dispatch_input("begin", touch)
        await self.frames(1)
        EventLoop.post_dispatch_input("end", touch)
        await self.frames(1)

    async def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A finger that moves from one place of the window to another."""
        touch = _Touch(*start)
        EventLoop.post_dispatch_input("begin", touch)
        for step in range(1, SWIPE_STEPS + 1):
            way = step / SWIPE_STEPS
            x, y = (a + (b - a) * way for a, b in zip(start, end, strict=True))
            touch.move(_place(x, y))
            EventLoop.post_dispatch_input("update", touch)
            await self.frames(1)
        EventLoop.post_dispatch_input("end", touch)
        await self.frames(1)

    async def _settled_place(self, widget: Widget) -> tuple[float, float]:
        """Where it is once it stands still: a person does not tap what is still moving."""
        place = widget.to_window(*widget.center)
        for _ in range(MOST_SETTLING):
            await self.frames(4)
            before, place = place, widget.to_window(*widget.center)
            if place == before:
                break
        return place

    async def type_text(self, words: str) -> None:
        Window.dispatch("on_textinput", words)
        await self.frames(1)

    async def press_enter(self, modifiers: Sequence[str] = ()) -> None:
        Window.dispatch("on_key_down", ENTER, 40, "\r", list(modifiers))
        await self.frames(1)

    async def say(self, words: str) -> str:
        """Types into the composer, presses Enter, waits for the answer and returns it."""
        chat = self.parts.chat
        before = len(chat.state.rows)
        await self.tap(self.find("ComposerInput"))
        await self.type_text(words)
        await self.press_enter()
        await self.until(
            lambda: len(chat.state.rows) >= before + 2 and not chat.state.is_answering,
            f"an answer to {words!r}",
        )
        await self.frames()
        return chat.state.rows[-1].text

    async def open_drawer(self) -> None:
        await self.tap(self.find("TouchIconButton"))
        navigation = self.app.navigation
        await self.until(
            lambda: navigation.is_drawer_open and navigation.is_drawer_at_rest, "the drawer opens"
        )
        await self.frames()

    async def open_memory(self) -> None:
        """From the open drawer."""
        await self.tap(self.find("ActionRow", "Memory"))
        navigation = self.app.navigation
        await self.until(
            lambda: navigation.current == "memory" and navigation.is_drawer_at_rest,
            "the memory page opens",
        )
        await self.frames()

    async def start_private_chat(self) -> None:
        await self.tap(self.find("ChatScreen").ids.private)
        await self.until(lambda: self.parts.chat.state.is_private, "a private chat")

    async def leave_app(self) -> None:
        """As if the home button was pressed."""
        self.app.on_pause()

    async def come_back(self) -> None:
        self.app.on_resume()
        await self.frames()

    async def minimise(self) -> None:
        Window.dispatch("on_minimize")

    async def restore(self) -> None:
        Window.dispatch("on_restore")
        await self.frames()

    async def close_app(self) -> None:
        self.app.close()

    async def resize(self, width: int, height: int) -> None:
        """As if the window was dragged larger or the phone was turned."""
        Window.system_size = (width, height)
        await self.frames(6)

    async def press(self, key: int, modifiers: Sequence[str] = ()) -> None:
        """A key nobody types with: Escape, or one of the app's own."""
        if not Window.dispatch("on_key_down", key, 0, None, list(modifiers)):
            Window.dispatch("on_keyboard", key, 0, None, list(modifiers))
        await self.frames(2)

    def find(self, kind: str, text: str | None = None) -> Widget:
        """The first visible widget of that class name (and text)."""
        for widget in self._visible():
            if type(widget).__name__ == kind and text in (None, getattr(widget, "text", None)):
                return widget
        raise NotSeen(f"no {kind} with {text!r} on the screen")

    def find_button(self, icon: str) -> Widget:
        """The first visible button with that icon."""
        for widget in self._visible():
            if isinstance(widget, ButtonBehavior) and getattr(widget, "icon", None) == icon:
                return widget
        raise NotSeen(f"no button with {icon!r} on the screen")

    def find_field(self, label: str) -> Widget:
        for widget in self._visible():
            if getattr(widget, "label", None) == label:
                return widget
        raise NotSeen(f"no field {label!r} on the screen")

    def has_cursor(self, label: str) -> bool:
        return bool(self.find_field(label).ids.input.focus)

    async def write(self, label: str, words: str) -> None:
        """Taps the field of that name, empties it and types."""
        written = self.find_field(label).ids.input
        await self.tap(written)
        written.select_all()
        written.delete_selection()
        await self.type_text(words)

    def look(self, widget: Widget, quality: str = "text") -> str:
        return str(getattr(widget, quality))

    @property
    def clipboard(self) -> str:
        return str(Clipboard.paste())

    @property
    def theme_style(self) -> str:
        return str(self.app.theme_cls.theme_style)

    def small_targets(self, smallest: float = 48) -> list[str]:
        """What can be tapped on this screen but is too small for a finger."""
        return [
            f"{type(widget).__name__} {widget.width:.0f} x {widget.height:.0f}"
            for widget in self._visible()
            if isinstance(widget, ButtonBehavior)
            and min(widget.width, widget.height) < dp(smallest)
        ]

    def take_picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        draw_now()
        if Window.width > _FIRST_SIZE[0] or Window.height > _FIRST_SIZE[1]:
            # What an offscreen window grows by has no pixels of its own.
            self.app.root.export_to_png(str(path))
            return
        written = Window.screenshot(name=str(path.with_name(".picture.png")))
        Path(written).replace(path)

    def _visible(self) -> Iterator[Widget]:
        for widget in self.app.root.walk():
            if widget.opacity and widget.width and not widget.disabled:
                x, y = widget.to_window(*widget.center)
                if 0 <= x <= Window.width and 0 <= y <= Window.height:
                    yield widget


def _place(x: float, y: float) -> dict[str, float]:
    """As shares of the window."""
    return {"x": x / max(Window.width - 1, 1), "y": y / max(Window.height - 1, 1)}


class _Touch(MotionEvent):
    def __init__(self, x: float, y: float) -> None:
        super().__init__("driver", 1, _place(x, y), is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: dict[str, float]) -> None:
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


def play(app: OneClawApp, script: Callable[[AppDriver], Awaitable[None]]) -> None:
    """Runs the app until the script is over; a failing script closes the app and is raised."""

    async def both() -> None:
        running = asyncio.ensure_future(app.async_run(async_lib="asyncio"))
        try:
            await script(AppDriver(app))
        finally:
            app.close()
            await running

    with seldom_drawn():
        asyncio.run(both())
