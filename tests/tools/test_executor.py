import asyncio
import logging
import threading
from collections.abc import Sequence

import pytest

from app.contracts.errors import DatabaseBusy
from app.contracts.model_provider import ToolCall
from app.tools.arguments import Arguments
from app.tools.executor import (
    SETTLE_SECONDS,
    EndsWithin,
    Running,
    ToolExecutor,
    ends_within,
)
from app.tools.parameters import TextParameter
from app.tools.registry import ToolRegistry
from app.tools.tool import Tool, ToolContext, ToolOutcome, ToolSuccess
from app.tools.tool_result import ToolResult
from tests.tools.simple_tools import SimpleTool, Work, time_is_up_when

CONTEXT = ToolContext("s1")


async def run(
    tools: Sequence[Tool],
    calls: Sequence[str],
    context: ToolContext = CONTEXT,
    *,
    patience: EndsWithin = ends_within,
) -> tuple[ToolResult, ...]:
    executor = ToolExecutor(ToolRegistry(tools), ends_within=patience)
    wanted = [ToolCall(f"c{number}", name, "{}") for number, name in enumerate(calls)]
    return await executor.run_round(wanted, context)


def waiting_for(event: threading.Event, answer: str = "ended") -> Work:
    def work(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        assert event.wait(30)
        return ToolSuccess(answer)

    return work


async def test_results_come_in_the_order_of_the_calls():
    second_ended = threading.Event()

    def second(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        second_ended.set()
        return ToolSuccess("second")

    tools = [SimpleTool("a", waiting_for(second_ended, "first")), SimpleTool("b", second)]
    results = await run(tools, ["a", "b"])
    assert [result.text for result in results] == ["first", "second"]
    assert [result.call.id for result in results] == ["c0", "c1"]


async def test_reads_run_side_by_side():
    both_are_here = threading.Barrier(2, timeout=30)

    def work(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        both_are_here.wait()
        return ToolSuccess("met")

    results = await run([SimpleTool("a", work)], ["a", "a"])
    assert [result.text for result in results] == ["met", "met"]


async def test_many_calls_of_one_answer_are_all_answered():
    results = await run([SimpleTool("a")], ["a"] * 100)
    assert {result.text for result in results} == {"a done"}
    assert len(results) == 100


async def test_writes_run_one_after_the_other_and_reads_see_the_writes_before_them():
    order: list[str] = []

    def noting(name: str) -> Work:
        def work(arguments: Arguments, context: ToolContext) -> ToolOutcome:
            order.append(f"{name} begins")
            order.append(f"{name} ends")
            return ToolSuccess(name)

        return work

    names = ["read1", "write1", "write2", "read2", "write3"]
    tools = [SimpleTool(n, noting(n), writes=n.startswith("write")) for n in names]
    await run(tools, names)
    assert order == [f"{name} {moment}" for name in names for moment in ("begins", "ends")]


async def test_an_unknown_or_switched_off_tool_is_tool_not_found_and_the_others_still_run():
    results = await run([SimpleTool("a")], ["imaginary", "a"])
    assert results[0].text.startswith("tool_not_found: ")
    assert results[0].is_error
    assert results[1].text == "a done"
    registry = ToolRegistry([SimpleTool("a")], lambda: {"a"})
    (off,) = await ToolExecutor(registry).run_round([ToolCall("c", "a", "{}")], CONTEXT)
    assert off.text.startswith("tool_not_found: ")


async def test_bad_arguments_never_reach_the_tool():
    def never(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        raise AssertionError

    tool = SimpleTool("a", never, parameters=(TextParameter("x", "X.", is_required=True),))
    executor = ToolExecutor(ToolRegistry([tool]))
    for bad in ("{}", '{"x": null}', '{"x": 1}', '{"x": "y", "z": 1}', '{"x": '):
        (result,) = await executor.run_round([ToolCall("c", "a", bad)], CONTEXT)
        assert result.text.startswith("validation_error: ")


async def test_a_crash_becomes_an_execution_error_without_stack_or_secret(
    caplog: pytest.LogCaptureFixture,
):
    def crash(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        raise KeyError("sk-secret-key")

    with caplog.at_level(logging.ERROR):
        broken, fine = await run([SimpleTool("a", crash), SimpleTool("b")], ["a", "b"])
    assert broken.text == "execution_error: a failed unexpectedly."
    assert fine.text == "b done"
    assert "a crashed" in caplog.text


async def test_an_error_of_ours_is_told_in_its_own_sentence_without_the_detail():
    def busy(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        raise DatabaseBusy("The database is busy.", detail="SQLITE_BUSY in oneclaw.db")

    (result,) = await run([SimpleTool("a", busy)], ["a"])
    assert result.text == "execution_error: The database is busy."


async def test_a_reader_that_takes_too_long_is_a_timeout():
    may_end = threading.Event()
    tools = [SimpleTool("slow", waiting_for(may_end), seconds=0.01), SimpleTool("b")]
    try:
        slow, fine = await run(tools, ["slow", "b"])
    finally:
        may_end.set()
    assert slow.text.startswith("timeout: slow took longer than 0.01 seconds.")
    assert fine.text == "b done"


async def test_a_writer_that_takes_too_long_before_its_write_never_writes():
    has_started, may_go_on, ended = threading.Event(), threading.Event(), threading.Event()
    wrote: list[str] = []

    def work(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        has_started.set()
        try:
            assert may_go_on.wait(30)
            context.gate.begin()
            wrote.append("something")
        finally:
            ended.set()
        return ToolSuccess("never told")

    tools = [SimpleTool("a", work, writes=True)]
    (result,) = await run(tools, ["a"], patience=time_is_up_when(has_started))
    assert result.text.startswith("timeout: ")
    assert "Nothing was changed, and nothing will be." in result.text
    may_go_on.set()
    await asyncio.to_thread(ended.wait, 30)
    assert wrote == []


async def test_a_writer_whose_write_has_begun_is_waited_for_and_tells_the_truth():
    has_begun, may_end = threading.Event(), threading.Event()
    waits: list[float] = []

    def work(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        context.gate.begin()
        has_begun.set()
        assert may_end.wait(30)
        return ToolSuccess("Saved.")

    async def patience(running: Running, seconds: float) -> bool:
        waits.append(seconds)
        if len(waits) == 1:
            await asyncio.to_thread(has_begun.wait, 30)
            return False
        may_end.set()
        return await ends_within(running, 30)

    tools = [SimpleTool("a", work, writes=True, seconds=10)]
    (result,) = await run(tools, ["a"], patience=patience)
    assert result.text == "Saved."
    assert waits == [10, SETTLE_SECONDS]


async def test_a_write_that_has_begun_and_does_not_end_is_an_unknown_outcome():
    has_begun, may_end = threading.Event(), threading.Event()

    def work(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        context.gate.begin()
        has_begun.set()
        assert may_end.wait(30)
        return ToolSuccess("late")

    tools = [SimpleTool("a", work, writes=True)]
    try:
        (result,) = await run(tools, ["a"], patience=time_is_up_when(has_begun, has_begun))
    finally:
        may_end.set()
    assert result.text.startswith("timeout: ")
    assert "may still be completed: look before you try again" in result.text


async def test_a_change_that_is_on_disk_is_never_told_as_failed():
    is_durable, may_end = threading.Event(), threading.Event()

    def slow_afterwards(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        context.gate.begin()
        context.gate.mark_durable()
        is_durable.set()
        assert may_end.wait(30)
        return ToolSuccess("late")

    def crash_afterwards(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        context.gate.begin()
        context.gate.mark_durable()
        raise KeyError("the index")

    tools = [
        SimpleTool("slow", slow_afterwards, writes=True),
        SimpleTool("crash", crash_afterwards, writes=True),
    ]
    try:
        slow, crash = await run(tools, ["slow", "crash"], patience=time_is_up_when(is_durable))
    finally:
        may_end.set()
    assert not slow.is_error
    assert slow.text.startswith("The change is saved.")
    assert not crash.is_error
    assert crash.text.startswith("The change is saved, but")


async def test_a_cancelled_turn_ends_the_wait_closes_the_gate_and_keeps_what_was_done():
    has_begun, may_end, ended = threading.Event(), threading.Event(), threading.Event()
    wrote: list[str] = []

    def work(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        has_begun.set()
        try:
            assert may_end.wait(30)
            context.gate.begin()
            wrote.append("something")
        finally:
            ended.set()
        return ToolSuccess("never told")

    tools = [SimpleTool("a"), SimpleTool("b", work, writes=True), SimpleTool("c")]
    executor = ToolExecutor(ToolRegistry(tools))
    calls = [ToolCall(name, name, "{}") for name in ("a", "b", "c")]
    told: list[str] = []
    turn = asyncio.create_task(
        executor.run_round(calls, CONTEXT, lambda result: told.append(result.text))
    )
    await asyncio.to_thread(has_begun.wait, 30)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    may_end.set()
    await asyncio.to_thread(ended.wait, 30)
    assert told == ["a done"]
    assert wrote == []


async def test_a_private_session_is_refused_what_touches_memory():
    tools = [SimpleTool("a"), SimpleTool("b", works_in_private=True)]
    refused, fine = await run(tools, ["a", "b"], ToolContext("s1", is_private=True))
    assert refused.text.startswith("private_session: This conversation is private")
    assert fine.text == "b done"


async def test_every_call_has_a_gate_of_its_own():
    gates: list[object] = []

    def work(arguments: Arguments, context: ToolContext) -> ToolOutcome:
        gates.append(context.gate)
        return ToolSuccess("")

    await run([SimpleTool("a", work)], ["a", "a"])
    assert len({id(gate) for gate in gates}) == 2
