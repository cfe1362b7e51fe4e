"""Blocking work that tells how far it is and can be asked to stop. Knows no Kivy.

The work runs on a worker; what it tells arrives on the UI thread, at most once per percent.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from app.contracts.archives import Tell
from app.ui.tasks import Failure, Tasks

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """`total` 0: nobody knows yet."""

    done: int = 0
    total: int = 0

    @property
    def share(self) -> float:
        return min(1.0, self.done / self.total) if self.total else 0.0


NOT_BEGUN = Progress()


@dataclass(frozen=True, slots=True)
class _Finished(Generic[T]):
    result: T


class LongWork:
    """One piece of work at a time; `stop` asks it to end early."""

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks
        self._wants_stop = threading.Event()

    def start(
        self,
        work: Callable[[Tell], T],
        on_progress: Callable[[Progress], None],
        on_result: Callable[[T], None],
        on_failure: Failure,
    ) -> None:
        self._wants_stop = threading.Event()

        def arrived(event: Progress | _Finished[T]) -> None:
            match event:
                case Progress():
                    on_progress(event)
                case _Finished(result=result):
                    on_result(result)

        self._tasks.follow(_events(work, self._wants_stop), arrived, on_failure)

    def stop(self) -> None:
        self._wants_stop.set()


async def _events(
    work: Callable[[Tell], T], wants_stop: threading.Event
) -> AsyncIterator[Progress | _Finished[T]]:
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[Progress | None] = asyncio.Queue()
    shown = -1

    def tell(done: int, total: int) -> bool:
        nonlocal shown
        percent = 100 * done // total if total else 0
        if percent != shown:
            shown = percent
            loop.call_soon_threadsafe(news.put_nowait, Progress(done, total))
        return not wants_stop.is_set()

    running = asyncio.ensure_future(asyncio.to_thread(work, tell))
    running.add_done_callback(lambda _: news.put_nowait(None))
    while (progress := await news.get()) is not None:
        yield progress
    yield _Finished(await running)
