"""A disk that refuses: for good while it is full or read-only, or once at its n-th change.

One gate for memory files and history, so that "the n-th change" counts through both.
"""

import errno
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from app.storage.atomic_file import OperatingSystemFiles
from app.storage.git_history.durable_disk import DurableDisk


class Gate:
    def __init__(self) -> None:
        self.refuses_with: int | None = None
        self.changes = 0
        self._refused: int | None = None

    def refuse_only(self, number: int) -> None:
        """The change with this number, counted from now on and from 0."""
        self.changes, self._refused = 0, number

    def open(self) -> None:
        self.refuses_with = self._refused = None

    def __call__(self) -> None:
        is_this_one = self.changes == self._refused
        self.changes += 1
        code = errno.ENOSPC if is_this_one else self.refuses_with
        if code is not None:
            raise OSError(code, os.strerror(code))


class RefusingFiles(OperatingSystemFiles):
    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def make_folder(self, path: Path) -> None:
        self._gate()
        super().make_folder(path)

    def create(self, path: Path) -> int:
        self._gate()
        return super().create(path)

    def write(self, descriptor: int, data: memoryview) -> int:
        self._gate()
        return super().write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        self._gate()
        super().sync(descriptor)

    def rename(self, source: Path, target: Path) -> None:
        self._gate()
        super().rename(source, target)

    def sync_folder(self, path: Path) -> None:
        self._gate()
        super().sync_folder(path)


class RefusingDisk(DurableDisk):
    def __init__(self, scratch: Path, gate: Gate) -> None:
        super().__init__(scratch)
        self._gate = gate

    def place_written(self, target: Path, fill: Callable[[BinaryIO], object]) -> None:
        def fill_some(file: BinaryIO) -> None:
            fill(file)
            self._gate()

        super().place_written(target, fill_some)

    def place_derived(self, target: Path, contents: bytes) -> None:
        self._gate()
        super().place_derived(target, contents)

    def sync_folders(self, folders: Iterable[Path]) -> None:
        self._gate()
        super().sync_folders(folders)
