"""Stores what is typed, a moment after the last key. Knows no Kivy; never waits for the disk.

Never called for a private conversation.
"""

import asyncio
import threading
from collections.abc import Callable

from app.contracts.drafts import Draft, DraftStore
from app.ui.tasks import RunningTask, Tasks

PAUSE_SECONDS = 0.4


class DraftKeeper:
    def __init__(self, drafts: DraftStore, tasks: Tasks, pause: float = PAUSE_SECONDS) -> None:
        self._drafts = drafts
        self._tasks = tasks
        self._pause = pause
        self._writing = threading.Lock()
        self._unsaved: tuple[str | None, Draft] | None = None
        self._running: RunningTask | None = None

    def typed(self, session_id: str | None, draft: Draft) -> None:
        self._unsaved = (session_id, draft)
        if self._running is not None:
            self._running.cancel()
        self._running = self._tasks.run(self._soon(), lambda _: None, lambda _: None)

    def flush(self) -> None:
        """The conversation or the app is left."""
        self._tasks.call(self.write, lambda _: None, lambda _: None)

    def load(self, session_id: str | None, show: Callable[[Draft], None]) -> None:
        self._tasks.call(lambda: self.read(session_id), show, lambda _: None)

    def read(self, session_id: str | None) -> Draft:
        """On a worker. What was typed a moment ago is newer than what is stored."""
        self.write()
        return self._drafts.get(session_id)

    def write(self) -> None:
        """On a worker, in the order of typing."""
        with self._writing:
            unsaved, self._unsaved = self._unsaved, None
            if unsaved is not None:
                self._drafts.keep(*unsaved)

    async def _soon(self) -> None:
        await asyncio.sleep(self._pause)
        await asyncio.to_thread(self.write)
