"""The texts the assistant keeps for the person below `files/`: write, read, list, delete (S8.5).

Every change is announced, so that it becomes a commit. Must never touch anything outside
`files/`, and never replace or delete a text that is not in the history yet.
"""

from dataclasses import dataclass

from app.contracts.errors import UnsafePath
from app.contracts.history import delete_message, write_message
from app.contracts.memory_files import (
    FILES_FOLDER,
    EditConflict,
    FileInfo,
    FileSnapshot,
    MemoryFiles,
    WriteObserver,
    Written,
)
from app.memory.plain_names import is_plain_name

LARGEST_FILE = 1_048_576
"""Bytes of UTF-8."""


@dataclass(frozen=True, slots=True)
class FileKept:
    """`is_new`: there was no such file before."""

    snapshot: FileSnapshot
    is_new: bool


@dataclass(frozen=True, slots=True)
class FileUnchanged:
    """It says exactly this already."""

    path: str


@dataclass(frozen=True, slots=True)
class FileTooLarge:
    path: str
    size: int


@dataclass(frozen=True, slots=True)
class FileDeleted:
    path: str


@dataclass(frozen=True, slots=True)
class FileMissing:
    path: str


@dataclass(frozen=True, slots=True)
class FileChangedMeanwhile:
    """Another program changed it at this very moment; nothing was done."""

    path: str


KeepOutcome = FileKept | FileUnchanged | FileTooLarge | FileChangedMeanwhile
ReadOutcome = FileSnapshot | FileMissing | FileTooLarge
DeleteOutcome = FileDeleted | FileMissing | FileChangedMeanwhile


class KeptFiles:
    """Every method may raise MemoryFileError."""

    def __init__(self, files: MemoryFiles, on_written: WriteObserver) -> None:
        self._files = files
        self._on_written = on_written

    def write(self, path: str, text: str) -> KeepOutcome:
        path = kept_path(path)
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > LARGEST_FILE:
            return FileTooLarge(path, size)
        with self._files.lock():
            before = self._files.read(path)
            self._record(before)
            if before.exists and before.text == text:
                return FileUnchanged(path)
            match self._files.write(path, text, based_on=before):
                case Written(snapshot=after):
                    self._on_written(path, write_message(path))
                    return FileKept(after, is_new=not before.exists)
                case EditConflict():
                    return FileChangedMeanwhile(path)

    def read(self, path: str) -> ReadOutcome:
        path = kept_path(path)
        for info in self._files.list(path.rpartition("/")[0]):
            if info.path == path and info.size > LARGEST_FILE:
                return FileTooLarge(path, info.size)
        found = self._files.read(path)
        return found if found.exists else FileMissing(path)

    def list(self, folder: str = FILES_FOLDER) -> tuple[FileInfo, ...]:
        return self._files.list(kept_folder(folder))

    def delete(self, path: str) -> DeleteOutcome:
        path = kept_path(path)
        with self._files.lock():
            before = self._files.read(path)
            if not before.exists:
                return FileMissing(path)
            self._record(before)
            match self._files.delete(path, based_on=before):
                case Written():
                    self._on_written(path, delete_message(path))
                    return FileDeleted(path)
                case EditConflict():
                    return FileChangedMeanwhile(path)

    def _record(self, current: FileSnapshot) -> None:
        """What stands there may be from an editor, or from a process that died before its commit:
        it goes into the history before it is replaced. Already there: no commit.
        """
        if current.exists:
            self._on_written(current.path, write_message(current.path))


def kept_path(path: str) -> str:
    """The path of a kept file; a bare name is one right below `files/`. Else UnsafePath."""
    names = path.strip().split("/")
    if len(names) == 1 and names != [FILES_FOLDER]:
        names = [FILES_FOLDER, *names]
    is_below = len(names) > 1 and names[0] == FILES_FOLDER
    if not is_below or not all(map(is_plain_name, names)):
        raise UnsafePath(
            f"Only visible files below {FILES_FOLDER}/ can be used, for example "
            f"{FILES_FOLDER}/notes.md.",
            detail=repr(path[:200]),
        )
    return "/".join(names)


def kept_folder(folder: str) -> str:
    folder = folder.strip().removesuffix("/")
    return FILES_FOLDER if folder in {"", ".", FILES_FOLDER} else kept_path(folder)
