"""The durable job queue: at most one pending and one running job for each kind and key.

Every change is one transaction that holds the write lock from its start, so two processes never
claim the same job. Clocks may be set back: a wait or a lease that seems to begin further in the
future than it was meant to last was written by such a clock, and counts as over.
"""

import json
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import cast

from app.contracts.clock import IdSource
from app.contracts.jobs import (
    Done,
    GivenUp,
    Job,
    JobKind,
    JobOutcome,
    JobState,
    RetryAt,
    Wait,
    WaitsFor,
)
from app.storage.database.connection import Database, Values
from app.storage.database.instants import (
    duration_in_milliseconds,
    from_milliseconds,
    to_milliseconds,
)
from app.storage.database.tables import JobRow

LONGEST_WAIT = timedelta(days=1)
"""No back-off is kept beyond this: a moment in the far future is a mistake, not a wish."""

_MOVE_POINTER = """
    UPDATE sessions SET last_logged_sequence = max(last_logged_sequence, ?) WHERE id = ?
"""


class JobRows:
    """`owner` names one worker of one process and is never used again by another."""

    def __init__(self, database: Database, ids: IdSource) -> None:
        self._database = database
        self._ids = ids

    def enqueue(self, kind: JobKind, key: str, now: datetime) -> Job:
        with self._database.writing():
            waiting = self._of(kind, key, JobState.PENDING) or self._of(
                kind, key, JobState.GIVEN_UP
            )
            if waiting is None:
                return self._insert(kind, key, now)
            if changes := _pulled_forward(waiting, to_milliseconds(now)):
                self._change(waiting.id, changes)
            return _job(self._row(waiting.id))

    def claim_next(self, owner: str, now: datetime, lease: timedelta) -> Job | None:
        moment = to_milliseconds(now)
        with self._database.writing():
            claimed = next(
                (job for job, due in _due_moments(self._unfinished(), moment) if due <= moment),
                None,
            )
            if claimed is None:
                return None
            self._change(
                claimed.id,
                {
                    JobRow.state: JobState.RUNNING.value,
                    JobRow.owner: owner,
                    JobRow.attempts: claimed.attempts + 1,
                    JobRow.heartbeat_at: moment,
                    JobRow.lease_until: moment + duration_in_milliseconds(lease),
                },
            )
            return _job(self._row(claimed.id))

    def heartbeat(self, job_id: str, owner: str, now: datetime, lease: timedelta) -> bool:
        moment = to_milliseconds(now)
        return self._change_leased(
            job_id,
            owner,
            {
                JobRow.heartbeat_at: moment,
                JobRow.lease_until: moment + duration_in_milliseconds(lease),
            },
        )

    def keep_plan(self, job_id: str, owner: str, plan: Mapping[str, str]) -> bool:
        text = json.dumps(dict(plan), ensure_ascii=False)
        return self._change_leased(job_id, owner, {JobRow.plan: text})

    def finish(self, job_id: str, owner: str, outcome: JobOutcome, now: datetime) -> bool:
        with self._database.writing():
            job = self._leased(job_id, owner)
            if job is None:
                return False
            match outcome:
                case Done():
                    self._complete(job, now)
                case RetryAt(when=when, reason=reason):
                    self._try_again(job, min(when, now + LONGEST_WAIT), reason, now)
                case WaitsFor(what=what, until=until):
                    when = min(until, now + LONGEST_WAIT)
                    self._try_again(job, when, what.value, now, attempts=job.attempts - 1)
                case GivenUp(reason=reason):
                    self._give_up(job, reason, now)
            return True

    def finish_flush(
        self, job_id: str, owner: str, session_id: str, logged_sequence: int, now: datetime
    ) -> bool:
        with self._database.writing():
            job = self._leased(job_id, owner)
            if job is None:
                return False
            self._database.execute(_MOVE_POINTER, logged_sequence, session_id)
            self._complete(job, now)
            return True

    def end_leases_of_others(self, owner: str, now: datetime) -> None:
        moment = to_milliseconds(now)
        self._database.update(
            JobRow,
            {JobRow.heartbeat_at: moment, JobRow.lease_until: moment},
            JobRow.state == JobState.RUNNING.value,
            JobRow.owner != owner,
        )

    def end_waits(self, over: Collection[Wait], now: datetime) -> int:
        moment = to_milliseconds(now)
        return self._database.update(
            JobRow,
            {JobRow.run_after: moment, JobRow.waits_since: moment},
            JobRow.state == JobState.PENDING.value,
            JobRow.reason << [wait.value for wait in over],
            JobRow.run_after > moment,
        )

    def unfinished(self) -> tuple[Job, ...]:
        return tuple(map(_job, self._unfinished()))

    def given_up(self) -> tuple[Job, ...]:
        return tuple(map(_job, self._in_states(JobState.GIVEN_UP)))

    def next_due(self, now: datetime) -> datetime | None:
        moments = [due for _, due in _due_moments(self._unfinished(), to_milliseconds(now))]
        return from_milliseconds(min(moments)) if moments else None

    def clear_finished(self, finished_before: datetime) -> int:
        return self._database.delete(
            JobRow,
            JobRow.state == JobState.DONE.value,
            JobRow.finished_at < to_milliseconds(finished_before),
        )

    def _insert(self, kind: JobKind, key: str, now: datetime) -> Job:
        job_id, moment = self._ids.new_id(), to_milliseconds(now)
        self._database.insert(
            JobRow,
            {
                JobRow.id: job_id,
                JobRow.kind: kind.value,
                JobRow.key: key,
                JobRow.state: JobState.PENDING.value,
                JobRow.created_at: moment,
                JobRow.waits_since: moment,
                JobRow.run_after: moment,
            },
        )
        return _job(self._row(job_id))

    def _complete(self, job: JobRow, now: datetime) -> None:
        self._change(
            job.id,
            {
                **_LEASE_GIVEN_BACK,
                JobRow.state: JobState.DONE.value,
                JobRow.has_successor: False,
                JobRow.finished_at: to_milliseconds(now),
            },
        )
        kind = JobKind(job.kind)
        if job.has_successor and self._of(kind, job.key, JobState.PENDING) is None:
            self._insert(kind, job.key, now)

    def _try_again(
        self,
        job: JobRow,
        when: datetime,
        reason: str,
        now: datetime,
        *,
        attempts: int | None = None,
    ) -> None:
        newer = self._of(JobKind(job.kind), job.key, JobState.PENDING)
        if newer is not None:
            self._database.delete(JobRow, JobRow.id == newer.id)
        self._change(
            job.id,
            {
                **_LEASE_GIVEN_BACK,
                JobRow.state: JobState.PENDING.value,
                JobRow.waits_since: to_milliseconds(now),
                JobRow.run_after: to_milliseconds(when),
                JobRow.reason: reason,
                JobRow.attempts: job.attempts if attempts is None else attempts,
                JobRow.has_successor: job.has_successor or (newer is not None and _has_plan(job)),
            },
        )

    def _give_up(self, job: JobRow, reason: str, now: datetime) -> None:
        if self._of(JobKind(job.kind), job.key, JobState.PENDING) is not None:
            # Somebody asked again meanwhile: that is a new chance, for the same half-done work.
            self._try_again(job, now, reason, now, attempts=0)
            return
        self._change(
            job.id,
            {
                **_LEASE_GIVEN_BACK,
                JobRow.state: JobState.GIVEN_UP.value,
                JobRow.reason: reason,
                JobRow.finished_at: to_milliseconds(now),
            },
        )

    def _of(self, kind: JobKind, key: str, state: JobState) -> JobRow | None:
        return self._database.find_one(
            JobRow, JobRow.kind == kind.value, JobRow.key == key, JobRow.state == state.value
        )

    def _unfinished(self) -> list[JobRow]:
        return self._in_states(JobState.PENDING, JobState.RUNNING)

    def _in_states(self, *states: JobState) -> list[JobRow]:
        return self._database.find(
            JobRow,
            JobRow.state << [state.value for state in states],
            order_by=(JobRow.sequence,),
        )

    def _row(self, job_id: str) -> JobRow:
        return self._database.find(JobRow, JobRow.id == job_id)[0]

    def _leased(self, job_id: str, owner: str) -> JobRow | None:
        return self._database.find_one(
            JobRow,
            JobRow.id == job_id,
            JobRow.owner == owner,
            JobRow.state == JobState.RUNNING.value,
        )

    def _change(self, job_id: str, changes: Values) -> None:
        self._database.update(JobRow, changes, JobRow.id == job_id)

    def _change_leased(self, job_id: str, owner: str, changes: Values) -> bool:
        changed = self._database.update(
            JobRow,
            changes,
            JobRow.id == job_id,
            JobRow.owner == owner,
            JobRow.state == JobState.RUNNING.value,
        )
        return changed == 1


_LEASE_GIVEN_BACK: Values = {
    JobRow.owner: None,
    JobRow.heartbeat_at: None,
    JobRow.lease_until: None,
}


def _due_moments(unfinished: list[JobRow], now: int) -> list[tuple[JobRow, int]]:
    """When each job can be claimed, oldest first. A pending one that a running one of its kind
    and key holds up has no moment of its own: the running one's lease stands for both.
    """
    running = {(job.kind, job.key) for job in unfinished if job.lease_until is not None}
    moments: list[tuple[JobRow, int]] = []
    for job in unfinished:
        if job.lease_until is not None:
            moments.append((job, _end(job.heartbeat_at or job.lease_until, job.lease_until, now)))
        elif (job.kind, job.key) not in running:
            moments.append((job, _end(job.waits_since, job.run_after, now)))
    return moments


def _end(since: int, until: int, now: int) -> int:
    """`until`, or now for a span whose beginning lies further ahead than the span is long."""
    return now if since > now + (until - since) else until


def _pulled_forward(job: JobRow, now: int) -> Values:
    """What a trigger changes in a waiting job; nothing for one that is due anyway."""
    was_given_up = job.state == JobState.GIVEN_UP.value
    revived: Values = {
        JobRow.state: JobState.PENDING.value,
        JobRow.attempts: 0,
        JobRow.finished_at: None,
    }
    due_now: Values = {JobRow.run_after: now, JobRow.waits_since: now}
    followed: Values = {JobRow.has_successor: True}
    return {
        **(revived if was_given_up else {}),
        **(due_now if was_given_up or job.run_after > now else {}),
        **(followed if _has_plan(job) and not job.has_successor else {}),
    }


def _has_plan(job: JobRow) -> bool:
    return bool(_plan(job))


def _plan(job: JobRow) -> dict[str, str]:
    return cast("dict[str, str]", json.loads(job.plan))


def _job(row: JobRow) -> Job:
    return Job(
        id=row.id,
        kind=JobKind(row.kind),
        key=row.key,
        state=JobState(row.state),
        created_at=from_milliseconds(row.created_at),
        run_after=from_milliseconds(row.run_after),
        attempts=row.attempts,
        plan=_plan(row),
        reason=row.reason,
    )
