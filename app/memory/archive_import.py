"""Takes the memory of an archive over (S9.4): first shows what would change, then does it.

Each file is one locked edit with its commit and its index rows, made from the text as it is then:
killed or cancelled in between, every file is the old or the joined one, and a repeat goes on where
it stopped. Must never delete, and never replace a text that is not in the history.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.contracts.archives import ArchiveContents, Archives, Stopped, Tell
from app.contracts.errors import MemoryFileError
from app.contracts.memory_files import FileSnapshot, MemoryFiles, WriteObserver
from app.contracts.settings import SettingsStore
from app.memory.commit_messages import usual_message
from app.memory.import_merge import Change, merged
from app.memory.kept_files import LARGEST_FILE
from app.memory.locked_edit import LockedEdit, NewText
from app.memory.portable_settings import portable_settings
from app.memory.text.torn_places import Side

_MOST_COPIES = 100


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """`before` and `after` are what a diff is made from; `after` keeps both sides."""

    path: str
    change: Change
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """`refused` are files here that cannot be read, and stay as they are."""

    contents: ArchiveContents
    changes: tuple[PlannedChange, ...]
    settings: Mapping[str, str]
    refused: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.changes and not self.settings

    def paths(self, change: Change) -> tuple[str, ...]:
        return tuple(one.path for one in self.changes if one.change is change)


@dataclass(frozen=True, slots=True)
class Imported:
    """`is_whole` False: it was cancelled; doing it again goes on."""

    written: int
    settings: int
    is_whole: bool = True


class ImportMemory:
    """Reads and writes much: call it off the UI thread. Raises OneClawError."""

    def __init__(
        self,
        archives: Archives,
        files: MemoryFiles,
        settings: SettingsStore,
        on_written: WriteObserver,
    ) -> None:
        self._archives = archives
        self._files = files
        self._settings = settings
        self._on_written = on_written
        self._edit = LockedEdit(files, on_written)

    def look(self, place: Path, tell: Tell = lambda _done, _total: True) -> ImportPlan | None:
        """Changes nothing; None when it was cancelled. Raises ArchiveRefused with the reason."""
        try:
            return self._plan(self._archives.read(place, tell), tell)
        except Stopped:
            return None

    def __call__(
        self, plan: ImportPlan, side: Side, tell: Tell = lambda _done, _total: True
    ) -> Imported:
        """`side` decides about files in which both have something of their own."""
        written = 0
        for done, change in enumerate(plan.changes):
            if not tell(done, len(plan.changes)):
                return Imported(written, 0, is_whole=False)
            written += self._take_over(change.path, plan.contents.files[change.path], side)
        return Imported(written, self._take_settings(plan.settings, side))

    def _plan(self, contents: ArchiveContents, tell: Tell) -> ImportPlan:
        changes: list[PlannedChange] = []
        refused: list[str] = []
        for done, (path, theirs) in enumerate(sorted(contents.files.items())):
            if not tell(done, len(contents.files)):
                raise Stopped
            try:
                here = self._files.read(path)
            except MemoryFileError:
                refused.append(path)
                continue
            planned = merged(here, theirs)
            if planned.change is Change.SAME or self._is_kept_beside(path, planned.beside):
                continue
            after = planned.text if planned.beside is None else planned.beside
            changes.append(PlannedChange(path, planned.change, here.text, after))
        known = self._settings.all()
        wanted = portable_settings(contents.settings)
        different = {name: value for name, value in wanted.items() if known.get(name) != value}
        return ImportPlan(contents, tuple(changes), different, tuple(refused))

    def _take_over(self, path: str, theirs: str, side: Side) -> int:
        beside: str | None = None

        def plan(before: FileSnapshot) -> NewText:
            nonlocal beside
            if before.exists:
                # An editor, or a process that died, may have left a text nobody committed.
                self._on_written(path, usual_message(path))
            joined = merged(before, theirs, side)
            beside = joined.beside
            return NewText(joined.text)

        outcome = self._edit.run(path, usual_message(path), plan)
        is_written = outcome.before != outcome.after
        if beside is not None and not self._is_kept_beside(path, beside):
            self._keep_beside(path, beside)
            is_written = True
        return int(is_written)

    def _keep_beside(self, path: str, text: str) -> None:
        for number in range(1, _MOST_COPIES):
            copy = _copy_name(path, number)
            with self._files.lock():
                if not self._files.read(copy).exists:
                    self._edit.run(copy, usual_message(copy), lambda _: NewText(text))
                    return

    def _is_kept_beside(self, path: str, text: str | None) -> bool:
        """From an earlier attempt, or an earlier import of the same archive."""
        if text is None or len(text) > LARGEST_FILE:
            return False
        for number in range(1, _MOST_COPIES):
            copy = self._files.read(_copy_name(path, number))
            if not copy.exists or copy.text == text:
                return copy.exists
        return False

    def _take_settings(self, wanted: Mapping[str, str], side: Side) -> int:
        known = self._settings.all()
        taken = {
            name: value
            for name, value in wanted.items()
            if name not in known or (side is Side.THEIRS and known[name] != value)
        }
        for name, value in taken.items():
            self._settings.put(name, value)
        return len(taken)


def _copy_name(path: str, number: int) -> str:
    stem, dot, ending = path.rpartition(".")
    if not dot or "/" in ending:
        stem, ending = path, ""
    words = "imported" if number == 1 else f"imported {number}"
    return f"{stem} ({words}){dot}{ending}" if ending else f"{stem} ({words})"
