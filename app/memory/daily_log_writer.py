"""Flushes a session: what was said since the last flush becomes one block in each day's log.

The pointer moves only when files, index and history are durable. A crash anywhere repeats the
attempt, and the block's id makes the repeat harmless (S2.6).
"""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Protocol

from app.contracts.clock import Clock
from app.contracts.conversation import (
    Message,
    MessageKind,
    MessageStore,
    Session,
    SessionStore,
)
from app.contracts.jobs import Done, Job, JobOutcome, JobQueue
from app.contracts.settings import SettingsStore
from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs
from app.memory.memory_settings import read_memory_settings
from app.memory.summarise.conversation_summariser import Summary
from app.memory.summarise.facts import Fact

LAST_SEQUENCE = "last_sequence"
SPOKEN = (MessageKind.USER, MessageKind.ASSISTANT)
ANSWER_MAY_GROW = timedelta(minutes=10)
"""A half answer at the end of a session that is younger may still be coming."""

PromoteFacts = Callable[[Sequence[Fact], date], object]
"""Puts facts said on a day into the long-term memory; a known fact changes nothing."""


class Summariser(Protocol):
    def summarise(self, agent_id: str, messages: Sequence[Message]) -> Summary:
        """May raise ProviderError when the model cannot be asked; the flush is tried again."""
        ...


class DailyLogWriter:
    """`owner` names the process that holds the job's lease."""

    def __init__(
        self,
        sessions: SessionStore,
        messages: MessageStore,
        jobs: JobQueue,
        settings: SettingsStore,
        logs: DailyLogs,
        summariser: Summariser,
        promote_facts: PromoteFacts,
        clock: Clock,
        owner: str,
    ) -> None:
        self._sessions = sessions
        self._messages = messages
        self._jobs = jobs
        self._settings = settings
        self._logs = logs
        self._summariser = summariser
        self._promote_facts = promote_facts
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
        messages = self._without_growing_answer(messages)
        plan = {LAST_SEQUENCE: str(messages[-1].sequence)} if messages else {}
        # Without the lease another engine has taken over: nothing here is ours to write.
        return messages if self._jobs.keep_plan(job.id, self._owner, plan) else ()

    def _without_growing_answer(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """People leave the app while an answer comes: logged now, its rest would be lost.

        It stays after the pointer, so the next trigger takes it, whole or stopped.
        """
        if not messages or not messages[-1].is_partial:
            return messages
        age = self._clock.now() - messages[-1].said_at
        return messages[:-1] if timedelta() <= age < ANSWER_MAY_GROW else messages

    def _write_blocks(self, job: Job, session: Session, messages: Sequence[Message]) -> None:
        if not read_memory_settings(self._settings).is_enabled:
            return  # what was said while memory is off is passed over, not kept for later
        spoken = [m for m in messages if m.kind in SPOKEN and not m.is_private]
        # Sorting by day is stable: the clock may have gone back in the middle of a day.
        for day, said in groupby(sorted(spoken, key=_day), key=_day):
            self._write_block(job, session, day, list(said))

    def _write_block(
        self, job: Job, session: Session, day: date, messages: Sequence[Message]
    ) -> None:
        at = messages[-1].said_at.timetz().replace(tzinfo=None)
        written = next((b for b in self._logs.blocks(day) if b.id == job.id), None)
        if written is not None:
            # An earlier attempt got this far; it may have died before commit and index.
            self._logs.append_block(day, written)
            return
        summary = self._summariser.summarise(session.agent_id, messages)
        # Facts first: a crash after them repeats them harmlessly, while a block that is already
        # there would end the next attempt before it comes to its facts.
        self._promote_facts(summary.facts, day)
        if summary.text:
            self._logs.append_block(day, new_block(job.id, at, session.title, summary.text))


def _day(message: Message) -> date:
    return message.said_at.date()
