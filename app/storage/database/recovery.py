"""Opens the database at start; a damaged one is set aside and what can be read of it recovered.

Nothing is ever deleted: the damaged files keep lying beside the new one under a name with the
time. The new file is complete before the old one is moved, so that a kill at any moment leaves
either the old state, which is recovered again, or a new file that only waits for its name. While
another process has the database open, nothing is moved.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.contracts.errors import DatabaseDamaged, DatabaseUnwritable
from app.storage.database.connection import Database
from app.storage.database.health import refuse_damaged
from app.storage.database.opening import open_locked, opening_lock
from app.storage.database.salvage import salvage
from app.storage.database.usage_lock import UsageLock

_COMPANIONS = ("", "-wal", "-shm")


@dataclass(frozen=True, slots=True)
class RecoveryReport:
    """What was found and done, in plain sentences; empty when all was well.

    `index_is_lost`: the index is empty now and has to be built again from the files.
    """

    findings: tuple[str, ...] = ()
    set_aside: tuple[Path, ...] = ()
    index_is_lost: bool = False


@dataclass(frozen=True, slots=True)
class OpenedDatabase:
    database: Database
    report: RecoveryReport


def open_recovering(path: Path, now: datetime) -> OpenedDatabase:
    """As `open_database`, after looking at every page; `now` names what is set aside.

    Raises DatabaseTooNew and DatabaseUnwritable, and DatabaseBusy when it is damaged but still
    in use by another process, which has to be stopped first. Never raises DatabaseDamaged.
    """
    with opening_lock(path):
        report = _finish_interrupted(path, now)
        try:
            return OpenedDatabase(_open_whole(path), report)
        except DatabaseDamaged:
            report = _recover(path, now)
        return OpenedDatabase(_open_whole(path), report)


def _open_whole(path: Path) -> Database:
    database = open_locked(path)
    is_whole = False
    try:
        refuse_damaged(database)
        is_whole = True
    finally:
        if not is_whole:
            database.close()
    return database


def _recover(path: Path, now: datetime) -> RecoveryReport:
    alone = UsageLock(path, exclusive=True)
    try:
        waiting = _waiting_place(path)
        _remove_unfinished(waiting)
        fresh = open_locked(waiting)
        try:
            counts = salvage(path, fresh)
        finally:
            fresh.close()
        _companion(waiting, ".in-use").unlink(missing_ok=True)
        return _put_in_place(path, now, counts)
    finally:
        alone.release()


def _finish_interrupted(path: Path, now: datetime) -> RecoveryReport:
    """A kill between moving the old file away and naming the new one left no file at all."""
    if path.exists() or not _waiting_place(path).exists():
        return RecoveryReport()
    return _put_in_place(path, now, {})


def _put_in_place(path: Path, now: datetime, counts: Mapping[str, int]) -> RecoveryReport:
    try:
        set_aside = _set_aside(path, now)
        _waiting_place(path).replace(path)
        _make_durable(path.parent)
    except OSError as error:
        raise DatabaseUnwritable(
            "The damaged database could not be moved out of the way.", detail=str(error)
        ) from error
    return RecoveryReport(_sentences(set_aside, counts), set_aside, index_is_lost=True)


def _set_aside(path: Path, now: datetime) -> tuple[Path, ...]:
    """The main file first: without it, its log would be mistaken for rubbish by SQLite."""
    name = _unused_name(path, now)
    moved: list[Path] = []
    for companion in _COMPANIONS:
        source = _companion(path, companion)
        if source.exists():
            moved.append(source.rename(path.with_name(name + companion)))
    return tuple(moved)


def _unused_name(path: Path, now: datetime) -> str:
    stem = f"{path.name}.damaged-{now:%Y%m%d-%H%M%S}"
    name, number = stem, 1
    while any(path.with_name(name + companion).exists() for companion in _COMPANIONS):
        number += 1
        name = f"{stem}-{number}"
    return name


def _waiting_place(path: Path) -> Path:
    return _companion(path, ".recovered")


def _companion(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _remove_unfinished(waiting: Path) -> None:
    """Half a recovery of an earlier start; all of it is still in the damaged file."""
    for companion in (*_COMPANIONS, ".in-use"):
        _companion(waiting, companion).unlink(missing_ok=True)


def _make_durable(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sentences(set_aside: tuple[Path, ...], counts: Mapping[str, int]) -> tuple[str, ...]:
    sentences: list[str] = []
    if set_aside:
        sentences.append(
            f"The app's database was damaged. It was kept as {set_aside[0].name},"
            " and a new one was made."
        )
    if counts:
        sentences.append(
            f"{counts['sessions']} conversations with {counts['messages']} messages"
            f" and {counts['settings']} settings were recovered."
        )
    sentences.append("Memory files were not touched; the search index is built again from them.")
    return tuple(sentences)
