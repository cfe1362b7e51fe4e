"""The engine's heart: sleeps until a job is due or somebody wakes it. Never polls."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from math import inf

from app.contracts.clock import Clock
from app.contracts.errors import OneClawError
from app.contracts.jobs import JobQueue, JobState
from app.engine.job_runner import JobRunner

LONGEST_SLEEP = timedelta(minutes=15)
"""Bounds what a clock that was moved back could make us oversleep."""

LOOK_AGAIN_SECONDS = 30.0
"""While a job waits for the device: not every system tells when a network is back."""

AFTER_A_FAILURE_SECONDS = 30.0
MODEL_IDLE_SECONDS = 300.0

logger = logging.getLogger(__name__)


class Engine:
    def __init__(
        self,
        queue: JobQueue,
        runner: JobRunner,
        clock: Clock,
        *,
        let_go: Callable[[], bool] = lambda: False,
        on_idle: Callable[[float], object] = lambda _seconds: None,
        on_leaving: Callable[[], object] = lambda: None,
        stops_after: timedelta | None = None,
        look_again_seconds: float = LOOK_AGAIN_SECONDS,
    ) -> None:
        """`let_go` makes due what waited for the device and says whether some of it still does.
        `on_idle` is offered the seconds after which something unused may be given back.

        `stops_after` that long without work or a question it ends by itself; what is due later
        waits for the next start. `on_leaving` comes before the last look for work, so that
        whoever cannot be heard any more knows it by then.
        """
        self._queue = queue
        self._runner = runner
        self._clock = clock
        self._let_go = let_go
        self._on_idle = on_idle
        self._on_leaving = on_leaving
        self._stops_after = stops_after
        self._look_again_seconds = look_again_seconds
        self._last_active = time.monotonic()
        self._woken = threading.Event()
        self._stopping = False
        runner.on_job_ended = self.wake

    def wake(self) -> None:
        self._last_active = time.monotonic()
        self._woken.set()

    def was_asked(self) -> None:
        """Somebody is there: no time to stop."""
        self._last_active = time.monotonic()

    def stop(self) -> None:
        self._stopping = True
        self._woken.set()

    def run(self, *, grace: timedelta = timedelta(seconds=10)) -> None:
        """Works until `stop`; then finishes what is due within the grace and returns."""
        while not self._stopping:
            self._woken.clear()
            next_look = self._look()
            quiet_left = self._quiet_seconds_left(next_look)
            if quiet_left <= 0:
                logger.info("nothing to do; the engine stops until it is started again")
                break
            if not self._woken.wait(min(next_look, quiet_left, MODEL_IDLE_SECONDS)):
                self._on_idle(MODEL_IDLE_SECONDS)
        self._on_leaving()
        if not self._finish_what_is_due(grace.total_seconds()):
            logger.info("stopped with a job under way; the next start takes it up")
        self._runner.close()

    def _finish_what_is_due(self, seconds: float) -> bool:
        """With every worker busy, a last flush begins when one of them is free. What is asked for
        from now on, by what is just being done, waits for the next start.
        """
        deadline = time.monotonic() + seconds
        last = self._waiting_for_a_worker()
        self._look()
        while self._waiting_for_a_worker() & last and (left := deadline - time.monotonic()) > 0:
            self._woken.wait(left)
            self._woken.clear()
            self._look()
        return self._runner.wait_until_idle(max(0.0, deadline - time.monotonic()))

    def _waiting_for_a_worker(self) -> set[str]:
        now = self._clock.now()
        try:
            unfinished = self._queue.unfinished()
        except OneClawError as error:
            logger.warning("cannot look for work: %s", error)
            return set()
        return {
            job.id for job in unfinished if job.state is JobState.PENDING and job.run_after <= now
        }

    def _look(self) -> float:
        """Starts what is due; how many seconds may pass until the next look."""
        try:
            still_waits = self._let_go()
            self._runner.start_due()
            next_look = self._seconds_until_due()
        except OneClawError as error:
            logger.warning("cannot look for work: %s", error)
            return AFTER_A_FAILURE_SECONDS
        return min(next_look, self._look_again_seconds) if still_waits else next_look

    def _seconds_until_due(self) -> float:
        longest = LONGEST_SLEEP.total_seconds()
        now = self._clock.now()
        # With all workers busy the end of a job wakes us: what is due cannot begin before.
        due = None if self._runner.is_full else self._queue.next_due(now)
        return longest if due is None else min(max((due - now).total_seconds(), 0.05), longest)

    def _quiet_seconds_left(self, next_look: float) -> float:
        """Before it may stop by itself; not while a job runs or is due before long."""
        if self._stops_after is None:
            return inf
        limit = self._stops_after.total_seconds()
        is_at_work = not self._runner.wait_until_idle(0)
        if is_at_work or next_look < min(limit, self._look_again_seconds):
            return limit
        return self._last_active + limit - time.monotonic()
