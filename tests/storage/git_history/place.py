"""A files directory with its history, and the real git command to read back what was written."""

import os
import subprocess
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

from app.storage.git_history import GitHistory
from app.storage.git_history.durable_disk import DurableDisk

HALF_PAST_FIVE_EAST = timezone(timedelta(hours=5, minutes=30))


class SteppingClock:
    """Every look is a minute later."""

    def __init__(self, first: datetime | None = None) -> None:
        self._next = first or datetime(2026, 2, 28, 9, 0, tzinfo=HALF_PAST_FIVE_EAST)

    def now(self) -> datetime:
        now = self._next
        self._next += timedelta(minutes=1)
        return now


def not_flushed(handle: int) -> None:
    """For tests in which no power is cut: what a killed process wrote is there without a flush."""
    del handle


def run_git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Without the settings of whoever runs the tests."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        # A file of the test's own, never a device: `git config` renames a new file over it.
        "GIT_CONFIG_GLOBAL": str(folder.parent / f"{folder.name}.gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": "safe.directory",
        "GIT_CONFIG_VALUE_0": "*",
        "GIT_CONFIG_KEY_1": "init.defaultBranch",  # newer versions of git give advice without it
        "GIT_CONFIG_VALUE_1": "main",
        "LC_ALL": "C",
    }
    return subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, capture_output=True, check=False
    )


@dataclass(frozen=True, slots=True)
class Place:
    root: Path
    clock: SteppingClock
    history: GitHistory

    def write(self, path: str, contents: str | bytes) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(contents if isinstance(contents, bytes) else contents.encode("utf-8"))

    def commit(self, path: str, contents: str | bytes, message: str = "") -> str:
        """Writes the file and commits it; the commit's id."""
        self.write(path, contents)
        sha = self.history.commit([path], message or f"file: write {path}")
        assert sha is not None
        return sha

    def commit_by_hand(self, path: str, contents: str) -> None:
        """As a person would with git."""
        self.write(path, contents)
        self.git("add", path)
        identity = ("-c", "user.name=P", "-c", "user.email=p@example.org")
        self.git(*identity, "commit", "-q", "-m", f"by hand: {path}")

    def reopened(self, disk: DurableDisk | None = None) -> "Place":
        """As after a new start of the process."""
        return opened(self.root, self.clock, disk)

    def git(self, *arguments: str) -> str:
        return self.git_bytes(*arguments).decode("utf-8", "surrogateescape")

    def git_bytes(self, *arguments: str) -> bytes:
        done = run_git(self.root, *arguments)
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout

    def set_global(self, name: str, value: str) -> None:
        """As a person's own settings would be; the file belongs to this test."""
        section, _, key = name.partition(".")
        settings = self.root.parent / f"{self.root.name}.gitconfig"
        settings.write_text(f"[{section}]\n\t{key} = {value}\n")

    def messages(self) -> list[str]:
        """Subjects, newest first, as git has them."""
        return self.git("log", "--format=%s").splitlines()

    def check(self) -> None:
        """Unreachable objects are allowed, anything wrong is not."""
        done = run_git(self.root, "fsck", "--full", "--strict", "--no-dangling")
        complaints = done.stdout + done.stderr
        assert (done.returncode, complaints) == (0, b""), (done.returncode, complaints)

    def is_clean(self) -> bool:
        return self.git("status", "--porcelain") == ""

    def object_path(self, name: str) -> Path:
        """The loose file of what `git rev-parse` understands by the name."""
        sha = self.git("rev-parse", name).strip()
        return self.root / ".git/objects" / sha[:2] / sha[2:]


def new_place(root: Path) -> Place:
    place = opened(root, SteppingClock())
    place.history.prepare()
    return place


def opened(root: Path, clock: SteppingClock, disk: DurableDisk | None = None) -> Place:
    quick = DurableDisk(root / ".git/oneclaw", flush=not_flushed)
    return Place(root, clock, GitHistory(root, clock, disk=disk or quick))
