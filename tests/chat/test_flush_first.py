"""Waiting for a flush before messages leave the context: as long as one may come, no longer."""

import asyncio
from datetime import timedelta

import pytest

from app.chat.flush_first import FlushFirst
from app.contracts.jobs import Done, Job, JobKind, JobOutcome, RetryAt, Wait, WaitsFor
from app.memory.triggers import MemoryTriggers
from tests.conftest import House
from tests.fakes.engine import CountingEngine

LEASE = timedelta(minutes=1)
IN_VAIN = 600.0
"""A wait in vain would be seen."""


class Engine(CountingEngine):
    """Does the job when it is woken, in the way a test has chosen."""

    def __init__(self, house: House, outcomes: list[JobOutcome]) -> None:
        super().__init__()
        self._house = house
        self._outcomes = outcomes

    def wake(self) -> None:
        super().wake()
        while self._outcomes and (job := self._claim()) is not None:
            outcome = self._outcomes.pop(0)
            if outcome == Done():
                self.log(job)
            else:
                self._house.jobs.finish(job.id, "engine", outcome, self._house.clock.now())

    def log(self, job: Job) -> None:
        newest = self._house.messages.newest(job.key, limit=1)[0].sequence
        now = self._house.clock.now()
        assert self._house.jobs.finish_flush(job.id, "engine", job.key, newest, now)

    def _claim(self) -> Job | None:
        return self._house.jobs.claim_next("engine", self._house.clock.now(), LEASE)


async def is_flushed(house: House, *outcomes: JobOutcome) -> bool:
    house.begin_session()
    last = house.say("The boat leaves at nine.")
    triggers = MemoryTriggers(
        house.jobs, house.sessions, Engine(house, list(outcomes)), house.clock
    )
    first = FlushFirst(triggers, house.sessions, house.jobs, house.clock, patience=IN_VAIN)
    async with asyncio.timeout(IN_VAIN / 10):
        return await first("s1", last.sequence)


async def test_it_ends_as_soon_as_the_messages_are_logged(house: House):
    assert await is_flushed(house, Done())


@pytest.mark.parametrize("what", [Wait.UNMETERED, Wait.NETWORK])
async def test_a_flush_that_waits_for_the_device_is_not_waited_for(house: House, what: Wait):
    later = house.clock.now() + timedelta(hours=1)
    assert not await is_flushed(house, WaitsFor(what, later))
    (job,) = house.jobs.unfinished()
    assert (job.kind, job.wait) == (JobKind.FLUSH_SESSION, what)


async def test_a_server_that_is_not_asked_again_before_long_is_not_waited_for(house: House):
    later = house.clock.now() + timedelta(hours=1)
    assert not await is_flushed(house, RetryAt(later, "No answer."))


async def test_a_second_attempt_that_comes_in_time_is_waited_for(house: House):
    now = house.clock.now()
    assert await is_flushed(house, RetryAt(now, "No answer."), Done())


async def test_a_job_that_could_not_be_written_is_not_waited_for(house: House):
    house.begin_session()
    last = house.say("The boat leaves at nine.")

    class Refusing(MemoryTriggers):
        def before_context_compaction(self, session_id: str) -> None:
            """As on a full disk."""

    triggers = Refusing(house.jobs, house.sessions, CountingEngine(), house.clock)
    first = FlushFirst(triggers, house.sessions, house.jobs, house.clock, patience=IN_VAIN)
    async with asyncio.timeout(IN_VAIN / 10):
        assert not await first("s1", last.sequence)
