"""Tasks that run on the calling thread: a view model can be watched step by step.

What is started while something runs waits for it, as it would in the real bridge's loop.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

from app.contracts.errors import OneClawError
from app.ui.tasks import Failure

T = TypeVar("T")


class _Ended:
    def cancel(self) -> None: ...


class InlineTasks:
    """Implements Tasks."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_busy = False

    def follow(
        self, events: AsyncIterator[T], on_event: Callable[[T], None], on_failure: Failure
    ) -> _Ended:
        async def consume() -> None:
            async for event in events:
                on_event(event)

        return self.call(lambda: asyncio.run(consume()), lambda _: None, on_failure)

    def run(
        self,
        work: Coroutine[Any, Any, T],
        on_result: Callable[[T], None],
        on_failure: Failure,
    ) -> _Ended:
        return self.call(lambda: asyncio.run(work), on_result, on_failure)

    def call(
        self, work: Callable[[], T], on_result: Callable[[T], None], on_failure: Failure
    ) -> _Ended:
        def attempt() -> None:
            try:
                result = work()
            except OneClawError as error:
                on_failure(error.sentence)
            else:
                on_result(result)

        self._waiting.append(attempt)
        if not self._is_busy:
            self._is_busy = True
            try:
                while self._waiting:
                    self._waiting.popleft()()
            finally:
                self._is_busy = False
        return _Ended()
