"""The few ways this package changes the disk below `.git`, each one step that can be counted.

Nothing here may leave a half-written file under its final name; a test replaces this class to stop
at the n-th step, as a killed process would.
"""

import os
import tempfile
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast


class DurableDisk:
    def __init__(self, scratch: Path, flush: Callable[[int], object] = os.fsync) -> None:
        """`scratch` is on the same file system: files are made there and renamed into place."""
        self._scratch = scratch
        self._flush = flush

    def place(self, target: Path, contents: bytes) -> None:
        """The file appears whole or not at all. Durable once its folder is synced."""
        self.place_written(target, lambda file: file.write(contents))

    def place_written(self, target: Path, fill: Callable[[BinaryIO], object]) -> None:
        """As `place`, for contents too large to hold: `fill` writes them into the open file."""
        with self._written_aside(target) as file:
            fill(file)
            file.flush()
            self._flush(file.fileno())

    def nameless_file(self) -> BinaryIO:
        """To put something together that may be large; gone with the process, or when closed."""
        self._scratch.mkdir(parents=True, exist_ok=True)
        return cast("BinaryIO", tempfile.TemporaryFile(dir=self._scratch, suffix=".tmp"))

    def replace(self, target: Path, contents: bytes) -> None:
        """As `place`, and durable when it returns."""
        self.place(target, contents)
        self.sync_folders([target.parent])

    def place_derived(self, target: Path, contents: bytes) -> None:
        """Atomic but not flushed: for what can be made again from the objects."""
        with self._written_aside(target) as file:
            file.write(contents)

    def append_derived(self, target: Path, contents: bytes) -> None:
        """Neither atomic nor flushed: for a file whose reader notices a torn end."""
        with target.open("ab") as file:
            file.write(contents)

    def move(self, source: Path, target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        source.replace(target)
        self.sync_folders({source.parent, target.parent})

    def remove(self, path: Path) -> None:
        """Gone or already gone; the folder is synced by whoever needs that."""
        path.unlink(missing_ok=True)

    def make_folder(self, folder: Path) -> None:
        if folder.is_dir():
            return
        self.make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        self.sync_folders([folder.parent])

    def sync_folders(self, folders: Iterable[Path]) -> None:
        """A rename is durable only when its folder is. Windows cannot and need not do this."""
        if os.name == "nt":
            return
        for folder in folders:
            handle = os.open(folder, os.O_RDONLY)
            try:
                self._flush(handle)
            finally:
                os.close(handle)

    @contextmanager
    def _written_aside(self, target: Path) -> Generator[BinaryIO]:
        """A file to write; it takes its place when all of it is there, and leaves nothing else."""
        self._scratch.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._scratch, suffix=".tmp")
        scratch, is_placed = Path(name), False
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
            scratch.replace(target)
            is_placed = True
        finally:
            if not is_placed:
                scratch.unlink(missing_ok=True)
