"""Opens the app's database: private to the person, never a newer app's, always migrated."""

import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from app.contracts.errors import DatabaseBusy, DatabaseDamaged, DatabaseTooNew, DatabaseUnwritable
from app.storage.database.connection import BUSY_TIMEOUT_SECONDS, Database
from app.storage.database.migrations import MIGRATIONS, migrate
from app.storage.database.sqlite_errors import DAMAGED, translated_errors
from app.storage.database.text_search import folded

_PRIVATE = 0o600
_LOCK_PATIENCE_SECONDS = 60.0


def open_database(path: Path, *, busy_timeout: float = BUSY_TIMEOUT_SECONDS) -> Database:
    """The database at this path, made if there is none.

    Raises DatabaseTooNew and leaves every byte alone when a newer app has been here, and
    DatabaseDamaged when it cannot be read.
    """
    with opening_lock(path):
        return open_locked(path, busy_timeout=busy_timeout)


def open_locked(path: Path, *, busy_timeout: float = BUSY_TIMEOUT_SECONDS) -> Database:
    """As `open_database`, for a caller that holds the opening lock."""
    _refuse_misplaced(path)
    refuse_newer(path)
    _make_private(path)
    database = Database(path, busy_timeout=busy_timeout)
    database.add_function("folded", folded, 1)
    opened = False
    try:
        database.values("PRAGMA journal_mode = WAL")
        migrate(database)
        opened = True
    finally:
        if not opened:
            database.close()
    return database


@contextmanager
def opening_lock(path: Path) -> Generator[None]:
    """One process at a time opens, migrates or recovers; the other waits for it to finish."""
    lock = FileLock(path.with_name(f"{path.name}.lock"), mode=_PRIVATE)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=_LOCK_PATIENCE_SECONDS)
    except Timeout as error:
        raise DatabaseBusy("The database is being opened by another process.") from error
    except OSError as error:
        raise DatabaseUnwritable("The app may not write its folder.", detail=str(error)) from error
    try:
        yield
    finally:
        lock.release()


def refuse_newer(path: Path) -> None:
    """Asks a read-only connection, which can change neither the file nor its log.

    Without a log the file is declared immutable too, and SQLite does not even put one beside it.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return
    log = path.with_name(f"{path.name}-wal")
    address = f"{path.absolute().as_uri()}?mode=ro{'' if log.exists() else '&immutable=1'}"
    with translated_errors(), closing(sqlite3.connect(address, uri=True)) as connection:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise DatabaseTooNew(
            "This data was written by a newer version of the app. Please update the app.",
            detail=f"version {version}, this app knows {len(MIGRATIONS)}",
        )


def _refuse_misplaced(path: Path) -> None:
    """SQLite throws a log away when the file it belongs to is missing or empty: look first."""
    if path.exists() and not path.is_file():
        raise DatabaseDamaged(DAMAGED, detail="something else is in its place")
    log = path.with_name(f"{path.name}-wal")
    is_empty = not path.exists() or path.stat().st_size == 0
    if is_empty and log.is_file() and log.stat().st_size > 0:
        raise DatabaseDamaged(DAMAGED, detail="only its log is left")


def _make_private(path: Path) -> None:
    """SQLite gives its -wal and -shm files the mode of the main file.

    A file that exists is not opened here: closing it again would release the locks that SQLite
    holds on it for another connection of this process.
    """
    try:
        if path.exists():
            path.chmod(_PRIVATE)
        else:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE))
    except OSError as error:
        raise DatabaseUnwritable(
            "The app may not write its database.", detail=str(error)
        ) from error
