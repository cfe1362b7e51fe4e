"""The Files tab: what the assistant wrote for the person (S8.5). Knows no Kivy."""

from dataclasses import dataclass, replace

from app.contracts.memory_files import FILES_FOLDER, FileInfo, FileSnapshot
from app.contracts.sharing import Sharing
from app.memory.kept_files import (
    DeleteOutcome,
    FileChangedMeanwhile,
    FileDeleted,
    FileKept,
    FileMissing,
    FileTooLarge,
    FileUnchanged,
    KeepOutcome,
    KeptFiles,
    ReadOutcome,
)
from app.ui.notices import Notice
from app.ui.observable_state import ObservableState
from app.ui.readable_size import readable_size
from app.ui.tasks import Tasks

GONE = "This file is no longer there."
CHANGED = "Another program changed this file just now. Nothing was done."


@dataclass(frozen=True, slots=True)
class FileRow:
    path: str
    name: str
    size: str


@dataclass(frozen=True, slots=True)
class OpenFile:
    path: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class FilesState:
    is_loading: bool = True
    rows: tuple[FileRow, ...] = ()
    open_file: OpenFile | None = None
    problem: str = ""
    notice: Notice | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.is_loading or self.rows or self.problem)


class FilesViewModel:
    def __init__(self, files: KeptFiles, sharing: Sharing, tasks: Tasks) -> None:
        self._files = files
        self._sharing = sharing
        self._tasks = tasks
        self._notices = 0
        self._deleted: FileSnapshot | None = None
        self.observable = ObservableState(FilesState())

    @property
    def state(self) -> FilesState:
        return self.observable.state

    def refresh(self) -> None:
        self._tasks.call(self._files.list, self._show, self._failed)

    def open(self, path: str) -> None:
        self._tasks.call(lambda: self._files.read(path), self._opened, self._say)

    def close_file(self) -> None:
        self.observable.update(replace(self.state, open_file=None))

    def share(self) -> None:
        file = self.state.open_file
        if file is not None:
            self._tasks.call(
                lambda: self._sharing.share_text(file.name, file.text), self._say, self._say
            )

    def delete(self, path: str) -> None:
        self.close_file()
        self._tasks.call(lambda: self._delete(path), self._was_deleted, self._say)

    def undo(self) -> None:
        deleted, self._deleted = self._deleted, None
        if deleted is not None:
            self._tasks.call(lambda: self._bring_back(deleted), self._was_brought_back, self._say)

    def _delete(self, path: str) -> tuple[ReadOutcome, DeleteOutcome]:
        """A file too large to be shown can be deleted; the history gives it back."""
        return self._files.read(path), self._files.delete(path)

    def _was_deleted(self, outcomes: tuple[ReadOutcome, DeleteOutcome]) -> None:
        before, outcome = outcomes
        match outcome:
            case FileDeleted(path=path):
                self._deleted = before if isinstance(before, FileSnapshot) else None
                self._say(f"{_name(path)} was deleted", can_undo=self._deleted is not None)
            case FileMissing():
                self._say(GONE)
            case FileChangedMeanwhile():
                self._say(CHANGED)
        self.refresh()

    def _bring_back(self, deleted: FileSnapshot) -> KeepOutcome | None:
        """None: somebody wrote a file of that name meanwhile; theirs is not replaced."""
        if isinstance(self._files.read(deleted.path), FileSnapshot):
            return None
        return self._files.write(deleted.path, deleted.text)

    def _was_brought_back(self, outcome: KeepOutcome | None) -> None:
        match outcome:
            case FileKept() | FileUnchanged():
                self._say("The file is back")
            case None:
                self._say("There is a new file of that name. The old one is in the history.")
            case FileTooLarge() | FileChangedMeanwhile():
                self._say(CHANGED)
        self.refresh()

    def _opened(self, outcome: ReadOutcome) -> None:
        match outcome:
            case FileSnapshot(path=path, text=text):
                file = OpenFile(path, _name(path), text)
                self.observable.update(replace(self.state, open_file=file))
            case FileMissing():
                self._say(GONE)
                self.refresh()
            case FileTooLarge(size=size):
                self._say(f"This file is too large to be shown ({readable_size(size)}).")

    def _show(self, infos: tuple[FileInfo, ...]) -> None:
        rows = tuple(
            FileRow(info.path, _name(info.path), readable_size(info.size)) for info in infos
        )
        self.observable.update(replace(self.state, is_loading=False, rows=rows, problem=""))

    def _failed(self, sentence: str) -> None:
        self.observable.update(replace(self.state, is_loading=False, rows=(), problem=sentence))

    def _say(self, text: str, *, can_undo: bool = False) -> None:
        self._notices += 1
        self.observable.update(
            replace(self.state, notice=Notice(text, self._notices, can_undo=can_undo))
        )


def _name(path: str) -> str:
    return path.removeprefix(f"{FILES_FOLDER}/")
