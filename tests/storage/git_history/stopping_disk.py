"""A disk that stops before its n-th step, as a killed process would."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from app.storage.git_history.durable_disk import DurableDisk
from tests.storage.git_history.place import not_flushed


class Killed(BaseException):
    """Nothing in the app may catch this."""


class StoppingDisk(DurableDisk):
    def __init__(self, scratch: Path, stop_at: int) -> None:
        super().__init__(scratch, flush=not_flushed)
        self._left = stop_at

    def _step(self) -> None:
        self._left -= 1
        if self._left == 0:
            raise Killed

    def place_written(self, target: Path, fill: Callable[[BinaryIO], object]) -> None:
        self._step()
        super().place_written(target, fill)

    def place_derived(self, target: Path, contents: bytes) -> None:
        self._step()
        super().place_derived(target, contents)

    def append_derived(self, target: Path, contents: bytes) -> None:
        """Killed in the middle of the write: half of it is there."""
        try:
            self._step()
        except Killed:
            super().append_derived(target, contents[: len(contents) // 2])
            raise
        super().append_derived(target, contents)

    def move(self, source: Path, target: Path) -> None:
        self._step()
        super().move(source, target)

    def remove(self, path: Path) -> None:
        self._step()
        super().remove(path)

    def sync_folders(self, folders: Iterable[Path]) -> None:
        self._step()
        super().sync_folders(folders)
