"""Flushes a session: what was said since the last flush becomes one block in each day's log.

The pointer moves only when file and history are durable; a crash anywhere repeats the attempt,
and the block's id makes the repeat harmless (S2.6).
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from itertools import groupby

from app.contracts.clock import Clock
from app.contracts.conversation import (
    Message,
    MessageKind,
    MessageStore,
    Session,
    SessionStore,
)
from app.contracts.jobs import Done, Job, JobOutcome, JobQueue
from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs

Summarise = Callable[[Sequence[Message]], str]

LAST_SEQUENCE = "last_sequence"
SPOKEN = (MessageKind.USER, MessageKind.ASSISTANT)


class DailyLogWriter:
    """`owner` names the process that holds the job's lease."""

    def __init__(
        self,
        sessions: SessionStore,
        messages: MessageStore,
        jobs: JobQueue,
        logs: DailyLogs,
        summarise: Summarise,
        clock: Clock,
        owner: str,
    ) -> None:
        self._sessions = sessions
        self._messages = messages
        self._jobs = jobs
        self._logs = logs
        self._summarise = summarise
        self._clock = clock
        self._owner = owner

    def flush(self, job: Job) -> JobOutcome:
        session = self._sessions.get(job.key)
        if session is None or session.is_private:
            return Done()
        unlogged = self._unlogged(job, session)
        if unlogged:
            self._write_blocks(job, session, unlogged)
            self._jobs.finish_flush(
                job.id, self._owner, session.id, unlogged[-1].sequence, self._clock.now()
            )
        return Done()

    def _unlogged(self, job: Job, session: Session) -> tuple[Message, ...]:
        """The messages this job is about: the same ones at every attempt, whatever came since."""
        messages = self._messages.after(session.id, session.last_logged_sequence)
        planned = job.plan.get(LAST_SEQUENCE)
        if planned is not None:
            return tuple(m for m in messages if m.sequence <= int(planned))
        plan = {LAST_SEQUENCE: str(messages[-1].sequence)} if messages else {}
        # Without the lease another engine has taken over: nothing here is ours to write.
        return messages if self._jobs.keep_plan(job.id, self._owner, plan) else ()

    def _write_blocks(self, job: Job, session: Session, messages: Sequence[Message]) -> None:
        spoken = [m for m in messages if m.kind in SPOKEN and not m.is_private]
        for day, said in groupby(sorted(spoken, key=_day), key=_day):
            of_the_day = list(said)
            body = self._summarise(of_the_day)
            if body:
                at = _last_said(of_the_day).timetz().replace(tzinfo=None)
                self._logs.append_block(day, new_block(job.id, at, session.title, body))


def _day(message: Message) -> date:
    return message.said_at.date()


def _last_said(messages: Sequence[Message]) -> datetime:
    return messages[-1].said_at
