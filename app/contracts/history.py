"""The version history of the memory: every write is a commit that can be seen and undone."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol


def first_commit_message() -> str:
    return "init: initialize memory repository"


def memory_message() -> str:
    return "memory: update MEMORY.md"


def daily_log_message(day: date) -> str:
    return f"log: add daily log {day.isoformat()}"


def write_message(path: str) -> str:
    return f"file: write {path}"


def delete_message(path: str) -> str:
    return f"file: delete {path}"


def restore_message(path: str, sha: str) -> str:
    return f"file: restore {path} from {sha[:7]}"


def maintenance_message() -> str:
    return "gc: repository maintenance"


@dataclass(frozen=True, slots=True)
class Commit:
    sha: str
    message: str
    committed_at: datetime
    parents: tuple[str, ...] = ()


class ChangeKind(StrEnum):
    ADDED = "added"
    CHANGED = "changed"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file between two versions; `old` and `new` are None where the file did not exist."""

    path: str
    kind: ChangeKind
    old: str | None
    new: str | None
    unified_diff: str


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """`next_from` is the sha to pass as `start` for the next page; None: this was the last."""

    commits: tuple[Commit, ...]
    next_from: str | None


@dataclass(frozen=True, slots=True)
class Repair:
    """What `prepare` found and mended, one plain sentence each; empty when all was well."""

    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How many commits were rewritten, and the new head."""

    rewritten: int
    head: str


class VersionHistory(Protocol):
    """Callers hold the memory lock around every call that writes."""

    def prepare(self) -> Repair:
        """Makes the repository on first use; afterwards mends what a killed process left.
        Never touches a memory file.
        """
        ...

    def commit(self, paths: Sequence[str], message: str) -> str | None:
        """Commits these paths as they are on disk (a missing file is a deletion).
        None when nothing differs from the last commit, so that a repeat is harmless.
        """
        ...

    def uncommitted(self, among: Collection[str] | None = None) -> tuple[str, ...]:
        """Versioned files that differ from the last commit: what a crash or an editor left.
        Of all there are, or only of these paths; each of them is read.
        """
        ...

    def recorded(self) -> Mapping[str, str]:
        """Every versioned file of the last commit, with the name of its contents: equal names are
        equal contents. Reads no file.
        """
        ...

    def log(
        self, *, under: str | None = None, start: str | None = None, limit: int = 50
    ) -> HistoryPage:
        """Newest first. `under` is a file or folder; the filter applies before the page limit."""
        ...

    def show(self, sha: str) -> tuple[Commit, tuple[FileChange, ...]]: ...

    def diff(self, from_sha: str, to_sha: str | None = None) -> tuple[FileChange, ...]:
        """Between two commits, or a commit and the files on disk."""
        ...

    def file_at(self, path: str, sha: str) -> str: ...

    def bundle(self, output: Path) -> None:
        """A file that `git clone` opens, with the files checked out."""
        ...

    def collect_garbage(self) -> None:
        """Packs what is needed, drops what is not, and says so in a commit."""
        ...

    def forget(self, texts: Sequence[str]) -> Forgotten:
        """Rewrites every commit so that none of the texts is left in any object."""
        ...

    def erase(self) -> None:
        """No version is left; `prepare` begins a new history. May be repeated."""
        ...
