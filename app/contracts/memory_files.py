"""The Markdown files: what was read, how a write ends, and the only door to them.

Paths are relative to the files directory, with `/`: `memory/daily/2026-02-28.md`.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from typing import Protocol

MEMORY_FOLDER = "memory"
LONG_TERM_PATH = "memory/MEMORY.md"
DAILY_FOLDER = "memory/daily"
FILES_FOLDER = "files"


def daily_log_path(day: date) -> str:
    return f"{DAILY_FOLDER}/{day.isoformat()}.md"


@dataclass(frozen=True, slots=True)
class FileSnapshot:
    """What a file said when it was read. An edit carries it along, so that a later write of
    somebody else is noticed. A missing file reads as empty text with `exists` False.
    """

    path: str
    text: str
    digest: str
    exists: bool


@dataclass(frozen=True, slots=True)
class FileInfo:
    """`look` is what the system says about the file (size, times, number). A file that still has
    the look it had is the file it was; "" when it changed too recently to be sure of that.
    """

    path: str
    size: int
    look: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """`merged` says the file had changed meanwhile and both changes are now in it."""

    snapshot: FileSnapshot
    merged: bool = False


@dataclass(frozen=True, slots=True)
class EditConflict:
    """Both sides changed the same lines. Nothing was written."""

    path: str
    base: str
    mine: str
    theirs: FileSnapshot


WriteOutcome = Written | EditConflict


class MemoryFiles(Protocol):
    """Every method may raise MemoryFileError; no method ever leaves a torn or empty file."""

    def lock(self) -> AbstractContextManager[None]:
        """One cross-process lock over `memory/`, `files/` and `.git`; re-entrant in a thread."""
        ...

    def read(self, path: str) -> FileSnapshot: ...

    def write(self, path: str, text: str, *, based_on: FileSnapshot) -> WriteOutcome: ...

    def delete(self, path: str, *, based_on: FileSnapshot) -> WriteOutcome: ...

    def list(self, folder: str) -> tuple[FileInfo, ...]:
        """Regular files below the folder, sorted by path; hidden and temporary ones left out."""
        ...


class WriteObserver(Protocol):
    """Told of every write of a memory file, inside the lock, when the file is already durable:
    the place to commit and to index. Must bear a repeat: a write that was found already done
    (its process died before this call) is announced again.
    """

    def __call__(self, path: str, commit_message: str) -> None: ...
