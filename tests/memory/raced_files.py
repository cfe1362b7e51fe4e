"""The real files, with an editor that changes one at the worst moment: between read and write."""

from contextlib import AbstractContextManager
from pathlib import Path

from app.contracts.memory_files import FileInfo, FileSnapshot, WriteOutcome
from app.storage.memory_files import MemoryFilesOnDisk


class RacedFiles:
    """Implements MemoryFiles."""

    def __init__(self, files: MemoryFilesOnDisk, home: Path, typed: str) -> None:
        self._files = files
        self._home = home
        self._typed = typed

    def lock(self) -> AbstractContextManager[None]:
        return self._files.lock()

    def read(self, path: str) -> FileSnapshot:
        return self._files.read(path)

    def write(self, path: str, text: str, *, based_on: FileSnapshot) -> WriteOutcome:
        self._type(path)
        return self._files.write(path, text, based_on=based_on)

    def delete(self, path: str, *, based_on: FileSnapshot) -> WriteOutcome:
        self._type(path)
        return self._files.delete(path, based_on=based_on)

    def list(self, folder: str) -> tuple[FileInfo, ...]:
        return self._files.list(folder)

    def _type(self, path: str) -> None:
        (self._home / path).write_text(self._typed, encoding="utf-8")
