"""The only file that knows both the asyncio thread and Kivy's clock.

One of the three places with a broad except: whatever goes wrong down there is logged and becomes
one sentence up here. Nothing slow ever runs on the UI thread.
"""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar, cast

from kivy.clock import Clock

from app.contracts.errors import OneClawError
from app.ui.tasks import Failure

T = TypeVar("T")

UNEXPECTED = "Something went wrong. Nothing you wrote is lost."
CLOSE_SECONDS = 5.0

# Kivy carries no types; this is the one call of it that is used here.
_on_next_frame = cast("Callable[[Callable[[float], None]], object]", Clock.schedule_once)

logger = logging.getLogger(__name__)


class EventBridge:
    """Implements Tasks."""

    def __init__(self) -> None:
        self._under_way: set[Future[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="chat", daemon=True)
        self._thread.start()

    def follow(
        self,
        events: AsyncIterator[T],
        on_event: Callable[[T], None],
        on_failure: Failure,
    ) -> "Future[None]":
        async def consume() -> None:
            async for event in events:
                _to_ui_thread(on_event, event)

        return self._submit(consume(), on_failure)

    def run(
        self,
        work: Coroutine[Any, Any, T],
        on_result: Callable[[T], None],
        on_failure: Failure,
    ) -> "Future[None]":
        async def finish() -> None:
            _to_ui_thread(on_result, await work)

        return self._submit(finish(), on_failure)

    def call(
        self, work: Callable[[], T], on_result: Callable[[T], None], on_failure: Failure
    ) -> "Future[None]":
        async def run() -> None:
            _to_ui_thread(on_result, await asyncio.to_thread(work))

        return self._submit(run(), on_failure)

    @property
    def is_idle(self) -> bool:
        """Nothing that was asked for is still to come; what came may not be drawn yet."""
        return not self._under_way

    def close(self) -> None:
        """May be called again: Kivy reports its end once for `stop` and once for the loop."""
        if self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.run_until_complete(_end_what_is_under_way())
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def _submit(self, work: Coroutine[None, None, None], on_failure: Failure) -> "Future[None]":
        async def guarded() -> None:
            try:
                await work
            except OneClawError as error:
                logger.warning("shown to the person: %s", error)
                _to_ui_thread(on_failure, error.sentence)
            except Exception:
                logger.exception("unexpected failure")
                _to_ui_thread(on_failure, UNEXPECTED)

        started = asyncio.run_coroutine_threadsafe(guarded(), self._loop)
        self._under_way.add(started)
        started.add_done_callback(self._under_way.discard)
        return started


async def _end_what_is_under_way() -> None:
    left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def _to_ui_thread(callback: Callable[[T], None], value: T) -> None:
    def arrive(_elapsed: float) -> None:
        callback(value)

    _on_next_frame(arrive)
