import threading
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from app.contracts.errors import DatabaseUnwritable, OneClawError, WriteFailed
from app.contracts.jobs import Done, GivenUp, Job, JobKind, JobOutcome, JobState
from app.engine.job_runner import JobHandler, JobRunner
from app.storage.database import JobRows
from tests.conftest import House

FLUSH = JobKind.FLUSH_SESSION
PATIENCE = 30


class RefusingQueue(JobRows):
    """A disk that is full now and then."""

    refuses = False

    def claim_next(self, owner: str, now: datetime, lease: timedelta) -> Job | None:
        if self.refuses:
            raise DatabaseUnwritable("There is no space left on this device.")
        return super().claim_next(owner, now, lease)


@pytest.fixture
def runners() -> Iterator[list[JobRunner]]:
    made: list[JobRunner] = []
    yield made
    for runner in made:
        runner.close()


def runner_for(
    house: House, runners: list[JobRunner], handler: JobHandler, *, workers: int = 2
) -> JobRunner:
    runner = JobRunner(house.jobs, {FLUSH: handler}, house.clock, "engine", workers=workers)
    runners.append(runner)
    return runner


def test_a_job_that_works_is_done(house: House, runners: list[JobRunner]):
    house.jobs.enqueue(FLUSH, "s1", house.clock.now())
    runner = runner_for(house, runners, lambda _: Done())
    runner.start_due()
    assert runner.wait_until_idle(PATIENCE)
    assert house.jobs.unfinished() == ()


def test_a_crashing_handler_is_tried_again_later_with_the_reason(
    house: House, runners: list[JobRunner]
):
    def fails(_job: Job) -> JobOutcome:
        raise WriteFailed("There is no space left.")

    house.jobs.enqueue(FLUSH, "s1", house.clock.now())
    runner = runner_for(house, runners, fails)
    told: list[OneClawError | None] = []
    runner.on_flush_ended = told.append
    runner.start_due()
    assert runner.wait_until_idle(PATIENCE)
    assert [type(error) for error in told] == [WriteFailed]
    (job,) = house.jobs.unfinished()
    assert job.state is JobState.PENDING
    assert job.reason == "There is no space left."
    assert job.run_after > house.clock.now()


def test_an_unexpected_error_does_not_end_the_engine_nor_tell_its_text(
    house: House, runners: list[JobRunner]
):
    def breaks(_job: Job) -> JobOutcome:
        raise ZeroDivisionError("secret detail")

    house.jobs.enqueue(FLUSH, "s1", house.clock.now())
    runner = runner_for(house, runners, breaks)
    runner.start_due()
    assert runner.wait_until_idle(PATIENCE)
    (job,) = house.jobs.unfinished()
    assert job.reason == "ZeroDivisionError"


def test_a_kind_nobody_knows_is_given_up_with_a_reason(house: House, runners: list[JobRunner]):
    house.jobs.enqueue(JobKind.UPKEEP, "", house.clock.now())
    runner = runner_for(house, runners, lambda _: Done())
    runner.start_due()
    assert runner.wait_until_idle(PATIENCE)
    (job,) = house.jobs.given_up()
    assert "upkeep" in job.reason


def test_a_job_may_give_itself_up(house: House, runners: list[JobRunner]):
    house.jobs.enqueue(FLUSH, "s1", house.clock.now())
    runner = runner_for(house, runners, lambda _: GivenUp("it can never work"))
    runner.start_due()
    assert runner.wait_until_idle(PATIENCE)
    assert [job.reason for job in house.jobs.given_up()] == ["it can never work"]


def test_a_slow_session_does_not_hold_up_another(house: House, runners: list[JobRunner]):
    may_end, other_is_done = threading.Event(), threading.Event()

    def handler(job: Job) -> JobOutcome:
        if job.key == "slow":
            assert may_end.wait(PATIENCE)
        else:
            other_is_done.set()
        return Done()

    house.jobs.enqueue(FLUSH, "slow", house.clock.now())
    house.jobs.enqueue(FLUSH, "quick", house.clock.now())
    runner = runner_for(house, runners, handler)
    runner.start_due()
    assert other_is_done.wait(PATIENCE)
    may_end.set()
    assert runner.wait_until_idle(PATIENCE)


def test_no_more_jobs_run_at_once_than_there_are_workers(house: House, runners: list[JobRunner]):
    may_end = threading.Event()
    started: list[str] = []

    def handler(job: Job) -> JobOutcome:
        started.append(job.key)
        assert may_end.wait(PATIENCE)
        return Done()

    for number in range(3):
        house.jobs.enqueue(FLUSH, f"s{number}", house.clock.now())
    runner = runner_for(house, runners, handler, workers=1)
    runner.start_due()
    runner.start_due()
    assert len([job for job in house.jobs.unfinished() if job.state is JobState.RUNNING]) == 1
    may_end.set()
    assert runner.wait_until_idle(PATIENCE)


def test_a_queue_that_cannot_be_read_for_a_while_costs_no_worker(
    house: House, runners: list[JobRunner]
):
    queue = RefusingQueue(house.database, house.ids)
    runner = JobRunner(queue, {FLUSH: lambda _: Done()}, house.clock, "engine", workers=2)
    runners.append(runner)
    told: list[OneClawError | None] = []
    runner.on_flush_ended = told.append
    house.jobs.enqueue(FLUSH, "s1", house.clock.now())
    queue.refuses = True
    for _ in range(5):
        with pytest.raises(DatabaseUnwritable):
            runner.start_due()
    queue.refuses = False
    runner.start_due()
    assert runner.wait_until_idle(PATIENCE)
    assert house.jobs.unfinished() == ()
    assert [type(one) for one in told] == [DatabaseUnwritable] * 5 + [type(None)]


def test_what_a_dead_engine_left_running_is_due_at_once_for_the_next(house: House):
    house.jobs.enqueue(FLUSH, "s1", house.clock.now())
    lease = timedelta(hours=1)
    claimed = house.jobs.claim_next("dead", house.clock.now(), lease)
    assert claimed is not None
    house.jobs.keep_plan(claimed.id, "dead", {"last_sequence": "7"})
    assert house.jobs.claim_next("next", house.clock.now(), lease) is None
    house.jobs.end_leases_of_others("next", house.clock.now())
    again = house.jobs.claim_next("next", house.clock.now(), lease)
    assert again is not None
    assert again.id == claimed.id
    assert again.plan == {"last_sequence": "7"}
