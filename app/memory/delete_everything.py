"""Deletes everything the app remembers, for good: files, history, chats, index, drafts, exports.

Asked for once it is carried through: a process that is killed in the middle finishes it at its
next start, before anything else is read. Must leave an app that can be used at once.
"""

import logging
from collections.abc import Callable

from app.contracts.engine_link import EngineControl
from app.contracts.erasure import Erasure
from app.contracts.history import VersionHistory
from app.contracts.memory_files import MemoryFiles

logger = logging.getLogger(__name__)

WORD = "delete"
"""What a person has to type."""


def is_confirmed(typed: str) -> bool:
    return typed.strip().casefold() == WORD


def finish_erasing(
    erasure: Erasure,
    files: MemoryFiles,
    history: VersionHistory,
    drop_keys: Callable[[], None],
) -> bool:
    """Does what was asked for, whether now or before a kill. True when there was something."""
    if not erasure.is_begun():
        return False
    with files.lock():
        if not erasure.is_begun():
            return False  # the other process was faster
        erasure.erase_rows()
        history.erase()
        erasure.erase_files()
        history.prepare()
        if erasure.takes_keys():
            drop_keys()
        erasure.end()
    logger.info("everything that was remembered is deleted")
    return True


class DeleteEverything:
    """Takes as long as the engine needs to stop: call it off the UI thread."""

    def __init__(
        self,
        erasure: Erasure,
        files: MemoryFiles,
        history: VersionHistory,
        engine: EngineControl,
        drop_keys: Callable[[], None],
    ) -> None:
        self._erasure = erasure
        self._files = files
        self._history = history
        self._engine = engine
        self._drop_keys = drop_keys

    def __call__(self, *, with_keys: bool) -> None:
        self._erasure.begin(with_keys=with_keys)
        # Otherwise the engine would finish them on its way out, and write.
        self._erasure.drop_jobs()
        self._engine.stop()
        try:
            finish_erasing(self._erasure, self._files, self._history, self._drop_keys)
        finally:
            self._engine.start()
