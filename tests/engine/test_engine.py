"""The engine's sleep: it wakes for work, looks again while something waits, and stops when idle."""

import threading
from collections.abc import Callable
from datetime import timedelta

from app.contracts.jobs import Done, Job, JobKind, JobOutcome, RetryAt
from app.engine.engine import Engine
from app.engine.job_runner import JobRunner
from tests.conftest import House

UPKEEP = JobKind.UPKEEP
PATIENCE = 30
SOON = timedelta(milliseconds=50)


def runner_of(house: House, handle: Callable[[Job], JobOutcome]) -> JobRunner:
    return JobRunner(house.jobs, {UPKEEP: handle}, house.clock, "engine")


def in_background(engine: Engine) -> threading.Thread:
    thread = threading.Thread(target=engine.run, daemon=True)
    thread.start()
    return thread


def test_it_stops_by_itself_when_there_is_nothing_to_do(house: House):
    left: list[str] = []
    done: list[str] = []

    def handle(job: Job) -> JobOutcome:
        done.append(job.key)
        return Done()

    house.jobs.enqueue(UPKEEP, "first", house.clock.now())

    def leave() -> None:
        left.append("nobody hears it any more")
        house.jobs.enqueue(UPKEEP, "at the last moment", house.clock.now())

    engine = Engine(
        house.jobs, runner_of(house, handle), house.clock, on_leaving=leave, stops_after=SOON
    )
    thread = in_background(engine)
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert left == ["nobody hears it any more"]
    assert done == ["first", "at the last moment"]
    assert house.jobs.unfinished() == ()


def test_it_does_not_stop_while_a_job_runs_or_is_due_before_long(house: House):
    may_end, is_at_work = threading.Event(), threading.Event()
    attempts: list[int] = []

    def handle(job: Job) -> JobOutcome:
        attempts.append(job.attempts)
        if len(attempts) == 1:
            return RetryAt(house.clock.now() + SOON / 2, "later")
        is_at_work.set()
        assert may_end.wait(PATIENCE)
        return Done()

    house.jobs.enqueue(UPKEEP, "", house.clock.now())
    engine = Engine(house.jobs, runner_of(house, handle), house.clock, stops_after=SOON)
    thread = in_background(engine)
    while not is_at_work.wait(0.01):
        house.clock.move(seconds=0.01)
        assert thread.is_alive()
    thread.join(SOON.total_seconds() * 4)
    assert thread.is_alive()
    may_end.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert attempts == [1, 2]


def test_what_is_due_much_later_does_not_keep_it(house: House):
    def handle(_job: Job) -> JobOutcome:
        return RetryAt(house.clock.now() + timedelta(hours=1), "The server is down.")

    house.jobs.enqueue(UPKEEP, "", house.clock.now())
    thread = in_background(
        Engine(house.jobs, runner_of(house, handle), house.clock, stops_after=SOON)
    )
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert [job.reason for job in house.jobs.unfinished()] == ["The server is down."]


def test_one_that_lives_with_its_parent_stays_and_looks_again_while_something_waits(house: House):
    looks: list[None] = []
    looked_often = threading.Event()

    def let_go() -> bool:
        looks.append(None)
        if len(looks) == 5:
            looked_often.set()
        return len(looks) < 5

    engine = Engine(
        house.jobs,
        runner_of(house, lambda _: Done()),
        house.clock,
        let_go=let_go,
        look_again_seconds=0.01,
    )
    thread = in_background(engine)
    assert looked_often.wait(PATIENCE)
    thread.join(0.1)
    assert thread.is_alive()
    engine.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert len(looks) == 6  # five while waiting, and the last look when it was told to stop


def test_with_every_worker_busy_it_sleeps_until_one_is_free(house: House):
    may_end, is_at_work, both_are_done = (threading.Event() for _ in range(3))
    looks: list[None] = []

    def handle(job: Job) -> JobOutcome:
        is_at_work.set()
        assert may_end.wait(PATIENCE)
        if job.key == "two":
            both_are_done.set()
        return Done()

    def let_go() -> bool:
        looks.append(None)
        return False

    for key in ("one", "two"):
        house.jobs.enqueue(UPKEEP, key, house.clock.now())
    runner = JobRunner(house.jobs, {UPKEEP: handle}, house.clock, "engine", workers=1)
    engine = Engine(house.jobs, runner, house.clock, let_go=let_go)
    thread = in_background(engine)
    assert is_at_work.wait(PATIENCE)
    thread.join(0.3)
    assert len(looks) == 1
    may_end.set()
    assert both_are_done.wait(PATIENCE)
    engine.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_told_to_stop_with_every_worker_busy_it_still_does_what_was_asked_for_before(house: House):
    may_end, is_at_work = threading.Event(), threading.Event()
    done: list[str] = []

    def handle(job: Job) -> JobOutcome:
        is_at_work.set()
        assert may_end.wait(PATIENCE)
        done.append(job.key)
        return Done()

    def leave() -> None:
        """The last look comes next; the worker is still busy with the first at that time."""
        threading.Timer(0.05, may_end.set).start()

    for key in ("what a start brings", "the last flush"):
        house.jobs.enqueue(UPKEEP, key, house.clock.now())
    runner = JobRunner(house.jobs, {UPKEEP: handle}, house.clock, "engine", workers=1)
    engine = Engine(house.jobs, runner, house.clock, on_leaving=leave)
    thread = in_background(engine)
    assert is_at_work.wait(PATIENCE)
    engine.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert done == ["what a start brings", "the last flush"]
