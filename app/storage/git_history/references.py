"""HEAD and the branches. A branch moves in one durable step, and only from where it was read."""

import os
import re
from collections.abc import Collection
from pathlib import Path

from dulwich.objects import ObjectID

from app.contracts.errors import HistoryError
from app.storage.git_history.durable_disk import DurableDisk

MAIN = "refs/heads/main"
HEAD_CONTENTS = f"ref: {MAIN}\n".encode("ascii")
_ID = re.compile(rb"[0-9a-f]{40}")
_REFERENCE = re.compile(rb"[0-9a-f]{40}|ref: refs/\S+")
_PACKED = "packed-refs"
_PACKED_LINE = re.compile(rb"#|\^[0-9a-f]{40}$|[0-9a-f]{40} refs/")


class References:
    def __init__(self, git_folder: Path, disk: DurableDisk) -> None:
        self._git = git_folder
        self._disk = disk

    def main(self) -> ObjectID | None:
        """The newest commit; None when the branch is missing or its file is damaged."""
        return self.read(MAIN)

    def read(self, name: str) -> ObjectID | None:
        try:
            contents = (self._git / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return self._packed().get(name)
        text = contents.strip()
        return ObjectID(text) if _ID.fullmatch(text) else None

    def move_main(self, new: ObjectID, *, expected: ObjectID | None) -> None:
        if self.main() != expected:
            raise HistoryError("Somebody else changed the version history at the same time.")
        self.put(MAIN, new)

    def put(self, name: str, new: ObjectID) -> None:
        path = self._git / name
        self._disk.make_folder(path.parent)
        self._disk.replace(path, new + b"\n")

    def all(self) -> dict[str, ObjectID]:
        """Every reference that points to an object, also the ones a person made with git."""
        found = self._packed()
        for path in sorted((self._git / "refs").rglob("*")):
            name = path.relative_to(self._git).as_posix()
            if path.is_file() and not name.endswith(".lock"):
                target = self.read(name)
                if target is not None:
                    found[name] = target
        return found

    def unusable(self) -> tuple[str, ...]:
        """Reference files that are neither an id nor the name of another reference."""
        bad = [
            path.relative_to(self._git).as_posix()
            for path in sorted((self._git / "refs").rglob("*"))
            if path.is_file() and not _REFERENCE.fullmatch(path.read_bytes().strip())
        ]
        packed = self._git / _PACKED
        if packed.is_file() and not all(map(_PACKED_LINE.match, packed.read_bytes().splitlines())):
            bad.append(_PACKED)
        return tuple(bad)

    def drop_packed_forms(self, unusable: Collection[str]) -> None:
        """They are older than the loose ones, and would silently take their place."""
        known = self._packed()
        if _PACKED in unusable or not known.keys().isdisjoint(unusable):
            kept = {name: target for name, target in known.items() if name not in unusable}
            self._write_packed(kept)

    def drop(self, name: str) -> None:
        """Takes a branch or tag away that points nowhere; the packed form goes with it."""
        kept = {known: target for known, target in self._packed().items() if known != name}
        if len(kept) != len(self._packed()):
            self._write_packed(kept)
        self._disk.remove(self._git / name)

    def drop_packed(self) -> None:
        """The packed forms are what git falls back to when a loose file is gone."""
        if (self._git / _PACKED).exists():
            self._disk.remove(self._git / _PACKED)

    def _write_packed(self, kept: dict[str, ObjectID]) -> None:
        lines = [target + b" " + os.fsencode(name) + b"\n" for name, target in kept.items()]
        self._disk.replace(self._git / _PACKED, b"".join(lines))

    def _packed(self) -> dict[str, ObjectID]:
        try:
            lines = (self._git / _PACKED).read_bytes().splitlines()
        except FileNotFoundError:
            return {}
        found: dict[str, ObjectID] = {}
        for line in lines:
            target, _, name = line.partition(b" ")
            if _ID.fullmatch(target) and name.startswith(b"refs/"):
                found[os.fsdecode(name)] = ObjectID(target)
        return found
