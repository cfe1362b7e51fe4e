"""Puts the memory into one file of the exports folder (S9.4): a zip, or the history as a bundle.

Files and settings, never a secret, never a chat. Must never replace a file.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.contracts.archives import SETTINGS_NAME, Archives, Stopped, Tell
from app.contracts.clock import Clock
from app.contracts.errors import MemoryFileError
from app.contracts.history import VersionHistory
from app.contracts.memory_files import FILES_FOLDER, MEMORY_FOLDER, FileInfo, MemoryFiles
from app.contracts.settings import SettingsStore
from app.memory.portable_settings import portable_settings

_MOST_COPIES = 1_000


@dataclass(frozen=True, slots=True)
class Exported:
    """`left_out` are files that are no text."""

    place: Path
    files: int
    left_out: tuple[str, ...] = ()


class ExportMemory:
    """Reads everything: call it off the UI thread. Raises OneClawError."""

    def __init__(
        self,
        archives: Archives,
        files: MemoryFiles,
        history: VersionHistory,
        settings: SettingsStore,
        exports: Path,
        clock: Clock,
    ) -> None:
        self._archives = archives
        self._files = files
        self._history = history
        self._settings = settings
        self._exports = exports
        self._clock = clock

    def zip(self, tell: Tell = lambda _done, _total: True) -> Exported | None:
        """None: it was cancelled, and no file was made."""
        infos = [
            info for folder in (MEMORY_FOLDER, FILES_FOLDER) for info in self._files.list(folder)
        ]
        left_out: list[str] = []
        place = self._free_place(".zip")
        try:
            self._archives.write_zip(place, self._members(infos, left_out, tell))
        except Stopped:
            return None
        return Exported(place, len(infos) - len(left_out), tuple(left_out))

    def bundle(self, tell: Tell = lambda _done, _total: True) -> Exported | None:
        """The history is packed in one step: a wish to stop is heard when it is done."""
        place = self._free_place(".bundle")
        with self._files.lock():
            self._history.bundle(place)
        if not tell(1, 1):
            place.unlink(missing_ok=True)
            return None
        return Exported(place, len(self._history.recorded()))

    def _members(
        self, infos: list[FileInfo], left_out: list[str], tell: Tell
    ) -> Iterator[tuple[str, str]]:
        for done, info in enumerate(infos):
            if not tell(done, len(infos)):
                raise Stopped
            try:
                snapshot = self._files.read(info.path)
            except MemoryFileError:
                left_out.append(info.path)
                continue
            if snapshot.exists:
                yield info.path, snapshot.text
        settings = portable_settings(self._settings.all())
        yield SETTINGS_NAME, json.dumps(settings, ensure_ascii=False, indent=1)

    def _free_place(self, suffix: str) -> Path:
        day = self._clock.now().date().isoformat()
        for number in range(1, _MOST_COPIES):
            name = f"oneclaw-{day}" if number == 1 else f"oneclaw-{day}-{number}"
            place = self._exports / f"{name}{suffix}"
            if not place.exists() and not place.is_symlink():
                return place
        return self._exports / f"oneclaw-{self._clock.now():%Y-%m-%d-%H%M%S}{suffix}"
