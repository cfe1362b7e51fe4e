"""A database looked at without changing a byte beside or inside it, also while the app runs."""

import shutil
import tempfile
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from app.contracts.check_up import DatabaseHealth
from app.contracts.errors import DatabaseDamaged, DatabaseError
from app.storage.database.connection import Database
from app.storage.database.health import missing_parts
from app.storage.database.migrations import MIGRATIONS, version_of
from app.storage.database.sqlite_errors import translated_errors

_MOST_COMPLAINTS = 3
_LOG_AS_IT_IS = "readonly_shm=1"
_WITHOUT_LOG = "immutable=1"


@contextmanager
def reading_only(path: Path) -> Generator[Database]:
    """SQLite itself would make or change files next to the database even when it only reads: with
    a log it works on shared memory, which it is told not to touch; without that memory it would
    make some, so there a copy is read.
    """
    if path.exists() and not path.is_file():
        raise DatabaseDamaged("Something else is in place of the database.")
    log, memory = (path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
    if log.exists() and memory.exists():
        with closing(Database(path, read_only_options=_LOG_AS_IT_IS)) as database:
            yield database
    elif not log.exists() or log.stat().st_size == 0:
        with closing(Database(path, read_only_options=_WITHOUT_LOG)) as database:
            yield database
    else:
        with tempfile.TemporaryDirectory() as folder, translated_errors():
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            shutil.copyfile(log, copy.with_name(log.name))
            with closing(Database(copy)) as database:
                yield database


def check_database(database: Database) -> DatabaseHealth:
    """Every page, every index against its table, every reference. Raises nothing: what cannot
    even be read is a problem too.
    """
    try:
        return _checked(database)
    except DatabaseError as error:
        return DatabaseHealth(
            exists=True, newest_version=len(MIGRATIONS), problems=(error.sentence,)
        )


def _checked(database: Database) -> DatabaseHealth:
    version, newest = version_of(database), len(MIGRATIONS)
    problems: list[str] = []
    if version > newest:
        problems.append("It was written by a newer version of the app, which is left alone.")
    complaints = database.values(f"PRAGMA integrity_check({_MOST_COMPLAINTS})")
    if complaints != [("ok",)]:
        problems.append(f"It is damaged: {'; '.join(str(row[0]) for row in complaints)}.")
    if not problems and version == newest:
        problems += _faults_of_contents(database)
    is_usable = not problems and version == newest
    return DatabaseHealth(
        exists=True,
        is_usable=is_usable,
        version=version,
        newest_version=newest,
        conversations=database.number("SELECT count(*) FROM sessions") if is_usable else 0,
        messages=database.number("SELECT count(*) FROM messages") if is_usable else 0,
        problems=tuple(problems),
    )


def _faults_of_contents(database: Database) -> list[str]:
    faults: list[str] = []
    if missing := missing_parts(database):
        faults.append(f"Parts of it are missing: {', '.join(sorted(missing)[:_MOST_COMPLAINTS])}.")
    if loose := len(database.values("PRAGMA foreign_key_check")):
        faults.append(f"{loose} rows belong to conversations that are not there.")
    return faults


def mend_indexes(database: Database) -> None:
    """An index that does not fit its table is made again from it; a start does not look for that,
    as it takes long.
    """
    if database.values("PRAGMA integrity_check(1)") != [("ok",)]:
        database.execute("REINDEX")
