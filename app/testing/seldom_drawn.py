"""Draws the window ten times a second instead of sixty: layout runs at every frame all the same.

A picture by software takes as long as everything else a test does together, and nobody looks.
"""

# pyright: basic
# Kivy carries no types.

import time
from collections.abc import Generator
from contextlib import contextmanager

from kivy.core.window import Window

SECONDS_BETWEEN = 0.1


@contextmanager
def seldom_drawn(seconds_between: float = SECONDS_BETWEEN) -> Generator[None]:
    last = 0.0

    def is_left_out(_window: object) -> bool:
        nonlocal last
        now = time.monotonic()
        if now - last < seconds_between:
            return True
        last = now
        return False

    Window.bind(on_draw=is_left_out)
    try:
        yield
    finally:
        Window.unbind(on_draw=is_left_out)


def draw_now() -> None:
    """Whatever was left out: what a picture shows is what is laid out."""
    Window.canvas.ask_update()
    Window.on_draw()
