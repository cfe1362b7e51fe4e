"""Claims due jobs and runs each in its own thread, keeping its lease alive while it works.

One of the three places with a broad except: whatever a handler raises becomes a retry, never
the end of the engine.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from app.contracts.clock import Clock
from app.contracts.errors import OneClawError, ProviderError, RateLimited
from app.contracts.jobs import (
    Done,
    GivenUp,
    Job,
    JobKind,
    JobOutcome,
    JobQueue,
    RetryAt,
    Wait,
    WaitsFor,
)
from app.engine.retry_policy import RetryPolicy

JobHandler = Callable[[Job], JobOutcome]

LONGEST_WAIT = timedelta(hours=1)
"""For the device. Whoever looks after the waits ends them long before."""

logger = logging.getLogger(__name__)


class JobRunner:
    def __init__(
        self,
        queue: JobQueue,
        handlers: Mapping[JobKind, JobHandler],
        clock: Clock,
        owner: str,
        *,
        waits_for: Callable[[Job], Wait | None] = lambda _job: None,
        retry_policy: RetryPolicy | None = None,
        lease: timedelta = timedelta(seconds=60),
        workers: int = 2,
    ) -> None:
        """`waits_for` says what a job has to wait for before it may begin."""
        self._queue = queue
        self._handlers = handlers
        self._clock = clock
        self._owner = owner
        self._waits_for = waits_for
        self._retry = retry_policy or RetryPolicy()
        self._lease = lease
        self._workers = workers
        self._slots = threading.Semaphore(workers)
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="job")
        self._running = 0
        self._changed = threading.Condition()
        self.on_job_ended: Callable[[], None] = lambda: None
        self.on_flush_ended: Callable[[OneClawError | None], None] = lambda _error: None

    @property
    def is_full(self) -> bool:
        """Nothing more can be claimed before a job ends, which is told."""
        with self._changed:
            return self._running >= self._workers

    def start_due(self) -> None:
        """Claims as many due jobs as there are free workers; returns at once."""
        while self._slots.acquire(blocking=False):
            job = self._claim()
            if job is None:
                return
            with self._changed:
                self._running += 1
            self._pool.submit(self._run, job)

    def wait_until_idle(self, timeout: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._running == 0, timeout)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _claim(self) -> Job | None:
        """The worker stays free when there is nothing to claim, or no claiming."""
        job: Job | None = None
        try:
            job = self._queue.claim_next(self._owner, self._clock.now(), self._lease)
        except OneClawError as error:
            self.on_flush_ended(error)
            raise
        finally:
            if job is None:
                self._slots.release()
        return job

    def _run(self, job: Job) -> None:
        finished = threading.Event()
        heart = threading.Thread(target=self._beat, args=(job, finished), daemon=True)
        heart.start()
        try:
            outcome = self._attempt(job)
            self._queue.finish(job.id, self._owner, outcome, self._clock.now())
            if job.kind is JobKind.FLUSH_SESSION and isinstance(outcome, Done):
                self.on_flush_ended(None)
        except OneClawError as error:
            # The outcome could not be written down. The lease runs out and the job comes again.
            logger.warning("job %s: its end was not recorded: %s", job.kind, error)
            self.on_flush_ended(error)
        finally:
            finished.set()
            heart.join()
            self._slots.release()
            with self._changed:
                self._running -= 1
                self._changed.notify_all()
            self.on_job_ended()

    def _attempt(self, job: Job) -> JobOutcome:
        handler = self._handlers.get(job.kind)
        if handler is None:
            return GivenUp(f"this version has no way to do {job.kind}")
        try:
            return self._put_off(job) or handler(job)
        except OneClawError as error:
            return self._failed(job, error)
        except Exception as error:
            logger.exception("job %s failed", job.kind)
            return RetryAt(self._next_attempt(job, error), type(error).__name__)

    def _put_off(self, job: Job) -> WaitsFor | None:
        wait = self._waits_for(job)
        return None if wait is None else WaitsFor(wait, self._clock.now() + LONGEST_WAIT)

    def _failed(self, job: Job, error: OneClawError) -> JobOutcome:
        if job.kind is JobKind.FLUSH_SESSION:
            self.on_flush_ended(error)
        # The network may have gone while a model was asked: that is nobody's failure.
        if isinstance(error, ProviderError) and (wait := self._put_off(job)):
            return wait
        logger.warning("job %s is tried again later: %s", job.kind, error)
        return RetryAt(self._next_attempt(job, error), error.sentence)

    def _next_attempt(self, job: Job, error: Exception) -> datetime:
        now = self._clock.now()
        wanted = self._retry.next_attempt(now, job.attempts)
        if isinstance(error, RateLimited) and error.retry_after is not None:
            return max(wanted, now + error.retry_after)
        return wanted

    def _beat(self, job: Job, finished: threading.Event) -> None:
        while not finished.wait(self._lease.total_seconds() / 3):
            if not self._queue.heartbeat(job.id, self._owner, self._clock.now(), self._lease):
                logger.warning("job %s: the lease was lost", job.kind)
                return
