"""The Markdown files on disk: read strictly, written atomically, one writer at a time.

Must never overwrite what it cannot read, nor a change that its caller has not seen.
"""

import hashlib
import os
import stat
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from filelock import FileLock, Timeout

from app.contracts.errors import UnreadableFile, WriteFailed
from app.contracts.memory_files import EditConflict, FileInfo, FileSnapshot, WriteOutcome, Written
from app.storage.atomic_file import (
    AtomicFileWriter,
    FileOperations,
    OperatingSystemFiles,
    write_failed,
)
from app.storage.safe_path import is_hidden, is_text_name, safe_path
from app.storage.three_way_merge import MergeConflict, Merged, three_way_merge

LOCK_NAME = ".oneclaw.lock"
_LOCK_TIMEOUT = timedelta(seconds=30)
_POLL_SECONDS = 0.01
_MISSING = ""
_FRESH_NANOSECONDS = 2_000_000_000


class MemoryFilesOnDisk:
    """`contracts.memory_files.MemoryFiles` for one root folder."""

    def __init__(
        self,
        root: Path,
        *,
        operations: FileOperations | None = None,
        lock_timeout: timedelta = _LOCK_TIMEOUT,
        nanoseconds: Callable[[], int] = time.time_ns,
    ) -> None:
        """`nanoseconds` is the clock that the times of files are taken from."""
        self._root = Path(os.path.realpath(root))
        self._writer = AtomicFileWriter(operations or OperatingSystemFiles())
        # A singleton, so that a second object for the same root in one thread re-enters the lock
        # instead of waiting for itself.
        self._lock = FileLock(self._root / LOCK_NAME, is_singleton=True)
        self._lock_timeout = lock_timeout
        self._nanoseconds = nanoseconds
        self._has_tidied = False

    @contextmanager
    def lock(self) -> Generator[None]:
        """Never await while holding it: re-entry is by thread, not by task."""
        self._writer.make_folder(self._root)
        try:
            self._lock.acquire(
                timeout=self._lock_timeout.total_seconds(), poll_interval=_POLL_SECONDS
            )
        except Timeout as error:
            raise WriteFailed("Memory is busy with another task; nothing was saved.") from error
        except OSError as error:
            raise write_failed(error) from error
        try:
            self._tidy_once()
            yield
        finally:
            self._lock.release()

    def read(self, path: str) -> FileSnapshot:
        data = _regular_file_bytes(safe_path(self._root, path), path)
        if data is None:
            return FileSnapshot(path, "", _MISSING, exists=False)
        return FileSnapshot(path, _decoded(data, path), _digest(data), exists=True)

    def write(self, path: str, text: str, *, based_on: FileSnapshot) -> WriteOutcome:
        with self.lock():
            current = self.read(path)
            if current.digest == based_on.digest:
                return Written(self._store(current, text))
            match three_way_merge(based_on.text, text, current.text):
                case Merged(text=merged):
                    return Written(self._store_merged(current, merged), merged=True)
                case MergeConflict():
                    return EditConflict(path, based_on.text, text, current)

    def delete(self, path: str, *, based_on: FileSnapshot) -> WriteOutcome:
        with self.lock():
            current = self.read(path)
            if current.exists and current.digest != based_on.digest:
                return EditConflict(path, based_on.text, "", current)
            self._writer.remove(safe_path(self._root, path))
            return Written(FileSnapshot(path, "", _MISSING, exists=False))

    def list(self, folder: str) -> tuple[FileInfo, ...]:
        try:
            found = _files_below(safe_path(self._root, folder), folder, self._nanoseconds())
            return tuple(sorted(found, key=_by_path))
        except OSError as error:
            raise UnreadableFile(
                f"The folder {folder} cannot be read.", detail=str(error)
            ) from error

    def _store(self, current: FileSnapshot, text: str) -> FileSnapshot:
        if current.exists and current.text == text:
            return current
        data = _encoded(text)
        self._writer.replace(safe_path(self._root, current.path), data)
        return FileSnapshot(current.path, text, _digest(data), exists=True)

    def _store_merged(self, current: FileSnapshot, text: str) -> FileSnapshot:
        # Equal to theirs: also when they deleted the file and nothing of ours is lost by it.
        return current if current.text == text else self._store(current, text)

    def _tidy_once(self) -> None:
        """With the lock held no other process writes: a temporary file's owner is dead."""
        if not self._has_tidied:
            self._has_tidied = True
            for name in ("memory", "files"):
                folder = self._root / name
                if not folder.is_symlink():
                    self._writer.remove_leftovers(folder)


def _regular_file_bytes(place: Path, path: str) -> bytes | None:
    try:
        # Looked at before it is opened: reading from a pipe would wait for ever.
        if not stat.S_ISREG(place.lstat().st_mode):
            raise UnreadableFile(f"{path} is not a file; it was left as it is.")
        return place.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read.", detail=str(error)) from error


def _decoded(data: bytes, path: str) -> str:
    if b"\0" in data:
        raise UnreadableFile(f"{path} is not a text file; it was left as it is.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableFile(
            f"{path} is not UTF-8 text; it was left as it is.", detail=str(error)
        ) from error


def _encoded(text: str) -> bytes:
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise WriteFailed(
            "The text holds characters that cannot be stored; nothing was saved.",
            detail=str(error.reason),
        ) from error
    if b"\0" in data:
        raise WriteFailed("The text holds characters that cannot be stored; nothing was saved.")
    return data


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _files_below(place: Path, path: str, now: int) -> Iterator[FileInfo]:
    try:
        found = list(os.scandir(place))
    except (FileNotFoundError, NotADirectoryError):
        return
    for item in found:
        if is_hidden(item.name) or not is_text_name(item.name):
            continue
        if item.is_dir(follow_symlinks=False):
            yield from _files_below(Path(item.path), f"{path}/{item.name}", now)
        elif item.is_file(follow_symlinks=False):
            try:
                found = item.stat(follow_symlinks=False)
                yield FileInfo(f"{path}/{item.name}", found.st_size, _look(found, now))
            except FileNotFoundError:
                continue


def _look(found: os.stat_result, now: int) -> str:
    """The time of change of the file's record cannot be set by anybody, unlike that of its
    contents; but within one tick of the system's clock two changes look alike.
    """
    newest = max(found.st_mtime_ns, found.st_ctime_ns)
    if abs(now - newest) < _FRESH_NANOSECONDS:
        return ""
    return f"{found.st_size}-{found.st_mtime_ns}-{found.st_ctime_ns}-{found.st_ino}"


def _by_path(info: FileInfo) -> str:
    return info.path
