"""Runs the tool calls of one answer: side by side where they only read, in order where they write.

Whatever a tool does, the model gets a result it can read. Must never tell it that a change failed
when the change was made: a writer that runs out of time is stopped at its gate, or waited for.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

from app.contracts.errors import OneClawError
from app.contracts.model_provider import ToolCall
from app.tools.arguments import Arguments, InvalidArguments, read_arguments
from app.tools.registry import ToolRegistry
from app.tools.tool import (
    Tool,
    ToolContext,
    ToolErrorCode,
    ToolFailure,
    ToolOutcome,
    ToolSuccess,
)
from app.tools.tool_result import ToolResult
from app.tools.write_gate import GateState, WriteGate

MOST_AT_ONCE = 4
SETTLE_SECONDS = 5.0
"""How long a write that has begun is waited for after the tool's time is up."""

logger = logging.getLogger(__name__)

OnResult = Callable[[ToolResult], None]
Running = asyncio.Future[ToolOutcome]
EndsWithin = Callable[[Running, float], Awaitable[bool]]


def _ignore(_: ToolResult) -> None: ...


async def ends_within(running: Running, seconds: float) -> bool:
    """Whether the call ended in time. Leaves one that did not running."""
    done, _ = await asyncio.wait({running}, timeout=seconds)
    return bool(done)


class ToolExecutor:
    def __init__(
        self,
        registry: ToolRegistry,
        threads: Executor | None = None,
        *,
        ends_within: EndsWithin = ends_within,
    ) -> None:
        """`threads` None: the event loop's own."""
        self._registry = registry
        self._threads = threads
        self._ends_within = ends_within

    async def run_round(
        self, calls: Sequence[ToolCall], context: ToolContext, on_result: OnResult = _ignore
    ) -> tuple[ToolResult, ...]:
        """Results in the order of the calls. `on_result` is told as each one ends, so that a turn
        cancelled half-way keeps what was done.

        A read sees the writes before it and none after it. Cancelling ends the waiting at once:
        a write that has not begun never does, one that has is finished in its thread.
        """
        results: list[ToolResult] = []
        for group in self._groups(calls):
            results += await self._run_group(group, context, on_result)
        return tuple(results)

    def _groups(self, calls: Sequence[ToolCall]) -> Iterator[list[ToolCall]]:
        """Each writer for itself, and the readers between two of them together."""
        readers: list[ToolCall] = []
        for call in calls:
            tool = self._registry.find(call.name)
            if tool is None or not tool.definition.writes:
                readers.append(call)
                continue
            yield readers
            yield [call]
            readers = []
        yield readers

    async def _run_group(
        self, calls: Sequence[ToolCall], context: ToolContext, on_result: OnResult
    ) -> list[ToolResult]:
        free = asyncio.Semaphore(MOST_AT_ONCE)

        async def run(call: ToolCall) -> ToolResult:
            async with free:
                result = ToolResult(call, await self._run_call(call, context))
            on_result(result)
            return result

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(run(call)) for call in calls]
        return [task.result() for task in tasks]

    async def _run_call(self, call: ToolCall, context: ToolContext) -> ToolOutcome:
        tool = self._registry.find(call.name)
        if tool is None:
            return ToolFailure(
                ToolErrorCode.TOOL_NOT_FOUND,
                "There is no tool of this name, or it is switched off. Use one that was offered.",
            )
        if context.is_private and not tool.definition.works_in_private:
            return ToolFailure(
                ToolErrorCode.PRIVATE_SESSION,
                "This conversation is private: nothing is read from memory or saved here. "
                "Say so to the person; a normal conversation can do it.",
            )
        return await self._run_in_thread(tool, call, replace(context, gate=WriteGate()))

    async def _run_in_thread(self, tool: Tool, call: ToolCall, context: ToolContext) -> ToolOutcome:
        work = partial(_attempt, tool, call.arguments_json, context)
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        try:
            if await self._ends_within(running, tool.definition.seconds):
                return running.result()
            return await self._late(tool, running, context.gate)
        finally:
            context.gate.close()
            running.cancel()

    async def _late(self, tool: Tool, running: Running, gate: WriteGate) -> ToolOutcome:
        """The time is up: what can be said truthfully about the change?"""
        logger.warning(
            "tool %s took longer than %s s", tool.definition.name, tool.definition.seconds
        )
        has_begun = gate.close() is GateState.BEGUN
        if has_begun and await self._ends_within(running, SETTLE_SECONDS):
            return running.result()
        return _told_late(tool, gate.state)


def _told_late(tool: Tool, state: GateState) -> ToolOutcome:
    match state:
        case GateState.DURABLE:
            return ToolSuccess(
                "The change is saved. Recording it in the version history takes longer than "
                "usual and goes on in the background."
            )
        case GateState.BEGUN:
            fate = "Its change had begun and may still be completed: look before you try again."
        case _ if tool.definition.writes:
            fate = "Nothing was changed, and nothing will be."
        case _:
            fate = "Ask for less, or try again later."
    took = f"{tool.definition.name} took longer than {tool.definition.seconds:g} seconds."
    return ToolFailure(ToolErrorCode.TIMEOUT, f"{took} {fate}")


def _attempt(tool: Tool, arguments_json: str, context: ToolContext) -> ToolOutcome:
    """On the worker thread."""
    outcome = _outcome_of(tool, arguments_json, context)
    if isinstance(outcome, ToolFailure) and context.gate.has_written:
        logger.warning("tool %s changed a file, then: %s", tool.definition.name, outcome.message)
        return ToolSuccess(
            "The change is saved, but it could not be recorded in the version history yet. "
            "There is no need to repeat it."
        )
    return outcome


def _outcome_of(tool: Tool, arguments_json: str, context: ToolContext) -> ToolOutcome:
    """The one place where anything a tool raises becomes an answer."""
    name = tool.definition.name
    try:
        match read_arguments(arguments_json, tool.definition.parameters):
            case InvalidArguments(reason):
                return ToolFailure(ToolErrorCode.VALIDATION_ERROR, reason)
            case Arguments() as arguments:
                return tool.run(arguments, context)
    except OneClawError as error:
        logger.warning("tool %s: %s", name, error)
        return ToolFailure(ToolErrorCode.EXECUTION_ERROR, error.sentence)
    except Exception:
        logger.exception("tool %s crashed", name)
        return ToolFailure(ToolErrorCode.EXECUTION_ERROR, f"{name} failed unexpectedly.")
