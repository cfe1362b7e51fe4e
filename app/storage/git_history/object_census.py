"""Which objects are there and whole. Each file is read once; a record spares it the next start.

Torn files are set aside here, so that whatever is left under `objects` can be relied on.
"""

import logging
import os
from dataclasses import dataclass
from pathlib import Path

from dulwich.objects import ObjectID

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.loose_objects import parse_loose
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.pack_check import PackCheck
from app.storage.git_history.set_aside import SetAside

_RECORD = "oneclaw/checked"
_CHECKED_COMMIT = "commit"
_FAN_OUT_LENGTH, _REST_LENGTH = 2, 38

logger = logging.getLogger(__name__)

Seen = dict[str, str]
"""Name below `objects` and what its file looked like (size and time of change)."""


@dataclass(frozen=True, slots=True)
class Census:
    """`is_suspicious` when something is torn, or gone that was there, or never was recorded.

    `checked_commit` was the newest one when all this was last found to be whole.
    """

    damaged: int
    is_suspicious: bool
    checked_commit: ObjectID | None


class ObjectCensus:
    def __init__(self, git_folder: Path, database: ObjectDatabase, disk: DurableDisk) -> None:
        self._objects = git_folder / "objects"
        self._record = git_folder / _RECORD
        self._database = database
        self._set_aside = SetAside(git_folder, disk)
        self._disk = disk
        self._pack_check = PackCheck(self._objects / "pack", database, self._set_aside, disk)

    def take(self) -> Census:
        known = self._recorded()
        checked = known.pop(_CHECKED_COMMIT, None)
        seen = self._seen()
        new = [name for name, look in seen.items() if known.get(name) != look]
        damaged = self._pack_check.run({name.removeprefix("pack/") for name in new})
        for name in new:
            if not name.startswith("pack/") and not self._is_whole(name):
                self._set_aside.piece(self._objects / name)
                damaged += 1
        is_gone = any(name not in seen for name in known)
        commit = ObjectID(checked.encode("ascii")) if checked else None
        return Census(damaged, bool(damaged) or is_gone or commit is None, commit)

    def record(self, newest: ObjectID | None) -> None:
        """What is there now was checked or has just been written by us."""
        seen = {_CHECKED_COMMIT: newest.decode("ascii") if newest else "", **self._seen()}
        lines = [f"{name} {look}\n" for name, look in seen.items()]
        try:
            self._disk.place_derived(self._record, "".join(lines).encode("ascii"))
        except OSError as error:
            # The next start reads more. On a full disk this one must not end over it.
            logger.warning("what was checked is not written down: %s", error)

    def forget(self) -> None:
        """The next one reads every file again."""
        self._disk.remove(self._record)

    def _is_whole(self, name: str) -> bool:
        stored = parse_loose((self._objects / name).read_bytes())
        return stored is not None and stored.id == ObjectID(name.replace("/", "").encode("ascii"))

    def _recorded(self) -> Seen:
        try:
            lines = self._record.read_text("ascii").splitlines()
        except (FileNotFoundError, UnicodeDecodeError):
            return {}
        return {name: look for name, _, look in (line.partition(" ") for line in lines)}

    def _seen(self) -> Seen:
        seen: Seen = {}
        for folder in os.scandir(self._objects):
            if folder.name != "pack" and len(folder.name) != _FAN_OUT_LENGTH:
                continue
            for entry in os.scandir(folder.path):
                is_object = folder.name == "pack" or len(entry.name) == _REST_LENGTH
                if is_object and entry.is_file(follow_symlinks=False):
                    found = entry.stat(follow_symlinks=False)
                    seen[f"{folder.name}/{entry.name}"] = f"{found.st_size} {found.st_mtime_ns}"
        return seen
