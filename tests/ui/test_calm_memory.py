"""What nobody needs any more is cleared away while the window rests, not while it moves."""

# pyright: basic
# Kivy carries no types.

import gc
from weakref import ref

import pytest
from kivy.core.window import Window

from app.ui.calm_memory import LONG_REST, SHORT_REST, CalmMemory

A_KEY_NOBODY_KNOWS = 9999


class Knot:
    """Needs the collector: it holds itself."""

    def __init__(self) -> None:
        self.itself = self


class Room:
    def __init__(self) -> None:
        self.is_busy = False
        self.calm = CalmMemory(lambda: self.is_busy)

    def leave_behind(self) -> "ref[Knot]":
        """Something that outlived the quick looks at what is young."""
        knot = Knot()
        gc.collect(1)
        gc.collect(1)
        gc.collect(1)
        return ref(knot)


@pytest.fixture
def room():
    room = Room()
    room.calm.start()
    yield room
    room.calm.stop()


def test_it_is_cleared_away_after_a_rest(room: Room):
    left = room.leave_behind()
    room.calm.look(SHORT_REST - 1)
    assert left() is not None
    room.calm.look(1)
    assert left() is None


def test_what_was_still_needed_at_a_short_rest_goes_after_a_long_one(room: Room):
    knot = Knot()
    room.leave_behind()
    room.calm.look(SHORT_REST)
    left = ref(knot)
    del knot
    room.leave_behind()
    room.calm.look(SHORT_REST)
    assert left() is not None
    room.calm.look(LONG_REST)
    assert left() is None


@pytest.mark.parametrize("sign", ["key", "picture", "work"])
def test_not_while_something_is_going_on(room: Room, sign: str):
    left = room.leave_behind()
    for _ in range(10):
        if sign == "key":
            Window.dispatch("on_key_down", A_KEY_NOBODY_KNOWS, 0, "", [])
        elif sign == "picture":
            for _frame in range(30):
                Window.dispatch("on_draw")
        room.is_busy = sign == "work"
        room.calm.look(1)
    assert left() is not None


def test_a_blinking_cursor_is_no_movement(room: Room):
    left = room.leave_behind()
    for _ in range(4):
        Window.dispatch("on_draw")
        Window.dispatch("on_draw")
        room.calm.look(1)
    assert left() is None


def test_leaving_the_app_clears_away_at_once(room: Room):
    left = room.leave_behind()
    room.calm.left()
    assert left() is None


def test_afterwards_all_is_as_it_was():
    before = gc.get_threshold()
    calm = CalmMemory(lambda: False)
    calm.start()
    assert gc.get_threshold() != before
    calm.stop()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
