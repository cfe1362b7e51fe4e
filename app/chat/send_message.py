"""One turn: the message is saved, memories are found, the model answers, the answer is saved.

The message is durable before anything else happens, and a failing memory never stops a turn.
"""

import asyncio
from collections.abc import AsyncIterator

from app.chat.prompt_builder import build_request
from app.chat.session_title import first_title
from app.chat.turn_events import (
    AnswerGrew,
    AnswerSaved,
    MemoriesInjected,
    TurnEvent,
    TurnFailed,
    UserMessageSaved,
)
from app.contracts.clock import Clock, IdSource
from app.contracts.conversation import (
    InjectedMemory,
    Message,
    MessageKind,
    MessageStore,
    NewMessage,
    Session,
    SessionStore,
    TokenUsage,
)
from app.contracts.errors import OneClawError
from app.contracts.model_provider import (
    ModelProvider,
    StreamFailed,
    TextDelta,
    UsageReported,
)
from app.memory.memory_injector import MemoryInjector

CONTEXT_MESSAGES = 200
GENERAL_ASSISTANT = "general-assistant"
AGENT_PROMPT = (
    "You are OneClaw, a personal assistant with a memory that belongs to the person you talk to. "
    "Answer plainly and briefly. Use what you remember when it helps, and say so when you are "
    "not sure."
)


class SendMessage:
    def __init__(
        self,
        sessions: SessionStore,
        messages: MessageStore,
        provider: ModelProvider,
        model: str,
        injector: MemoryInjector,
        clock: Clock,
        ids: IdSource,
    ) -> None:
        self._sessions = sessions
        self._messages = messages
        self._provider = provider
        self._model = model
        self._injector = injector
        self._clock = clock
        self._ids = ids

    async def __call__(self, session_id: str | None, text: str) -> AsyncIterator[TurnEvent]:
        session, asked = await asyncio.to_thread(self._save_question, session_id, text)
        yield UserMessageSaved(session, asked)
        async for event in self._answer(session, asked):
            yield event

    def _save_question(self, session_id: str | None, text: str) -> tuple[Session, Message]:
        now = self._clock.now()
        session = self._sessions.get(session_id) if session_id else None
        if session is None:
            session = Session(
                id=session_id or self._ids.new_id(),
                title=first_title(text),
                agent_id=GENERAL_ASSISTANT,
                created_at=now,
                last_used_at=now,
            )
            self._sessions.create(session)
        message = self._messages.append(
            NewMessage(
                id=self._ids.new_id(),
                session_id=session.id,
                kind=MessageKind.USER,
                text=text,
                said_at=now,
            )
        )
        self._sessions.touch(session.id, now)
        return session, message

    async def _answer(self, session: Session, asked: Message) -> AsyncIterator[TurnEvent]:
        conversation = await asyncio.to_thread(
            self._messages.newest, session.id, limit=CONTEXT_MESSAGES
        )
        injection = await self._injector.inject(asked.text, session.id)
        if injection.memories:
            yield MemoriesInjected(injection.memories)
        request = build_request(self._model, AGENT_PROMPT, injection.section, conversation)
        answer = _GrowingAnswer()
        async for event in self._provider.stream(request):
            match event:
                case TextDelta(delta):
                    answer.text += delta
                    yield AnswerGrew(delta)
                case UsageReported(usage):
                    answer.usage = usage
                case StreamFailed(error):
                    answer.failure = error
                case _:
                    pass
        saved = await asyncio.to_thread(self._save_answer, session, answer, injection.memories)
        if answer.failure is not None:
            yield TurnFailed(answer.failure.sentence, saved)
        elif saved is None:
            yield TurnFailed("The model gave no answer.", None)
        else:
            yield AnswerSaved(saved)

    def _save_answer(
        self, session: Session, answer: "_GrowingAnswer", injected: tuple[InjectedMemory, ...]
    ) -> Message | None:
        if not answer.text:
            return None
        now = self._clock.now()
        message = NewMessage(
            id=self._ids.new_id(),
            session_id=session.id,
            kind=MessageKind.ASSISTANT,
            text=answer.text,
            said_at=now,
            model=self._model,
            usage=answer.usage,
            is_partial=answer.failure is not None,
            injected=injected,
        )
        saved = self._messages.append(message)
        self._sessions.touch(session.id, now)
        return saved


class _GrowingAnswer:
    """What has come of an answer so far."""

    def __init__(self) -> None:
        self.text = ""
        self.usage: TokenUsage | None = None
        self.failure: OneClawError | None = None
