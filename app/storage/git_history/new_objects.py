"""Objects on their way to the disk: a few become files of their own, many become one pack.

A flush for each of thousands of files would keep a person waiting; a pack takes three. Nothing is
to be read before `sync`, and what was not synced is as if it had never been there.
"""

import hashlib
from pathlib import Path
from typing import BinaryIO

from dulwich.object_format import SHA1
from dulwich.objects import ObjectID
from dulwich.pack import pack_header_chunks, write_pack_object

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.loose_objects import LooseObjects
from app.storage.git_history.pack_files import PackEntry, place_pack
from app.storage.git_history.stored_object import StoredObject

_FEW = 48
_HEADER_LENGTH = 12
_COPIED_AT_ONCE = 1 << 20


class NewObjects:
    def __init__(self, packs: Path, loose: LooseObjects, disk: DurableDisk) -> None:
        self._packs = packs
        self._loose = loose
        self._disk = disk
        self._few: dict[ObjectID, StoredObject] = {}
        self._many: _Spool | None = None

    def add(self, stored: StoredObject) -> ObjectID:
        object_id = stored.id
        if self._many is not None:
            self._many.add(object_id, stored)
            return object_id
        self._few[object_id] = stored
        if len(self._few) > _FEW:
            self._many = _Spool(self._disk.nameless_file())
            for known_id, known in self._few.items():
                self._many.add(known_id, known)
            self._few.clear()
        return object_id

    def sync(self) -> None:
        """Everything added survives a power cut from here on."""
        if self._many is not None:
            place_pack(self._packs, self._disk, self._many.ids(), self._many.write_to)
        for stored in self._few.values():
            self._loose.write(stored)
        self.discard()

    def discard(self) -> None:
        self._few.clear()
        if self._many is not None:
            self._many.close()
            self._many = None


class _Spool:
    """Compressed as they come, so that memory holds their names only."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._entries: dict[ObjectID, PackEntry] = {}

    def add(self, object_id: ObjectID, stored: StoredObject) -> None:
        if object_id not in self._entries:
            offset = _HEADER_LENGTH + self._file.tell()
            crc = write_pack_object(self._file.write, stored.kind, [stored.contents], SHA1)
            self._entries[object_id] = (bytes.fromhex(object_id.decode("ascii")), offset, crc)

    def ids(self) -> list[ObjectID]:
        return list(self._entries)

    def write_to(self, pack: BinaryIO) -> tuple[list[PackEntry], bytes]:
        """As a pack: only now it is known how many they are, which is what a pack begins with."""
        header = b"".join(pack_header_chunks(len(self._entries)))
        digest = hashlib.sha1(header, usedforsecurity=False)
        pack.write(header)
        self._file.seek(0)
        while chunk := self._file.read(_COPIED_AT_ONCE):
            digest.update(chunk)
            pack.write(chunk)
        pack.write(digest.digest())
        return sorted(self._entries.values()), digest.digest()

    def close(self) -> None:
        self._file.close()
