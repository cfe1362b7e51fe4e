from datetime import datetime, timedelta

from app.contracts.jobs import JobKind
from app.memory.day_change import LAST_ACTIVE_DATE, DayChange, seconds_until_next_look
from app.memory.triggers import MemoryTriggers
from tests.conftest import House
from tests.fakes.clock import ZURICH
from tests.fakes.engine import CountingEngine


def day_change_of(house: House) -> DayChange:
    triggers = MemoryTriggers(house.jobs, house.sessions, CountingEngine(), house.clock)
    return DayChange(house.settings, triggers, house.clock)


def kinds(house: House) -> set[JobKind]:
    return {job.kind for job in house.jobs.unfinished()}


def test_the_first_launch_only_remembers_the_date(house: House):
    house.begin_session()
    house.say("Something.")
    assert not day_change_of(house).look()
    assert house.settings.get(LAST_ACTIVE_DATE) == "2026-02-28"
    assert kinds(house) == set()


def test_the_next_day_flushes_what_was_said_and_tidies_memory(house: House):
    day_change_of(house).look()
    house.begin_session()
    house.say("Something.")
    house.clock.move(days=1)
    assert day_change_of(house).look()
    assert kinds(house) == {
        JobKind.FLUSH_SESSION,
        JobKind.COMPACT_MEMORY,
        JobKind.UPKEEP,
    }


def test_the_same_day_does_nothing_however_often_it_is_looked_at(house: House):
    change = day_change_of(house)
    change.look()
    house.clock.move(hours=5)
    assert not change.look()
    assert kinds(house) == set()


def test_a_clock_moved_back_is_a_change_too_and_only_once(house: House):
    change = day_change_of(house)
    change.look()
    house.clock.move(days=-3)
    assert change.look()
    assert not change.look()


def test_the_timer_rings_just_after_midnight_but_never_sleeps_long():
    late = datetime(2026, 2, 28, 23, 59, tzinfo=ZURICH)
    assert seconds_until_next_look(late) == 61
    noon = datetime(2026, 2, 28, 12, 0, tzinfo=ZURICH)
    assert seconds_until_next_look(noon) == timedelta(minutes=15).total_seconds()
