"""The model's side of a turn: memories in, answer streamed, tools run, asked again, answer saved.

Whatever happens, what had come is kept and the turn ends with exactly one ending.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from app.chat.answer_draft import AnswerDraft
from app.chat.answer_rows import AnswerRows
from app.chat.context_compactor import ContextCompactor
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
from app.chat.window_shares import Estimate, memory_room, tools_size, tools_that_fit
from app.contracts.active_model import ActiveModel, ConversationModels
from app.contracts.agents import AgentStore
from app.contracts.clock import Clock, IdSource
from app.contracts.conversation import Message, MessageStore, Session
from app.contracts.model_provider import FinishReason, StreamEvent, ToolCall, ToolDescription
from app.contracts.sent_prompts import SentPromptStore
from app.memory.memory_injector import Injection, MemoryInjector
from app.memory.search.search_wish import wants_memory_search
from app.memory.text.token_estimate import estimate_tokens
from app.tools.executor import ToolExecutor
from app.tools.registry import ToolRegistry
from app.tools.tool import ToolContext
from app.tools.tool_result import ToolResult

MOST_ROUNDS = 25
CHECKPOINT_SECONDS = 2.0
LAST_TURN = 10
"""Rows to look back for the last turn; tool rows lie between its words."""
CUT_OFF = "The answer was cut off: the model came to its length limit. You can ask it to go on."
ONLY_THOUGHT = (
    "The model came to its length limit before its first word. Ask for something shorter."
)
WITHHELD = (
    "The provider's filter held this answer back. Ask in other words, or choose another model."
)
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
        estimate: Estimate = estimate_tokens,
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
        self._estimate = estimate
        self._most_rounds = most_rounds
        self._checkpoint_seconds = checkpoint_seconds

    async def run(
        self, session: Session, asked: Message, stop: StopSignal, instead_of: Sequence[str] = ()
    ) -> AsyncGenerator[TurnEvent, None]:
        """`instead_of` is an earlier answer: unseen by the model, replaced by the new one."""
        model = await asyncio.to_thread(self._model, session, asked)
        prompt = await asyncio.to_thread(self._prompt, session.agent_id)
        injection = await self._inject(session, asked, model)
        if injection.memories:
            yield MemoriesInjected(injection.memories)
        system = "\n\n".join(part for part in (prompt, injection.section) if part)
        caller = ToolContext(session.id, session.is_private, asked.id)
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
        left_out = 0
        is_refused = was_refused = False
        for _ in range(self._most_rounds):
            tools = await asyncio.to_thread(self._tools, caller, model)
            rows = await self._rows(session, left_out, instead_of)
            used = await asyncio.to_thread(self._size, system, tools)
            fitting = self._context.fit(session, model, used, rows, is_refused=is_refused)
            fitted = await stop.unless_stopped(fitting)
            if fitted is None:
                yield TurnStopped(None)
                return
            if fitted.note:
                yield ContextShortened(fitted.note)
                left_out = max(left_out, fitted.leave_out_through)
                rows = await self._rows(session, left_out, instead_of)
            request = build_request(model.model_id, system, rows, tools)
            answer.ask_with(system, left_out, [tool.name for tool in tools])
            draft = AnswerDraft()
            events = stop.until_stopped(model.provider.stream(request))
            async for seen in self._stream(events, draft, answer):
                yield seen
            is_refused = draft.was_too_long and not was_refused
            if is_refused:
                was_refused = True
                continue  # our reckoning was wrong, or nobody knew the window: once more, shorter
            ending = await asyncio.to_thread(_ending, draft, answer, stop)
            if ending is not None:
                yield ending
                return
            yield ToolsCalled(tuple(call.name for call in draft.calls))
            for result in await self._run_tools(draft.calls, caller, answer, stop):
                yield result
            if stop.is_set:
                yield TurnStopped(None)
                return
        sentence = TOO_MANY_ROUNDS.format(rounds=self._most_rounds)
        await asyncio.to_thread(answer.write_error, sentence)
        yield TurnFailed(sentence, None)

    async def _rows(
        self, session: Session, left_out: int, instead_of: Sequence[str]
    ) -> list[Message]:
        rows = await asyncio.to_thread(self._messages.after, session.id, left_out)
        return [row for row in rows if row.id not in instead_of]

    def _tools(self, caller: ToolContext, model: ActiveModel) -> tuple[ToolDescription, ...]:
        offered = self._registry.descriptions(caller)
        if not model.is_language_model:
            return offered
        return tools_that_fit(offered, model.context_window, self._estimate)

    def _size(self, system: str, tools: Sequence[ToolDescription]) -> int:
        return self._estimate(system) + tools_size(tools, self._estimate)

    def _model(self, session: Session, asked: Message) -> ActiveModel:
        """A person's own search of their memory is answered here, whoever else answers."""
        if not session.is_private and wants_memory_search(asked.text):
            return self._models.on_device()
        return self._models.for_agent(session.agent_id)

    def _prompt(self, agent_id: str) -> str:
        agent = self._agents.get(agent_id)
        return agent.prompt if agent is not None else ""

    async def _inject(self, session: Session, asked: Message, model: ActiveModel) -> Injection:
        if session.is_private:
            return Injection()
        earlier = await asyncio.to_thread(
            self._messages.newest, session.id, before_sequence=asked.sequence, limit=LAST_TURN
        )
        room = memory_room(model.context_window)
        return await self._injector.inject(asked.text, session.id, earlier, most_tokens=room)

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
        self, calls: Sequence[ToolCall], caller: ToolContext, answer: AnswerRows, stop: StopSignal
    ) -> list[ToolEnded]:
        """A stop does not wait for a slow tool; what had ended by then is kept."""
        ended: dict[str, ToolResult] = {}

        def note(result: ToolResult) -> None:
            ended[result.call.id] = result

        await stop.unless_stopped(self._executor.run_round(calls, caller, note))
        results = [ended[call.id] for call in calls if call.id in ended]

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
        return _failed(draft.failure.sentence, draft, answer)
    if not draft.is_whole:
        if stop.is_set:
            return TurnStopped(answer.write(draft, is_partial=True))
        return _failed(NO_ANSWER, draft, answer)
    if draft.calls:
        answer.write(draft, is_partial=False)
        answer.write_calls(draft.calls, draft.usage)
        return None
    if draft.finish is FinishReason.FILTERED:
        return _failed(WITHHELD, draft, answer)
    if draft.finish is FinishReason.LENGTH:
        return _cut_off(draft, answer)
    saved = answer.write(draft, is_partial=False) if draft.text.strip() else None
    return _failed(NO_ANSWER, draft, answer) if saved is None else AnswerSaved(saved)


def _cut_off(draft: AnswerDraft, answer: AnswerRows) -> TurnFailed:
    """All that the model will ever say of it, so no longer partial: it is logged and found."""
    if not draft.text.strip():
        return _failed(ONLY_THOUGHT, draft, answer)
    return _failed(CUT_OFF, draft, answer, is_partial=False)


def _failed(
    sentence: str, draft: AnswerDraft, answer: AnswerRows, *, is_partial: bool = True
) -> TurnFailed:
    partial = answer.write(draft, is_partial=is_partial)
    answer.write_error(sentence, draft.usage if partial is None else None)
    return TurnFailed(sentence, partial)
