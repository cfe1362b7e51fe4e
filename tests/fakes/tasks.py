"""Tasks that run at once, on the calling thread: a view model can be watched step by step."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

from app.contracts.errors import OneClawError
from app.ui.tasks import Failure

T = TypeVar("T")


class _Ended:
    def cancel(self) -> None: ...


class InlineTasks:
    """Implements Tasks."""

    def follow(
        self, events: AsyncIterator[T], on_event: Callable[[T], None], on_failure: Failure
    ) -> _Ended:
        async def consume() -> None:
            async for event in events:
                on_event(event)

        try:
            asyncio.run(consume())
        except OneClawError as error:
            on_failure(error.sentence)
        return _Ended()

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
        try:
            result = work()
        except OneClawError as error:
            on_failure(error.sentence)
        else:
            on_result(result)
        return _Ended()
