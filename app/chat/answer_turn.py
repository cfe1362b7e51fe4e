"""The model's side of a turn: memories in, answer streamed, tools run, asked again, answer saved.

Whatever happens, what had come is kept and the turn ends with exactly one ending.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from app.chat.answer_draft import AnswerDraft
from app.chat.answer_rows import AnswerRows
from app.chat.context_compactor import ContextCompactor
from app.chat.memory_search_wish import wants_memory_search
from app.chat.prompt_builder import build_request
from app.chat.stop_signal import StopSignal
from app.chat.turn_events import (
    AnswerSaved,
    ContextShortened,
    MemoriesInjected,
    ToolEnded,
    ToolsCalled,
    TurnEvent,
    TurnFailed,
    TurnStopped,
)
from app.contracts.active_model import ActiveModel, ConversationModels
from app.contracts.agents import AgentStore
from app.contracts.clock import Clock, IdSource
from app.contracts.conversation import Message, MessageStore, Session
from app.contracts.model_provider import StreamEvent, ToolCall
from app.contracts.sent_prompts import SentPromptStore
from app.memory.memory_injector import Injection, MemoryInjector
from app.tools.executor import ToolExecutor
from app.tools.registry import ToolRegistry
from app.tools.tool import ToolContext

MOST_ROUNDS = 25
CHECKPOINT_SECONDS = 2.0
LAST_TURN = 10
"""Rows to look back for the last turn; tool rows lie between its words."""
NO_ANSWER = "The model gave no answer. Try again, or choose another model."
TOO_MANY_ROUNDS = (
    "I stopped after {rounds} rounds of tool use without a final answer. You can ask me to go on."
)


class AnswerTurn:
    def __init__(
        self,
        messages: MessageStore,
        agents: AgentStore,
        models: ConversationModels,
        injector: MemoryInjector,
        registry: ToolRegistry,
        executor: ToolExecutor,
        context: ContextCompactor,
        prompts: SentPromptStore,
        clock: Clock,
        ids: IdSource,
        *,
        most_rounds: int = MOST_ROUNDS,
        checkpoint_seconds: float = CHECKPOINT_SECONDS,
    ) -> None:
        self._messages = messages
        self._agents = agents
        self._models = models
        self._injector = injector
        self._registry = registry
        self._executor = executor
        self._context = context
        self._prompts = prompts
        self._clock = clock
        self._ids = ids
        self._most_rounds = most_rounds
        self._checkpoint_seconds = checkpoint_seconds

    async def run(
        self, session: Session, asked: Message, stop: StopSignal, instead_of: Sequence[str] = ()
    ) -> AsyncGenerator[TurnEvent, None]:
        """`instead_of` is an earlier answer: unseen by the model, replaced by the new one."""
        model = await asyncio.to_thread(self._model, session, asked)
        prompt = await asyncio.to_thread(self._prompt, session.agent_id)
        injection = await self._inject(session, asked)
        if injection.memories:
            yield MemoriesInjected(injection.memories)
        system = "\n\n".join(part for part in (prompt, injection.section) if part)
        caller = ToolContext(session.id, session.is_private, asked.id)
        fitted = await self._context.fit(session, model, system)
        if fitted.note:
            yield ContextShortened(fitted.note)
        answer = AnswerRows(
            self._messages,
            self._clock,
            self._ids,
            session.id,
            model.model_id,
            injection.memories,
            self._prompts,
            instead_of=instead_of,
        )
        for _ in range(self._most_rounds):
            rows = await asyncio.to_thread(
                self._messages.after, session.id, fitted.leave_out_through
            )
            request = build_request(
                model.model_id,
                system,
                [row for row in rows if row.id not in instead_of],
                self._registry.descriptions(caller),
            )
            answer.ask_with(system, fitted.leave_out_through, [tool.name for tool in request.tools])
            draft = AnswerDraft()
            events = stop.until_stopped(model.provider.stream(request))
            async for seen in self._stream(events, draft, answer):
                yield seen
            ending = await asyncio.to_thread(_ending, draft, answer, stop)
            if ending is not None:
                yield ending
                return
            yield ToolsCalled(tuple(call.name for call in draft.calls))
            for result in await self._run_tools(draft.calls, caller, answer):
                yield result
            if stop.is_set:
                yield TurnStopped(None)
                return
        sentence = TOO_MANY_ROUNDS.format(rounds=self._most_rounds)
        await asyncio.to_thread(answer.write_error, sentence)
        yield TurnFailed(sentence, None)

    def _model(self, session: Session, asked: Message) -> ActiveModel:
        """A person's own search of their memory is answered here, whoever else answers."""
        if not session.is_private and wants_memory_search(asked.text):
            return self._models.on_device()
        return self._models.for_agent(session.agent_id)

    def _prompt(self, agent_id: str) -> str:
        agent = self._agents.get(agent_id)
        return agent.prompt if agent is not None else ""

    async def _inject(self, session: Session, asked: Message) -> Injection:
        if session.is_private:
            return Injection()
        earlier = await asyncio.to_thread(
            self._messages.newest, session.id, before_sequence=asked.sequence, limit=LAST_TURN
        )
        return await self._injector.inject(asked.text, session.id, earlier)

    async def _stream(
        self,
        events: AsyncGenerator[StreamEvent, None],
        draft: AnswerDraft,
        answer: AnswerRows,
    ) -> AsyncGenerator[TurnEvent, None]:
        clock = asyncio.get_running_loop().time
        last_saved = clock() - self._checkpoint_seconds
        async for event in events:
            seen = draft.take(event)
            if seen is not None:
                yield seen
            if draft.text and clock() - last_saved >= self._checkpoint_seconds:
                await asyncio.to_thread(answer.write, draft, is_partial=True)
                last_saved = clock()

    async def _run_tools(
        self, calls: Sequence[ToolCall], caller: ToolContext, answer: AnswerRows
    ) -> list[ToolEnded]:
        results = await self._executor.run_round(calls, caller)

        def save() -> None:
            for result in results:
                answer.write_result(result.call, result.text, is_error=result.is_error)
            answer.next_round()

        await asyncio.to_thread(save)
        return [ToolEnded(one.call.name, one.text, one.is_error, one.change) for one in results]


def _ending(
    draft: AnswerDraft, answer: AnswerRows, stop: StopSignal
) -> AnswerSaved | TurnStopped | TurnFailed | None:
    """Saves what came. None: there are tools to run, and then the model is asked again."""
    if draft.failure is not None:
        partial = answer.write(draft, is_partial=True)
        answer.write_error(draft.failure.sentence)
        return TurnFailed(draft.failure.sentence, partial)
    if not draft.is_whole:
        if stop.is_set:
            return TurnStopped(answer.write(draft, is_partial=True))
        partial = answer.write(draft, is_partial=True)
        answer.write_error(NO_ANSWER)
        return TurnFailed(NO_ANSWER, partial)
    saved = answer.write(draft, is_partial=False)
    if draft.calls:
        answer.write_calls(draft.calls)
        return None
    if saved is None or not draft.text.strip():
        answer.write_error(NO_ANSWER)
        return TurnFailed(NO_ANSWER, None)
    return AnswerSaved(saved)
