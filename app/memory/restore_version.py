"""Brings an earlier version of one file back, as a new version: nothing is lost by it (S8.4).

What stands in the file is put into the history first. Must never restore outside `memory/` and
`files/`, and never change history that is there.
"""

from dataclasses import dataclass

from app.contracts.errors import UnsafePath
from app.contracts.history import VersionHistory, restore_message
from app.contracts.memory_files import (
    FILES_FOLDER,
    EditConflict,
    FileSnapshot,
    MemoryFiles,
    WriteObserver,
    Written,
)
from app.memory.commit_messages import usual_message

_RESTORABLE_FOLDERS = ("memory/", f"{FILES_FOLDER}/")


@dataclass(frozen=True, slots=True)
class Restored:
    """`sha` is the whole name of the version that is back."""

    sha: str
    before: FileSnapshot
    after: FileSnapshot


@dataclass(frozen=True, slots=True)
class AlreadyRestored:
    """The file says exactly what it said in that version."""

    sha: str


@dataclass(frozen=True, slots=True)
class ChangedMeanwhile:
    """Another program changed the file at this very moment; nothing was done."""


RestoreOutcome = Restored | AlreadyRestored | ChangedMeanwhile


class RestoreVersion:
    def __init__(
        self, files: MemoryFiles, history: VersionHistory, on_written: WriteObserver
    ) -> None:
        self._files = files
        self._history = history
        self._on_written = on_written

    def __call__(self, path: str, sha: str) -> RestoreOutcome:
        """`sha` may be the start of a name. Raises UnknownVersion when it names no version, or
        the file was not in it; UnsafePath and other errors of files and history as they come.
        """
        if not path.startswith(_RESTORABLE_FOLDERS) or "\\" in path:
            raise UnsafePath(
                "Only files below memory/ and files/ can be restored.", detail=repr(path[:200])
            )
        with self._files.lock():
            before = self._files.read(path)
            whole_sha = self._history.log(start=sha, limit=1).commits[0].sha
            text = self._history.file_at(path, whole_sha)
            if before.exists and before.text == text:
                return AlreadyRestored(whole_sha)
            if before.exists:
                # An editor, or a process that died, may have left a text nobody committed.
                self._history.commit([path], usual_message(path))
            match self._files.write(path, text, based_on=before):
                case Written(snapshot=after):
                    self._on_written(path, restore_message(path, whole_sha))
                    return Restored(whole_sha, before, after)
                case EditConflict():
                    return ChangedMeanwhile()
