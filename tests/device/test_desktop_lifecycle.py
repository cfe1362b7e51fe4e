"""When a desktop's app is left: minimised, out of sight for long, or asleep with its machine."""

import pytest

from app.contracts.lifecycle import LOOK_SECONDS, Lifecycle
from app.device.desktop_lifecycle import LONG_WITHOUT_FOCUS, DesktopLifecycle

LEFT, BACK = "left", "back"


class Desk:
    """A machine with a person in front of it, or not."""

    def __init__(self) -> None:
        self.clock = 1_000_000.0
        self.running = 50.0
        self.seen: list[str] = []
        self.life: Lifecycle = DesktopLifecycle(lambda: self.clock, lambda: self.running)
        self.life.start(lambda: self.seen.append(LEFT), lambda: self.seen.append(BACK))

    def pass_time(self, seconds: float) -> None:
        for _ in range(int(seconds // LOOK_SECONDS)):
            self.clock += LOOK_SECONDS
            self.running += LOOK_SECONDS
            self.life.look()

    def sleep(self, seconds: float, *, clock_runs_on: bool = False) -> None:
        self.clock += seconds
        self.running += seconds if clock_runs_on else 1.0
        self.life.look()


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_minimising_leaves_and_restoring_brings_back(desk: Desk):
    desk.life.hidden()
    desk.life.shown()
    assert desk.seen == [LEFT, BACK]


def test_a_window_in_use_is_never_left(desk: Desk):
    desk.pass_time(3_600)
    assert desk.seen == []


def test_another_window_for_a_moment_is_no_leaving(desk: Desk):
    desk.life.focused(is_focused=False)
    desk.pass_time(LONG_WITHOUT_FOCUS - LOOK_SECONDS)
    desk.life.focused(is_focused=True)
    desk.pass_time(LONG_WITHOUT_FOCUS * 2)
    assert desk.seen == []


def test_another_window_for_long_is_one_leaving(desk: Desk):
    desk.life.focused(is_focused=False)
    desk.pass_time(LONG_WITHOUT_FOCUS * 4)
    assert desk.seen == [LEFT]
    desk.life.focused(is_focused=True)
    desk.life.focused(is_focused=True)
    assert desk.seen == [LEFT, BACK]


def test_minimised_and_out_of_focus_is_left_once(desk: Desk):
    desk.life.focused(is_focused=False)
    desk.life.hidden()
    desk.pass_time(LONG_WITHOUT_FOCUS * 2)
    assert desk.seen == [LEFT]


@pytest.mark.parametrize("clock_runs_on", [False, True])
def test_a_machine_that_slept_left_and_is_back(desk: Desk, clock_runs_on: bool):
    desk.pass_time(600)
    desk.sleep(8 * 3_600, clock_runs_on=clock_runs_on)
    assert desk.seen == [LEFT, BACK]
    desk.pass_time(600)
    assert desk.seen == [LEFT, BACK]


def test_one_that_slept_while_minimised_is_back_with_its_person(desk: Desk):
    desk.life.hidden()
    desk.sleep(8 * 3_600)
    assert desk.seen == [LEFT]
    desk.life.shown()
    assert desk.seen == [LEFT, BACK]


def test_a_clock_that_was_set_back_is_worth_a_look_at_the_date(desk: Desk):
    desk.sleep(-86_400)
    assert desk.seen == [LEFT, BACK]


def test_after_the_end_nobody_is_told(desk: Desk):
    desk.life.stop()
    desk.life.hidden()
    desk.life.shown()
    assert desk.seen == []
