"""What a person can do in a conversation: send, regenerate, retry, edit the last message.

The message is durable before anything else happens. Answering again never doubles a message and
never loses one: the old goes in the same step in which the new is stored.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from app.chat.answer_turn import AnswerTurn
from app.chat.session_title import first_title, names_nothing
from app.chat.stop_signal import StopSignal
from app.chat.turn_events import TurnEvent, TurnFailed, UserMessageSaved
from app.contracts.agents import GENERAL_ASSISTANT_ID
from app.contracts.clock import Clock, IdSource
from app.contracts.conversation import (
    Message,
    MessageKind,
    MessageStore,
    NewMessage,
    Session,
    SessionStore,
)

NOTHING_TO_ANSWER = "There is no message to answer here."


class SendMessage:
    def __init__(
        self,
        sessions: SessionStore,
        messages: MessageStore,
        answer: AnswerTurn,
        clock: Clock,
        ids: IdSource,
    ) -> None:
        self._sessions = sessions
        self._messages = messages
        self._answer = answer
        self._clock = clock
        self._ids = ids

    async def send(
        self,
        session_id: str | None,
        text: str,
        stop: StopSignal,
        *,
        is_private: bool = False,
        agent_id: str = GENERAL_ASSISTANT_ID,
    ) -> AsyncGenerator[TurnEvent, None]:
        """A session begins with its first message; `is_private` and `agent_id` are for that one."""
        session, asked = await asyncio.to_thread(
            self._save_question, session_id, text, is_private, agent_id
        )
        async for event in self._answered(session, asked, stop):
            yield event

    async def answer_again(
        self, session_id: str, stop: StopSignal
    ) -> AsyncGenerator[TurnEvent, None]:
        """Regenerate and Retry: the last question is answered anew.

        The answer it had stays until the first words of the new one are stored.
        """
        session = await asyncio.to_thread(self._sessions.get, session_id)
        asked, later = await asyncio.to_thread(self._last_turn, session_id)
        if session is None or asked is None:
            yield TurnFailed(NOTHING_TO_ANSWER, None)
            return
        errors = [row.id for row in later if row.kind is MessageKind.ERROR]
        await asyncio.to_thread(self._messages.delete, errors)
        earlier = [row.id for row in later if row.kind is not MessageKind.ERROR]
        async for event in self._answered(session, asked, stop, earlier):
            yield event

    async def edit_last(
        self, session_id: str, text: str, stop: StopSignal
    ) -> AsyncGenerator[TurnEvent, None]:
        """The last question and its answer go as the new words come, in one step."""
        session, asked = await asyncio.to_thread(self._replace_last_turn, session_id, text)
        if session is None or asked is None:
            yield TurnFailed(NOTHING_TO_ANSWER, None)
            return
        async for event in self._answered(session, asked, stop):
            yield event

    async def _answered(
        self, session: Session, asked: Message, stop: StopSignal, instead_of: Sequence[str] = ()
    ) -> AsyncGenerator[TurnEvent, None]:
        yield UserMessageSaved(session, asked)
        async for event in self._answer.run(session, asked, stop, instead_of):
            yield event
        await asyncio.to_thread(self._sessions.touch, session.id, self._clock.now())

    def _save_question(
        self, session_id: str | None, text: str, is_private: bool, agent_id: str
    ) -> tuple[Session, Message]:
        now = self._clock.now()
        session = self._sessions.get(session_id) if session_id else None
        if session is None:
            session = Session(
                id=self._ids.new_id(),
                title=first_title(text),
                agent_id=agent_id,
                created_at=now,
                last_used_at=now,
                is_private=is_private,
            )
            self._sessions.create(session)
            return session, self._append(session, text)
        return self._named(session, text), self._append(session, text)

    def _named(self, session: Session, text: str) -> Session:
        """After a greeting, by the first message that says something."""
        if not names_nothing(session.title) or names_nothing(text):
            return session
        asked = [m for m in self._messages.after(session.id, 0) if m.kind is MessageKind.USER]
        if session.title not in {first_title(message.text) for message in asked}:
            return session  # the person named it so
        self._sessions.rename(session.id, first_title(text))
        return self._sessions.get(session.id) or session

    def _append(self, session: Session, text: str, instead_of: Sequence[str] = ()) -> Message:
        now = self._clock.now()
        question = NewMessage(
            id=self._ids.new_id(),
            session_id=session.id,
            kind=MessageKind.USER,
            text=text,
            said_at=now,
        )
        message = self._messages.append(question, instead_of=instead_of)
        self._sessions.touch(session.id, now)
        return message

    def _replace_last_turn(
        self, session_id: str, text: str
    ) -> tuple[Session | None, Message | None]:
        session = self._sessions.get(session_id)
        question, later = self._last_turn(session_id)
        if session is None or question is None:
            return None, None
        if session.title == first_title(question.text) and self._is_first(question):
            self._sessions.rename(session_id, first_title(text))
        old = [question.id, *(row.id for row in later)]
        return session, self._append(session, text, instead_of=old)

    def _is_first(self, question: Message) -> bool:
        rows = self._messages.after(question.session_id, 0)
        return next(row for row in rows if row.kind is MessageKind.USER).id == question.id

    def _last_turn(self, session_id: str) -> tuple[Message | None, list[Message]]:
        """The last question, and the rows after it that answer it (a context summary stays)."""
        rows = self._messages.after(session_id, 0)
        asked = [n for n, row in enumerate(rows) if row.kind is MessageKind.USER]
        if not asked:
            return None, []
        later = [row for row in rows[asked[-1] + 1 :] if row.kind is not MessageKind.SYSTEM]
        return rows[asked[-1]], later
