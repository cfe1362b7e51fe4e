"""What a view model may ask for without knowing of threads or Kivy: run this, then tell me."""

from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

Failure = Callable[[str], None]
"""Gets one sentence for the person."""


class RunningTask(Protocol):
    def cancel(self) -> None: ...


class Tasks(Protocol):
    """Every callback arrives on the UI thread, in order."""

    def follow(
        self,
        events: AsyncIterator[T],
        on_event: Callable[[T], None],
        on_failure: Failure,
    ) -> RunningTask:
        """Consumes the events off the UI thread and hands each over."""
        ...

    def run(
        self,
        work: Coroutine[Any, Any, T],
        on_result: Callable[[T], None],
        on_failure: Failure,
    ) -> RunningTask:
        """Runs asynchronous work off the UI thread."""
        ...

    def call(
        self, work: Callable[[], T], on_result: Callable[[T], None], on_failure: Failure
    ) -> RunningTask:
        """Runs blocking work on a worker thread."""
        ...
