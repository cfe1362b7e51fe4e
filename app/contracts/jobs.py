"""Durable work: a trigger writes a job, the engine claims it, and it ends one of three ways."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol


class JobKind(StrEnum):
    FLUSH_SESSION = "flush_session"
    COMPACT_MEMORY = "compact_memory"
    PROPOSE_COMPACTION = "propose_compaction"
    EMBED_PENDING = "embed_pending"
    REBUILD_INDEX = "rebuild_index"
    UPKEEP = "upkeep"


class Wait(StrEnum):
    """What a job may wait for without anything having failed; kept as its reason."""

    POWER = "waits for power"
    NETWORK = "waits for a network"
    UNMETERED = "waits for a network without a data limit"


class JobState(StrEnum):
    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True)
class Job:
    """`key` is what the job is about (a session id, or "").

    Two jobs of one kind and key never run at once.

    `plan` is what an attempt decided before its first write, so that the next attempt after a
    crash decides the same. `attempts` counts claims, this one included.
    """

    id: str
    kind: JobKind
    key: str
    state: JobState
    created_at: datetime
    run_after: datetime
    attempts: int = 0
    plan: Mapping[str, str] = field(default_factory=dict[str, str])
    reason: str = ""

    @property
    def wait(self) -> Wait | None:
        """Set while it waits for the device; such a wait is no failed attempt."""
        is_waiting = self.state is JobState.PENDING and self.reason in tuple(Wait)
        return Wait(self.reason) if is_waiting else None


@dataclass(frozen=True, slots=True)
class Done:
    pass


@dataclass(frozen=True, slots=True)
class RetryAt:
    when: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class WaitsFor:
    """The device cannot do it now. Whoever sees the wait end says so; `until` is for the case
    that nobody does.
    """

    what: Wait
    until: datetime


@dataclass(frozen=True, slots=True)
class GivenUp:
    reason: str


JobOutcome = Done | RetryAt | WaitsFor | GivenUp


class JobQueue(Protocol):
    def enqueue(self, kind: JobKind, key: str, now: datetime) -> Job:
        """The pending job of this kind and key, made if there is none.

        A pending job that waits for its back-off is pulled forward: a trigger is a new chance.
        A running one does not count: what happened after it started needs a job of its own.
        One that was given up is taken up again, with its id and plan. Where the plan was already
        decided, a second job follows when it is done, for what the plan does not know of.
        """
        ...

    def claim_next(self, owner: str, now: datetime, lease: timedelta) -> Job | None:
        """The oldest due job whose kind and key is not running, leased to `owner`; one transaction.

        A running job whose lease ran out is due again: its owner was killed.
        """
        ...

    def heartbeat(self, job_id: str, owner: str, now: datetime, lease: timedelta) -> bool:
        """Extends the lease. False: it was lost, and the work must stop before its next write."""
        ...

    def keep_plan(self, job_id: str, owner: str, plan: Mapping[str, str]) -> bool:
        """Durable when it returns. False: the lease was lost and the plan was not kept."""
        ...

    def finish(self, job_id: str, owner: str, outcome: JobOutcome, now: datetime) -> bool:
        """Ends the attempt; False when the lease was lost meanwhile (nothing is changed then).

        A job that is to be tried again swallows a newer pending one of its kind and key, and
        keeps its own id and plan, so that a half-done write is finished under the same id.
        The same holds for one that waits for the device; its claim does not count as an attempt.
        """
        ...

    def finish_flush(
        self, job_id: str, owner: str, session_id: str, logged_sequence: int, now: datetime
    ) -> bool:
        """Pointer moves and job done in one transaction; the pointer never moves back."""
        ...

    def end_leases_of_others(self, owner: str, now: datetime) -> None:
        """For an engine that knows it is the only one: what others left running is due at once."""
        ...

    def end_waits(self, over: Collection[Wait], now: datetime) -> int:
        """What waited for one of these is due now; how many there were."""
        ...

    def unfinished(self) -> tuple[Job, ...]: ...

    def given_up(self) -> tuple[Job, ...]: ...

    def next_due(self, now: datetime) -> datetime | None:
        """When the engine has to look again; None: nothing waits."""
        ...

    def clear_finished(self, finished_before: datetime) -> int:
        """Done ones only: what was given up stays until somebody takes it up again."""
        ...
