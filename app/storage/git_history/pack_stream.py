"""Writes objects one after another as a pack, neighbours as deltas. Holds only a few in memory."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from dulwich.object_format import SHA1
from dulwich.pack import OFS_DELTA, pack_header_chunks, write_pack_object

from app.contracts.errors import HistoryError
from app.storage.git_history.delta import delta
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.pack_files import PackEntry
from app.storage.git_history.reachability import NeededObject
from app.storage.git_history.stored_object import ObjectKind, StoredObject
from app.storage.git_history.trees import PathParts

_LONGEST_CHAIN = 50
_REMEMBERED_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Neighbour:
    stored: StoredObject
    offset: int
    chain: int


class _Neighbours:
    """The version written last of each path, as far as memory is meant to go."""

    def __init__(self) -> None:
        self._by_path: OrderedDict[PathParts, _Neighbour] = OrderedDict()
        self._bytes = 0

    def take(self, path: PathParts) -> _Neighbour | None:
        found = self._by_path.pop(path, None)
        if found is not None:
            self._bytes -= len(found.stored.contents)
        return found

    def keep(self, path: PathParts, neighbour: _Neighbour) -> None:
        self._by_path[path] = neighbour
        self._bytes += len(neighbour.stored.contents)
        while self._bytes > _REMEMBERED_BYTES:
            self._bytes -= len(self._by_path.popitem(last=False)[1].stored.contents)


def write_pack(
    file: BinaryIO, database: ObjectDatabase, needed: Sequence[NeededObject]
) -> tuple[list[PackEntry], bytes]:
    """The entries for the index, sorted, and the pack's checksum."""
    checksum = hashlib.sha1(usedforsecurity=False)
    position = 0

    def write(chunk: bytes) -> int:
        nonlocal position
        position += len(chunk)
        checksum.update(chunk)
        return file.write(chunk)

    for chunk in pack_header_chunks(len(needed)):
        write(chunk)
    entries: list[PackEntry] = []
    neighbours = _Neighbours()
    for object_id, path in needed:
        stored = database.find(object_id)
        if stored is None or stored.id != object_id:
            raise HistoryError(
                "A part of the version history is damaged.", detail=object_id.decode("ascii")
            )
        offset = position
        neighbour = neighbours.take(path) if path else None
        difference = _difference(neighbour, stored)
        if neighbour is not None and difference is not None:
            body = (offset - neighbour.offset, [difference])
            crc = write_pack_object(write, OFS_DELTA, body, SHA1)
            chain = neighbour.chain + 1
        else:
            crc = write_pack_object(write, stored.kind, [stored.contents], SHA1)
            chain = 0
        if path:
            neighbours.keep(path, _Neighbour(stored, offset, chain))
        entries.append((bytes.fromhex(object_id.decode("ascii")), offset, crc))
    digest = checksum.digest()
    file.write(digest)
    return sorted(entries), digest


def _difference(neighbour: _Neighbour | None, stored: StoredObject) -> bytes | None:
    """None where the whole object is no worse."""
    if neighbour is None or neighbour.chain >= _LONGEST_CHAIN:
        return None
    if neighbour.stored.kind is not stored.kind or stored.kind is ObjectKind.COMMIT:
        return None
    difference = delta(neighbour.stored.contents, stored.contents)
    return difference if len(difference) < len(stored.contents) // 2 else None
