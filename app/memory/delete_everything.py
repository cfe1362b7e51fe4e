"""Deletes everything the app remembers, for good: files, history, chats, index, drafts, exports.

Asked for once it is carried through: a process that is killed in the middle finishes it at its
next start, before anything else is read. Must leave an app that can be used at once.
"""

import logging
from collections.abc import Callable

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
    """Asks for it, durably. Whoever calls this closes what is open and opens it again at once:
    `finish_erasing` does the rest, when nothing that was begun before can write any more.
    """

    def __init__(self, erasure: Erasure) -> None:
        self._erasure = erasure

    def __call__(self, *, with_keys: bool) -> None:
        self._erasure.begin(with_keys=with_keys)
        # Otherwise the engine would finish them on its way out, and write.
        self._erasure.drop_jobs()
