"""Turns what SQLite and peewee raise into the app's own errors, at the one edge where they appear.

The sentences carry no text of the person's: SQLite's own message goes to the log only.
"""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from peewee import PeeweeException

from app.contracts.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseError,
    DatabaseUnwritable,
)

DAMAGED = "The app's database is damaged."
"""What is said wherever damage is found, before it is known what could be recovered."""

_PRIMARY_CODE = 0xFF
"""SQLite puts the detail of an error into the higher bits (SQLITE_IOERR_WRITE …)."""

_MISSING_SCHEMA = ("no such table", "no such column", "malformed database schema")


@contextmanager
def translated_errors() -> Generator[None]:
    try:
        yield
    except PeeweeException as error:
        raise _translated(_original(error)) from error
    except sqlite3.Error as error:
        raise _translated(error) from error


def _original(error: PeeweeException) -> Exception:
    """Peewee wraps the driver's exception, which alone knows SQLite's number for what happened."""
    original: object = getattr(error, "orig", None)
    return original if isinstance(original, sqlite3.Error) else error


def _translated(error: Exception) -> DatabaseError:
    detail = f"{type(error).__name__}: {error}"
    if any(phrase in str(error) for phrase in _MISSING_SCHEMA):
        return DatabaseDamaged(DAMAGED, detail=detail)
    code: object = getattr(error, "sqlite_errorcode", None)
    match code & _PRIMARY_CODE if isinstance(code, int) else None:
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DatabaseDamaged(DAMAGED, detail=detail)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseBusy("The database is busy. Please try again.", detail=detail)
        case sqlite3.SQLITE_FULL:
            return DatabaseUnwritable("There is no space left on this device.", detail=detail)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return DatabaseUnwritable("The app may not write its database.", detail=detail)
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_IOERR:
            return DatabaseUnwritable(
                "The storage of this device could not be read or written.", detail=detail
            )
        case _:
            return DatabaseError("Something in the database did not fit.", detail=detail)
