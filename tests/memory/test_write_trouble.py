"""One quiet word about memory that cannot be written, never a second one on the same day."""

import pytest

from app.contracts.engine_link import Frame
from app.contracts.errors import (
    DatabaseUnwritable,
    OneClawError,
    ProviderUnreachable,
    WriteFailed,
)
from app.memory.write_trouble import TROUBLE_CALL, TroubleWatch, WriteTrouble
from tests.fakes.clock import FixedClock

FULL = WriteFailed("There is no space left on this device.")


class Device:
    """Implements EngineQuestions: both sides of the socket in one place."""

    def __init__(self) -> None:
        self.clock = FixedClock()
        self.notified: list[str] = []
        self.engine = WriteTrouble(self.clock, self.notified.append)
        self.app = TroubleWatch(self, self.clock)
        self.is_up = True

    def ask(self, frame: Frame, seconds: float) -> Frame | None:
        assert frame["call"] == TROUBLE_CALL
        return {"ok": True, **self.engine.frame()} if self.is_up else None

    def fails(self, times: int, error: OneClawError = FULL) -> None:
        for _ in range(times):
            self.engine.attempt_ended(error)

    def told(self, looks: int = 3) -> list[str]:
        return [said for _ in range(looks) if (said := self.app.look()) is not None]


@pytest.fixture
def device() -> Device:
    return Device()


def test_a_failure_that_passes_is_nobodys_business(device: Device):
    for _ in range(5):
        device.fails(2)
        device.engine.attempt_ended(None)
    assert device.told() == []
    assert device.notified == []


@pytest.mark.parametrize("error", [FULL, DatabaseUnwritable(FULL.sentence)])
def test_one_that_stays_is_told_once_in_the_app_and_once_outside(
    device: Device, error: OneClawError
):
    for _ in range(20):
        device.fails(1, error)
    assert device.told() == ["Memory cannot be written. There is no space left on this device."]
    assert device.notified == ["There is no space left on this device."]


def test_a_disk_that_is_full_again_and_again_on_one_day_is_told_once(device: Device):
    told: list[str] = []
    for _ in range(4):
        device.fails(3)
        told += device.told()
        device.engine.attempt_ended(None)
        told += device.told()
    assert len(told) == len(device.notified) == 1


def test_on_another_day_it_is_news_again(device: Device):
    device.fails(3)
    assert len(device.told()) == 1
    device.clock.move(days=1)
    device.fails(1)
    assert len(device.told()) == 1
    assert len(device.notified) == 2


def test_a_model_that_does_not_answer_is_no_trouble_of_the_storage(device: Device):
    device.fails(20, ProviderUnreachable("No answer."))
    assert device.told() == []


def test_an_engine_that_does_not_answer_has_nothing_to_tell(device: Device):
    device.fails(3)
    device.is_up = False
    assert device.told() == []


def test_a_disk_on_which_no_engine_starts_is_told_by_the_app_itself(device: Device):
    device.is_up = False
    for _ in range(3):
        device.app.flush_asked_for(DatabaseUnwritable(FULL.sentence))
    assert device.told() == ["Memory cannot be written. There is no space left on this device."]


def test_a_flush_that_could_be_asked_for_is_no_trouble(device: Device):
    for _ in range(5):
        device.app.flush_asked_for(DatabaseUnwritable(FULL.sentence))
        device.app.flush_asked_for(None)
    assert device.told() == []
