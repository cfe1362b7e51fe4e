"""The engine's heart: sleeps until a job is due or somebody wakes it. Never polls."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from math import inf

from app.contracts.clock import Clock
from app.contracts.errors import OneClawError
from app.contracts.jobs import JobQueue
from app.engine.job_runner import JobRunner

LONGEST_SLEEP = timedelta(minutes=15)
"""Bounds what a clock that was moved back could make us oversleep."""

LOOK_AGAIN_SECONDS = 30.0
"""While a job waits for the device: not every system tells when a network is back."""

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
            longest_sleep = self._look_again_seconds if self._start_due() else MODEL_IDLE_SECONDS
            until_due = self._seconds_until_due()
            quiet_left = self._quiet_seconds_left(until_due)
            if quiet_left <= 0:
                logger.info("nothing to do; the engine stops until it is started again")
                break
            if not self._woken.wait(min(until_due, longest_sleep, quiet_left)):
                self._on_idle(MODEL_IDLE_SECONDS)
        self._on_leaving()
        self._start_due()
        if not self._runner.wait_until_idle(grace.total_seconds()):
            logger.info("stopped with a job under way; the next start takes it up")
        self._runner.close()

    def _quiet_seconds_left(self, until_due: float) -> float:
        """Before it may stop by itself; not while a job runs or is due before long."""
        if self._stops_after is None:
            return inf
        limit = self._stops_after.total_seconds()
        if until_due < limit or not self._runner.wait_until_idle(0):
            return limit
        return self._last_active + limit - time.monotonic()

    def _start_due(self) -> bool:
        """True: something waits for the device."""
        try:
            still_waits = self._let_go()
            self._runner.start_due()
        except OneClawError as error:
            logger.warning("cannot look for work: %s", error)
            return False
        return still_waits

    def _seconds_until_due(self) -> float:
        now = self._clock.now()
        try:
            due = self._queue.next_due(now)
        except OneClawError as error:
            logger.warning("cannot look for work: %s", error)
            due = now + timedelta(seconds=30)
        if due is None:
            return LONGEST_SLEEP.total_seconds()
        return min(max((due - now).total_seconds(), 0.05), LONGEST_SLEEP.total_seconds())
