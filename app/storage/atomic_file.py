"""Replaces a file as a whole: after a kill or a failure it is the old one or the new one.

Temporary file in the same folder, fsync, rename, fsync of the folder. Must never truncate a file
in place, and must never leave a failed write looking like a finished one.
"""

import errno
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from app.contracts.errors import WriteFailed

TEMPORARY_SUFFIX = ".oneclaw-tmp"
PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700

_SENTENCES = {
    errno.ENOSPC: "There is no space left on this device, so nothing was saved.",
    errno.EDQUOT: "Your storage quota is used up, so nothing was saved.",
    errno.EFBIG: "The file would become too large for this device, so nothing was saved.",
    errno.EROFS: "The storage is read-only, so nothing was saved.",
    errno.EACCES: "OneClaw has no permission to write there, so nothing was saved.",
    errno.EPERM: "OneClaw has no permission to write there, so nothing was saved.",
    errno.ENAMETOOLONG: "The file name is too long, so nothing was saved.",
}
_FOLDER_SYNC_UNSUPPORTED = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS}


class FileOperations(Protocol):
    """Every call that changes the disk, so that a test can make each of them fail in turn."""

    def make_folder(self, path: Path) -> None: ...

    def create(self, path: Path) -> int:
        """A descriptor of a new file; an existing one is an error."""
        ...

    def write(self, descriptor: int, data: memoryview) -> int: ...

    def sync(self, descriptor: int) -> None: ...

    def close(self, descriptor: int) -> None: ...

    def set_mode(self, path: Path, mode: int) -> None: ...

    def rename(self, source: Path, target: Path) -> None: ...

    def remove(self, path: Path) -> None: ...

    def sync_folder(self, path: Path) -> None: ...


class OperatingSystemFiles:
    """The real calls."""

    def make_folder(self, path: Path) -> None:
        path.mkdir(mode=PRIVATE_FOLDER)

    def create(self, path: Path) -> int:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)

    def write(self, descriptor: int, data: memoryview) -> int:
        return os.write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        os.fsync(descriptor)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def set_mode(self, path: Path, mode: int) -> None:
        path.chmod(mode)

    def rename(self, source: Path, target: Path) -> None:
        source.replace(target)

    def remove(self, path: Path) -> None:
        path.unlink()

    def sync_folder(self, path: Path) -> None:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            # Some file systems have no such thing; the rename is then as durable as it gets.
            if error.errno not in _FOLDER_SYNC_UNSUPPORTED:
                raise
        finally:
            os.close(descriptor)


class AtomicFileWriter:
    """Writes and removes whole files. The caller holds the lock that makes it the one writer."""

    def __init__(self, operations: FileOperations) -> None:
        self._operations = operations

    def replace(self, target: Path, data: bytes) -> None:
        """The file holds exactly `data`, durably; or WriteFailed and the old contents stand."""
        try:
            self._make_folders(target.parent)
            previous = _contents(target)
            mode = _mode(target)
            self._rename_into_place(target, data, mode)
            self._sync_or_undo(target, lambda: self._put_back(target, previous, mode))
        except OSError as error:
            raise write_failed(error) from error

    def remove(self, target: Path) -> None:
        """The file is gone, durably; or WriteFailed and it still stands."""
        try:
            previous = _contents(target)
            if previous is None:
                return
            mode = _mode(target)
            self._operations.remove(target)
            self._sync_or_undo(target, lambda: self._put_back(target, previous, mode))
        except OSError as error:
            raise write_failed(error) from error

    def make_folder(self, folder: Path) -> None:
        try:
            self._make_folders(folder)
        except OSError as error:
            raise write_failed(error) from error

    def remove_leftovers(self, folder: Path) -> None:
        """Deletes the temporary files of killed processes; one that resists stays for next time."""
        for parent, _, names in os.walk(folder):
            for name in names:
                if name.startswith(".") and name.endswith(TEMPORARY_SUFFIX):
                    with suppress(OSError):
                        self._operations.remove(Path(parent, name))

    def _make_folders(self, folder: Path) -> None:
        if folder.is_dir():
            return
        self._make_folders(folder.parent)
        with suppress(FileExistsError):
            self._operations.make_folder(folder)
        self._operations.sync_folder(folder.parent)

    def _rename_into_place(self, target: Path, data: bytes, mode: int) -> None:
        # The name does not grow with the target's: a name of 255 bytes can still be written.
        temporary = target.with_name(f".{secrets.token_hex(8)}{TEMPORARY_SUFFIX}")
        try:
            self._fill(temporary, data)
            self._operations.set_mode(temporary, mode)
            self._operations.rename(temporary, target)
        except OSError:
            with suppress(OSError):
                self._operations.remove(temporary)
            raise

    def _fill(self, path: Path, data: bytes) -> None:
        descriptor = self._operations.create(path)
        try:
            rest = memoryview(data)
            while rest:
                written = self._operations.write(descriptor, rest)
                if written == 0:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                rest = rest[written:]
            self._operations.sync(descriptor)
        finally:
            self._operations.close(descriptor)

    def _sync_or_undo(self, target: Path, undo: Callable[[], None]) -> None:
        """The change is visible by now; without its sync it must not be, or "failed" would lie."""
        try:
            self._operations.sync_folder(target.parent)
        except OSError:
            with suppress(OSError):
                undo()
            raise

    def _put_back(self, target: Path, previous: bytes | None, mode: int) -> None:
        if previous is None:
            self._operations.remove(target)
        else:
            self._rename_into_place(target, previous, mode)


def _contents(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        return PRIVATE_FILE


def write_failed(error: OSError) -> WriteFailed:
    """What the system said, in words for a person."""
    sentence = _SENTENCES.get(
        error.errno or 0, "The device refused to write the file, so nothing was saved."
    )
    return WriteFailed(sentence, detail=str(error))
