"""How long the window stands still: streaming, a long conversation, scrolling, a rebuild.

    python -m tests.bench.frames

What our own code takes of a frame (events, layout, texts) is told apart from what drawing by
software takes, and from the clearing away that waits until nothing moves. The last line is one JSON
object, times in milliseconds.
"""

# pyright: basic
# Kivy and KivyMD carry no types.

import asyncio
import gc
import json
import tempfile
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.contracts.conversation import MessageKind, NewMessage, Session
from app.wiring.foundations import Foundations
from app.wiring.kivy_setup import prepare_kivy
from tests.fakes.clock import FixedClock

if TYPE_CHECKING:
    from tests.ui.showroom import Showroom

WORDS = 2_000
WORDS_AT_ONCE = 20
PACE = 0.05
MESSAGES = 500
ENTRIES = 300
STEPS = 60
PUSH = 100
"""Pixels a frame: a quick thumb."""
LONG_TALK = "long-talk"
LIMIT_MS = 50.0
PATIENCE_SECONDS = 60.0


@dataclass
class Frames:
    """Milliseconds of every frame."""

    own: list[float] = field(default_factory=list)
    drawing: list[float] = field(default_factory=list)
    at_rest: list[float] = field(default_factory=list)

    def told(self) -> dict[str, float]:
        own, drawing = sorted(self.own), sorted(self.drawing)
        return {
            "frames": len(own),
            "own_p50": round(own[len(own) // 2], 1),
            "own_p95": round(own[len(own) * 95 // 100], 1),
            "own_worst": round(own[-1], 1),
            "own_over_50": sum(took > LIMIT_MS for took in own),
            "drawing_p50": round(drawing[len(drawing) // 2], 1) if drawing else 0.0,
            "drawing_worst": round(drawing[-1], 1) if drawing else 0.0,
            "at_rest_worst": round(max(self.at_rest, default=0.0), 1),
        }


@contextmanager
def watched() -> Generator[Frames]:
    """Kivy's own loop, timed where it runs our code and where it draws."""
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish

    frames = Frames()
    events, layout, draw, collect = Clock.post_idle, Clock.tick_draw, Window.on_draw, gc.collect
    begun = 0.0

    def timed_collection(*which: int) -> int:
        before = time.perf_counter()
        found = collect(*which)
        frames.at_rest.append(1_000 * (time.perf_counter() - before))
        return found

    def timed_events(ts: float, current: float) -> float:
        nonlocal begun
        before, collections = time.perf_counter(), len(frames.at_rest)
        result = events(ts, current)
        begun = time.perf_counter() - before - sum(frames.at_rest[collections:]) / 1_000
        return result

    def timed_layout() -> None:
        before = time.perf_counter()
        layout()
        frames.own.append(1_000 * (begun + time.perf_counter() - before))

    def is_drawn(_window: object) -> bool:
        before = time.perf_counter()
        draw()
        # Else the next text that is put on the screen waits for this picture, in our own time.
        glFinish()
        frames.drawing.append(1_000 * (time.perf_counter() - before))
        return True

    Clock.post_idle, Clock.tick_draw = timed_events, timed_layout
    gc.collect = timed_collection
    Window.bind(on_draw=is_drawn)
    try:
        yield frames
    finally:
        gc.collect = collect
        Window.unbind(on_draw=is_drawn)
        del Clock.post_idle, Clock.tick_draw


async def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "this never came"
        await asyncio.sleep(0.01)


async def streaming(room: "Showroom") -> None:
    """2,000 words of a Markdown answer, as many at once as a fast model sends."""
    from app.chat.turn_events import AnswerGrew
    from app.ui.screens.chat.rows import rows_after

    model = room.parts.chat
    words = [
        f"{'## ' if n % 200 == 0 else ''}word{n % 97}" + ("\n\n" if n % 60 == 59 else " ")
        for n in range(WORDS)
    ]
    for start in range(0, WORDS, WORDS_AT_ONCE):
        grew = AnswerGrew("".join(words[start : start + WORDS_AT_ONCE]))
        model.observable.update(
            replace(model.state, rows=rows_after(model.state.rows, grew), is_answering=True)
        )
        await asyncio.sleep(PACE)
    model.observable.update(replace(model.state, rows=(), is_answering=False))


async def opening(room: "Showroom") -> None:
    """A conversation of 500 messages, and the first of its older ones."""
    model = room.parts.chat
    model.open_session(LONG_TALK)
    await until(lambda: model.state.session_id == LONG_TALK)
    while model.state.has_older:
        before = len(model.state.rows)
        model.load_older()
        await until(
            lambda before=before: len(model.state.rows) > before or not model.state.has_older
        )
    await asyncio.sleep(1)


async def scrolling(room: "Showroom") -> None:
    """From its end to its beginning, and back."""
    conversation = room.find("Conversation")
    scroll, column = conversation.ids.scroll, conversation.ids.column
    while scroll.scroll_y < 1 or len(conversation.ids.rows.places) < MESSAGES:
        scroll.scroll_y = min(1.0, scroll.scroll_y + PUSH / (column.height - scroll.height))
        await asyncio.sleep(1 / 60)
    for step in range(STEPS):
        scroll.scroll_y = 1 - step / STEPS
        await asyncio.sleep(1 / 60)


async def versions(room: "Showroom") -> None:
    """The version history, opened and scrolled."""
    history = room.parts.memory.history
    room.app.navigation.go("history")
    await until(lambda: bool(history.state.rows))
    screen = room.find("HistoryScreen")
    await until(lambda: len(screen.ids.versions.children) >= len(history.state.rows))
    scroll = screen.ids.more.parent.parent
    for step in range(STEPS):
        scroll.scroll_y = 1 - step / STEPS
        await asyncio.sleep(1 / 60)


async def rebuilding(room: "Showroom") -> None:
    """The engine works; the person looks at the figures meanwhile."""
    from app.ui.screens.memory.view_model import MemoryTab

    stats = room.parts.memory.stats
    room.parts.memory.memory.choose(MemoryTab.STATS)
    room.app.navigation.go("memory")
    await until(lambda: bool(stats.state.figures))
    stats.rebuild_index()
    await until(lambda: stats.state.rebuild is not None)
    deadline = time.monotonic() + 20
    while stats.state.rebuild is not None and time.monotonic() < deadline:
        stats.refresh()
        await asyncio.sleep(0.1)


PARTS: tuple[Callable[["Showroom"], Awaitable[None]], ...] = (
    *(streaming, opening, scrolling, versions, rebuilding),
)


def live_long(base: Foundations, clock: FixedClock) -> None:
    from app.memory.kept_files import KeptFiles
    from app.memory.write_recorder import WriteRecorder

    now = clock.now()
    base.sessions.create(Session(LONG_TALK, "A long talk", "general-assistant", now, now))
    for number in range(MESSAGES):
        is_answer = number % 2 == 1
        words = f"**Point {number}** of the plan:\n\n- one thing\n- another `thing`\n\nThat is all."
        base.messages.append(
            NewMessage(
                f"m{number}",
                LONG_TALK,
                MessageKind.ASSISTANT if is_answer else MessageKind.USER,
                words if is_answer else f"What about point {number + 1}?",
                now,
            )
        )
    files = KeptFiles(base.files, WriteRecorder(base.history, base.files, base.index))
    for number in range(60):
        files.write("plan.md", f"{number}\n")


def main() -> None:
    told: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory(prefix="oneclaw-frames-") as folder:
        prepare_kivy(Path(folder) / "kivy", offscreen=True)
        from tests.ui.showroom import Showroom, in_showroom

        async def script(room: Showroom) -> None:
            await asyncio.sleep(1)
            for part in PARTS:
                with watched() as frames:
                    await part(room)
                told[part.__name__] = frames.told()
                print(f"{part.__name__:12} {told[part.__name__]}", flush=True)

        in_showroom(script, furniture=live_long, is_alive=True)
    rows = [
        {"what": f"{part}, {what}", "value": figures[key], "unit": "ms", "limit": limit}
        for part, figures in told.items()
        for key, what, limit in (
            ("own_p95", "our own code in a frame, p95", None),
            ("own_worst", "the same, longest", LIMIT_MS),
            ("drawing_p50", "drawing by software, p50", None),
            ("at_rest_worst", "clearing away while nothing moved, longest", None),
        )
    ]
    print(json.dumps({"bench": "frames", "rows": rows, **told}))


if __name__ == "__main__":
    main()
