"""One file per object below `.git/objects`: written whole, durable before anything points to it."""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from dulwich.objects import ObjectID

from app.contracts.errors import HistoryError
from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.stored_object import StoredObject, unframed

_FAN_OUT = re.compile(r"[0-9a-f]{2}")
_REST = re.compile(r"[0-9a-f]{38}")
_COMPRESSION = 1
"""Ids hardly compress and texts are small: the fast level costs a tenth of the space at most."""


class LooseObjects:
    def __init__(self, folder: Path, disk: DurableDisk) -> None:
        self._folder = folder
        self._disk = disk
        self._unsynced: set[Path] = set()

    def path_of(self, object_id: ObjectID) -> Path:
        name = object_id.decode("ascii")
        return Path(f"{self._folder}/{name[:2]}/{name[2:]}")

    def holds(self, object_id: ObjectID) -> bool:
        return self.path_of(object_id).is_file()

    def find(self, object_id: ObjectID) -> StoredObject | None:
        try:
            packed = self.path_of(object_id).read_bytes()
        except FileNotFoundError:
            return None
        found = parse_loose(packed)
        if found is None:
            raise HistoryError(
                "A part of the version history is damaged.", detail=object_id.decode("ascii")
            )
        return found

    def write(self, stored: StoredObject) -> ObjectID:
        """Call `sync` before a reference may point here."""
        object_id = stored.id
        path = self.path_of(object_id)
        # An object left by a killed commit has flushed contents, but maybe not a flushed name.
        self._unsynced.add(path.parent)
        if not path.is_file():
            if not path.parent.is_dir():
                path.parent.mkdir(parents=True, exist_ok=True)
                self._unsynced.add(self._folder)
            self._disk.place(path, zlib.compress(stored.framed, _COMPRESSION))
        return object_id

    def stage(self, stored: StoredObject) -> ObjectID:
        """Not durable: for objects that go into a durable pack before anything points to them."""
        object_id = stored.id
        path = self.path_of(object_id)
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._disk.place_derived(path, zlib.compress(stored.framed, _COMPRESSION))
        return object_id

    def sync(self) -> None:
        self._disk.sync_folders(sorted(self._unsynced))
        self._unsynced.clear()

    def paths(self) -> Iterator[tuple[ObjectID, Path]]:
        for fan_out in sorted(self._folder.iterdir()):
            if _FAN_OUT.fullmatch(fan_out.name) and fan_out.is_dir():
                for path in sorted(fan_out.iterdir()):
                    if _REST.fullmatch(path.name):
                        yield ObjectID((fan_out.name + path.name).encode("ascii")), path

    def starting_with(self, prefix: str) -> Iterator[ObjectID]:
        """Ids by a prefix of at least two digits."""
        fan_out = self._folder / prefix[:2]
        if fan_out.is_dir():
            for path in fan_out.iterdir():
                if _REST.fullmatch(path.name) and path.name.startswith(prefix[2:]):
                    yield ObjectID((fan_out.name + path.name).encode("ascii"))


def parse_loose(packed: bytes) -> StoredObject | None:
    """The object in a loose file, None when the file is torn."""
    inflater = zlib.decompressobj()
    try:
        framed = inflater.decompress(packed)
    except zlib.error:
        return None
    return unframed(framed) if inflater.eof else None
