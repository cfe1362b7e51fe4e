"""Checks packs that have not been checked before, and saves what a damaged one still holds."""

import hashlib
import io
from collections.abc import Set as AbstractSet
from contextlib import closing
from pathlib import Path

from dulwich.object_format import SHA1
from dulwich.objects import ObjectID
from dulwich.pack import Pack, PackData, PackIndex, load_pack_index, write_pack_index_v2

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.packs import PACK_DAMAGE
from app.storage.git_history.set_aside import SetAside
from app.storage.git_history.stored_object import ObjectKind, StoredObject

_CHECKSUM = 20


class PackCheck:
    def __init__(
        self, folder: Path, database: ObjectDatabase, set_aside: SetAside, disk: DurableDisk
    ) -> None:
        self._folder = folder
        self._database = database
        self._set_aside = set_aside
        self._disk = disk

    def run(self, new_files: AbstractSet[str]) -> int:
        """Looks at the packs these files belong to; how many were damaged."""
        self._database.packs.release()
        names = {Path(name).stem for name in new_files if name.endswith((".pack", ".idx"))}
        packs, indexes = self._stems("pack"), self._stems("idx")
        names |= packs ^ indexes
        damaged = sum(not self._is_usable(name) for name in sorted(names))
        if damaged:
            # git made it from all packs together; it would point into the one that is gone.
            self._disk.remove(self._folder / "multi-pack-index")
        self._database.packs.refresh()
        return damaged

    def _stems(self, ending: str) -> set[str]:
        return {path.stem for path in self._folder.glob(f"pack-*.{ending}")}

    def _is_usable(self, name: str) -> bool:
        """True for a pack that is whole, or was made so by a new index."""
        pack, index = self._folder / f"{name}.pack", self._folder / f"{name}.idx"
        if not pack.is_file():
            self._set_aside.piece(index)
            return False
        if not _has_its_checksum(pack):
            self._save_objects(name)
            for path in self._folder.glob(f"{name}.*"):
                self._set_aside.piece(path)
            return False
        if not (index.is_file() and _belongs(index, pack)):
            return self._index_again(pack, index)
        return True

    def _index_again(self, pack: Path, index: Path) -> bool:
        """A pack without an index is either a killed packing or a lost file; both read the same."""
        is_lost = index.exists()
        try:
            with closing(PackData(pack, SHA1)) as data:
                encoded = io.BytesIO()
                write_pack_index_v2(encoded, data.sorted_entries(), data.get_stored_checksum())
        except PACK_DAMAGE:
            self._set_aside.piece(pack)
            return False
        if is_lost:
            self._set_aside.piece(index)
        self._disk.replace(index, encoded.getvalue())
        return not is_lost

    def _save_objects(self, name: str) -> None:
        """Every object that still hashes to its name becomes a loose one."""
        index = _opened_index(self._folder / f"{name}.idx")
        if index is None:
            return
        with closing(index):
            # A pack that was cut short gets its checksum back, or dulwich would not open it.
            mended = (self._folder / f"{name}.pack").read_bytes()
            checksum = index.get_pack_checksum() or b""
            if not mended.endswith(checksum):
                mended += checksum
            try:
                data = PackData("", SHA1, file=io.BytesIO(mended))
            except PACK_DAMAGE:
                return
            with closing(Pack.from_lazy_objects(lambda: data, lambda: index)) as pack:
                for object_id in sorted(index):
                    self._save_object(pack, object_id)
        self._database.sync()

    def _save_object(self, pack: Pack, object_id: ObjectID) -> None:
        try:
            number, contents = pack.get_raw(object_id)
            stored = StoredObject(ObjectKind(number), contents)
        except PACK_DAMAGE:
            return
        if stored.id == object_id:
            self._database.loose.write(stored)


def is_whole_pack(pack: Path) -> bool:
    """Changes nothing."""
    index = pack.with_suffix(".idx")
    return _has_its_checksum(pack) and index.is_file() and _belongs(index, pack)


def _has_its_checksum(pack: Path) -> bool:
    digest, left = hashlib.sha1(usedforsecurity=False), pack.stat().st_size - _CHECKSUM
    with pack.open("rb") as file:
        while left > 0:
            chunk = file.read(min(left, 1 << 20))
            digest.update(chunk)
            left -= len(chunk)
        return file.read() == digest.digest()


def _opened_index(path: Path) -> PackIndex | None:
    try:
        index = load_pack_index(path, SHA1)
    except (*PACK_DAMAGE, FileNotFoundError):
        return None
    try:
        index.check()
    except PACK_DAMAGE:
        index.close()
        return None
    return index


def _belongs(index_path: Path, pack: Path) -> bool:
    index = _opened_index(index_path)
    if index is None:
        return False
    with closing(index), pack.open("rb") as file:
        file.seek(-_CHECKSUM, 2)
        return index.get_pack_checksum() == file.read()
