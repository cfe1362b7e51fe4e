"""Puts objects together into packs and clears away what the packs made superfluous.

A pack and its index are durable before the first old file goes, so a kill at any moment leaves
every needed object in at least one place.
"""

from collections.abc import Sequence
from pathlib import Path

from dulwich.objects import ObjectID

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.pack_files import place_pack
from app.storage.git_history.pack_stream import write_pack
from app.storage.git_history.reachability import NeededObject, commits_from, needed_objects

_WHOLE_UP_TO = 1_000
_MOST_PACKS = 12


class Packing:
    def __init__(
        self,
        objects: Path,
        database: ObjectDatabase,
        disk: DurableDisk,
        *,
        whole_up_to: int = _WHOLE_UP_TO,
    ) -> None:
        """A history of up to so many commits is packed as a whole every time."""
        self._whole_up_to = whole_up_to
        self._objects = objects
        self._packs = objects / "pack"
        self._database = database
        self._disk = disk

    def tidy(self, tips: Sequence[ObjectID]) -> None:
        """What a month left goes into one more pack; now and then everything into a single one.

        Only the latter knows what is reachable at all, and so what is garbage.
        """
        packs = len(self._database.packs.names())
        is_long = sum(1 for _ in commits_from(self._database, tips)) > self._whole_up_to
        if is_long and 0 < packs < _MOST_PACKS:
            packed = set(self._database.packs.ids())
            self.write(needed_objects(self._database, tips, packed))
            self._drop_packed_loose()
        else:
            self.keep_only(self.write(needed_objects(self._database, tips)))

    def write(self, needed: Sequence[NeededObject]) -> str:
        """Durable when it returns; the name of the pack."""
        name = place_pack(
            self._packs,
            self._disk,
            (each.id for each in needed),
            lambda file: write_pack(file, self._database, needed),
        )
        self._database.packs.refresh()
        return name

    def keep_only(self, name: str) -> None:
        """Removes every object that is not in this pack, and what git derived from the others."""
        self._database.packs.release()
        for path in sorted(self._packs.iterdir()):
            if path.is_file() and path.stem != name:
                self._disk.remove(path)
        self._disk.sync_folders([self._packs])
        self._remove_commit_graph()
        for _, path in self._database.loose.paths():
            self._disk.remove(path)
        self._remove_empty_fan_outs()
        self._database.packs.refresh()

    def _drop_packed_loose(self) -> None:
        packed = set(self._database.packs.ids())
        for object_id, path in self._database.loose.paths():
            if object_id in packed:
                self._disk.remove(path)
        self._remove_empty_fan_outs()

    def _remove_commit_graph(self) -> None:
        """It may name commits that are gone; git makes it again if it wants one."""
        info = self._objects / "info"
        for path in (info / "commit-graph", *info.glob("commit-graphs/*")):
            if path.exists():
                self._disk.remove(path)

    def _remove_empty_fan_outs(self) -> None:
        for folder in self._objects.iterdir():
            if len(folder.name) == 2 and not any(folder.iterdir()):
                folder.rmdir()
        self._disk.sync_folders([self._objects])
