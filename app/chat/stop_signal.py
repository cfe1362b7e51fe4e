"""Stop, pressed on one thread and heard on another, even while a stream says nothing."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from typing import Any, TypeVar

T = TypeVar("T")


class StopSignal:
    """Made by whoever starts a turn; `stop` may be called from any thread, at any time."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._event = asyncio.Event()
        self._is_set = False

    @property
    def is_set(self) -> bool:
        return self._is_set

    def stop(self) -> None:
        self._is_set = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._event.set)

    async def until_stopped(self, events: AsyncGenerator[T, None]) -> AsyncGenerator[T, None]:
        """The events, ended early by a stop; the source is closed in either case."""
        stopped = asyncio.ensure_future(self._wait())
        async with aclosing(events):
            try:
                while not self._is_set:
                    following = asyncio.ensure_future(_next_of(events))
                    await asyncio.wait((following, stopped), return_when=asyncio.FIRST_COMPLETED)
                    if not following.done():
                        await _cancelled(following)
                        return
                    event = following.result()
                    if event is None:
                        return
                    yield event[0]
            finally:
                await _cancelled(stopped)

    async def unless_stopped(self, work: Coroutine[Any, Any, T]) -> T | None:
        """What comes of the work; None when a stop came first, and the work is cancelled then."""
        stopped = asyncio.ensure_future(self._wait())
        working = asyncio.ensure_future(work)
        try:
            await asyncio.wait((working, stopped), return_when=asyncio.FIRST_COMPLETED)
            return working.result() if working.done() else None
        finally:
            await _cancelled(stopped)
            await _cancelled(working)

    async def _wait(self) -> None:
        self._loop = asyncio.get_running_loop()
        # Read after the loop is known: a stop that came before it has only left this mark.
        if not self._is_set:
            await self._event.wait()


async def _next_of(events: AsyncGenerator[T, None]) -> tuple[T] | None:
    try:
        return (await anext(events),)
    except StopAsyncIteration:
        return None


async def _cancelled(task: "asyncio.Future[Any]") -> None:
    task.cancel()
    await asyncio.wait((task,))
