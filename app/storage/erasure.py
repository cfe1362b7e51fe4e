"""Deletes everything that was remembered from the database and the files directory.

By what stays, not by what goes: a table or file that is not on the short list is emptied. Never
follows a link.
"""

import json
import os
import shutil
from collections.abc import Collection
from pathlib import Path

from app.contracts.errors import WriteFailed
from app.storage.database.connection import Database
from app.storage.database.trace_rows import fold_log_back

NOTE = ".deleting-everything"
_KEPT_TABLES = frozenset(
    {"agents", "providers", "models", "settings", "memory_index_changes", "memory_index_lineage"}
)
"""The last two tell other processes which rows are gone; they hold numbers, never texts."""
_KEPT_FILES = frozenset({"models", "engine.lock", "engine.sock", ".oneclaw.lock", "secrets.json"})


def is_erasing(home: Path) -> bool:
    """It was asked for and is not done."""
    return (home / NOTE).exists()


class EraseOnDisk:
    """Implements `contracts.erasure.Erasure`."""

    def __init__(self, home: Path, database: Database, kept_settings: Collection[str]) -> None:
        self._home = home
        self._note = home / NOTE
        self._database = database
        self._kept_settings = frozenset(kept_settings)

    def begin(self, *, with_keys: bool) -> None:
        try:
            with self._note.open("w", encoding="utf-8") as file:
                json.dump({"with_keys": with_keys}, file)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise WriteFailed("Nothing was deleted.", detail=str(error)) from error

    def is_begun(self) -> bool:
        return is_erasing(self._home)

    def takes_keys(self) -> bool:
        try:
            return '"with_keys": true' in self._note.read_text(encoding="utf-8")
        except OSError:
            return False

    def drop_jobs(self) -> None:
        self._database.execute("DELETE FROM jobs")

    def erase_rows(self) -> None:
        names = [
            str(name)
            for (name,) in self._database.values(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
        ]
        with self._database.writing():
            # What points at another table goes before it, whichever order that is.
            self._database.execute("PRAGMA defer_foreign_keys = ON")
            for name in sorted(set(names) - _KEPT_TABLES):
                self._database.execute(f'DELETE FROM "{name}"')  # noqa: S608 - our own names
            for (name,) in self._database.values("SELECT name FROM settings"):
                if name not in self._kept_settings:
                    self._database.execute("DELETE FROM settings WHERE name = ?", name)
        fold_log_back(self._database)

    def erase_files(self) -> None:
        database = self._database.path.name if self._database.path else ""
        own = {f"{database}{ending}" for ending in ("", "-wal", "-shm", ".lock", ".in-use")}
        for place in self._home.iterdir():
            if place.name not in {*_KEPT_FILES, *own, NOTE}:
                _remove(place)

    def end(self) -> None:
        self._note.unlink(missing_ok=True)


def _remove(place: Path) -> None:
    try:
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)
    except OSError as error:
        raise WriteFailed(
            "Not everything could be deleted yet. It goes on at the next start.",
            detail=str(error),
        ) from error
