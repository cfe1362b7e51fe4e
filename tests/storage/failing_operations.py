"""The real file operations, one call of which fails: the disk that is full at the worst moment."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from app.storage.atomic_file import OperatingSystemFiles

Result = TypeVar("Result")


class FailingOperations:
    """Fails at the call with number `fail_at` (from 0), and with `for_good` at all later ones."""

    def __init__(self, fail_at: int, code: int = errno.ENOSPC, *, for_good: bool = False) -> None:
        self._real = OperatingSystemFiles()
        self._fail_at = fail_at
        self._code = code
        self._for_good = for_good
        self.calls: list[str] = []

    @property
    def has_failed(self) -> bool:
        return len(self.calls) > self._fail_at

    def make_folder(self, path: Path) -> None:
        self._call("make_folder", lambda: self._real.make_folder(path))

    def create(self, path: Path) -> int:
        return self._call("create", lambda: self._real.create(path))

    def write(self, descriptor: int, data: memoryview) -> int:
        # A full disk takes a part first.
        return self._call("write", lambda: self._real.write(descriptor, data[:32]))

    def sync(self, descriptor: int) -> None:
        self._call("sync", lambda: self._real.sync(descriptor))

    def close(self, descriptor: int) -> None:
        # A descriptor is gone even when close reports an error.
        self._real.close(descriptor)
        self._call("close", lambda: None)

    def set_mode(self, path: Path, mode: int) -> None:
        self._call("set_mode", lambda: self._real.set_mode(path, mode))

    def rename(self, source: Path, target: Path) -> None:
        self._call("rename", lambda: self._real.rename(source, target))

    def remove(self, path: Path) -> None:
        self._call("remove", lambda: self._real.remove(path))

    def sync_folder(self, path: Path) -> None:
        self._call("sync_folder", lambda: self._real.sync_folder(path))

    def _call(self, name: str, real: Callable[[], Result]) -> Result:
        number = len(self.calls)
        self.calls.append(name)
        if number == self._fail_at or (self._for_good and number > self._fail_at):
            raise OSError(self._code, os.strerror(self._code))
        return real()
