"""When the garbage of the window's process is collected: while nothing moves and nobody touches.

Left to itself Python goes through everything that lives in the middle of a scroll: half a second
and more where a long conversation is open.
"""

# pyright: basic
# Kivy carries no types.

import gc
from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window

LOOK_SECONDS = 0.5
SHORT_REST = 2.0
"""Seconds, enough to go through what is new since the last rest."""
LONG_REST = 20.0
"""Then through all: it takes half a second where much was looked at."""
YOUNG = (5_000, 5)
"""What was made lately is gone through so often, in a few milliseconds."""
ALL_AT_THE_LATEST = 120
"""Collections of what was made lately without a rest in between: by then it may be much."""
CALM_PICTURES = 5
"""A second: what moves is drawn more often, and a blinking cursor less."""
WORTH_A_PAUSE = 3
"""Collections of what was made lately since the last of all."""


class CalmMemory:
    """`is_busy`: something is under way that a person sees."""

    def __init__(self, is_busy: Callable[[], bool]) -> None:
        self._is_busy = is_busy
        self._usual = gc.get_threshold()
        self._rested = 0.0
        self._pictures = 0
        self._is_all_due = False
        self._signs = dict.fromkeys(
            ("on_touch_down", "on_touch_up", "on_key_down", "on_textinput"), self._touched
        ) | {"on_draw": self._drawn}

    def start(self) -> None:
        """What a start has built stays until the end: nobody goes through it again."""
        gc.freeze()
        gc.set_threshold(*YOUNG, ALL_AT_THE_LATEST)
        Window.bind(**self._signs)
        Clock.schedule_interval(self.look, LOOK_SECONDS)

    def look(self, seconds: float) -> None:
        """So long after the last look."""
        is_moving = self._pictures > CALM_PICTURES * seconds
        self._pictures = 0
        self._rested = 0.0 if is_moving or self._is_busy() else self._rested + seconds
        if self._rested >= LONG_REST and self._is_all_due:
            self._clear_away_all()
        elif self._rested >= SHORT_REST and gc.get_count()[2] >= WORTH_A_PAUSE:
            gc.collect()
            gc.freeze()
            self._is_all_due = True

    def left(self) -> None:
        """Nobody sees a pause."""
        self._clear_away_all()

    def _clear_away_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._is_all_due = False

    def stop(self) -> None:
        Clock.unschedule(self.look)
        Window.unbind(**self._signs)
        gc.set_threshold(*self._usual)
        gc.unfreeze()

    def _touched(self, *_sign: object) -> None:
        self._rested = 0.0

    def _drawn(self, *_sign: object) -> None:
        self._pictures += 1
