"""Who has the database open: shared by all who use it, exclusive for the one who replaces it.

A file that is renamed under an open SQLite connection is ruined when that connection closes, as
it deletes the log by name. So recovery waits until nobody else is there. The system releases the
lock of a killed process by itself.
"""

import fcntl
import os
from pathlib import Path

from app.contracts.errors import DatabaseBusy, DatabaseUnwritable

_PRIVATE = 0o600


class UsageLock:
    """Held from the moment it is made until `release`."""

    def __init__(self, database_path: Path, *, exclusive: bool = False) -> None:
        """Raises DatabaseBusy at once when another user stands in the way."""
        lock_path = database_path.with_name(f"{database_path.name}.in-use")
        try:
            self._descriptor = os.open(lock_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE)
        except OSError as error:
            raise DatabaseUnwritable(
                "The app may not write its folder.", detail=str(error)
            ) from error
        try:
            kind = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
            fcntl.flock(self._descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.release()
            raise DatabaseBusy(
                "The database has to be repaired, but another part of the app is still using it.",
                detail=lock_path.name,
            ) from error

    def release(self) -> None:
        """Harmless when it was released before."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
