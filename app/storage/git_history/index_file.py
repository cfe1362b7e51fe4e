"""`.git/index`, kept only so that `git status` is clean for a person who looks.

Nothing in the app reads it. It is derived from the newest commit: written without flushing, made
again when it does not agree. File times in it are zero, which makes git compare contents.
"""

import hashlib
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path

from dulwich.objects import ObjectID

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.trees import PathParts, TreeEntry, files_below

_SIGNATURE, _VERSION = b"DIRC", 2
_HEADER = struct.Struct(">4sLL")
_FIXED = 62
_MODE_AT, _ID_AT, _FLAGS_AT = 24, 40, 60
_LONGEST_NAME = 0xFFF
_CHECKSUM = 20

Entries = list[tuple[bytes, bytes]]
"""Path and the whole encoded entry, in order."""


class IndexFile:
    def __init__(self, path: Path, disk: DurableDisk) -> None:
        self._path = path
        self._disk = disk

    def apply(
        self,
        changes: Mapping[PathParts, TreeEntry | None],
        database: ObjectDatabase,
        tree: ObjectID,
    ) -> None:
        """Records a commit's changes; an index that is not as we write it is made anew."""
        body = self._body()
        exchanged = None if body is None else _exchanged(body, changes)
        if exchanged is not None:
            self._place(exchanged)
            return
        known = None if body is None else _parsed(body)
        if known is None:
            self.rebuild(database, tree)
            return
        entries = dict(known)
        for parts, entry in changes.items():
            path = b"/".join(parts)
            entries.pop(path, None)
            if entry is not None:
                entries[path] = _encoded(path, entry)
        self._write(sorted(entries.items()))

    def rebuild(self, database: ObjectDatabase, tree: ObjectID) -> None:
        self._write(_entries_of_tree(database, tree))

    def agrees(self, database: ObjectDatabase, tree: ObjectID) -> bool:
        known = self._read()
        if known is None:
            return False
        return [_told(encoded) for _, encoded in known] == [
            _told(encoded) for _, encoded in _entries_of_tree(database, tree)
        ]

    def _read(self) -> Entries | None:
        body = self._body()
        return None if body is None else _parsed(body)

    def _body(self) -> bytes | None:
        """What the checksum is of; None for a file that is not a whole index."""
        try:
            contents = self._path.read_bytes()
        except (FileNotFoundError, IsADirectoryError):
            return None
        body, checksum = contents[:-_CHECKSUM], contents[-_CHECKSUM:]
        if len(body) < _HEADER.size or _digest(body) != checksum:
            return None
        signature, version, _ = _HEADER.unpack_from(body)
        return body if (signature, version) == (_SIGNATURE, _VERSION) else None

    def _write(self, entries: Iterable[tuple[bytes, bytes]]) -> None:
        encoded = [entry for _, entry in entries]
        self._place(b"".join([_HEADER.pack(_SIGNATURE, _VERSION, len(encoded)), *encoded]))

    def _place(self, body: bytes) -> None:
        self._disk.place_derived(self._path, body + _digest(body))


def _exchanged(body: bytes, changes: Mapping[PathParts, TreeEntry | None]) -> bytes | None:
    """The body with other contents for files it has, which is what most commits are; None where
    that is not all. Of thousands of entries none is taken apart.
    """
    if _end_of_entries(body) != len(body):
        return None  # an extension follows, which would no longer be true
    changed = bytearray(body)
    for parts, entry in changes.items():
        path = b"/".join(parts)
        if entry is None or len(path) >= _LONGEST_NAME:
            return None
        encoded = _encoded(path, entry)
        # The length before a path has a byte below any letter: no longer path ends so.
        place = body.find(encoded[_FLAGS_AT:])
        if place < _HEADER.size + _FLAGS_AT:
            return None
        changed[place - _FLAGS_AT : place - _FLAGS_AT + len(encoded)] = encoded
    return bytes(changed)


def _end_of_entries(body: bytes) -> int:
    """By the lengths they tell; beyond the end where they tell nothing sensible."""
    position, end = _HEADER.size, len(body)
    for _ in range(_HEADER.unpack_from(body)[2]):
        if position + _FIXED > end:
            return end + 1
        name = (body[position + _FLAGS_AT] & 0x0F) << 8 | body[position + _FLAGS_AT + 1]
        position += (_FIXED + name + 8) & ~7
    return position


def _parsed(body: bytes) -> Entries | None:
    """Extensions that may follow are left out: git makes them again."""
    entries: Entries = []
    position = _HEADER.size
    for _ in range(_HEADER.unpack_from(body)[2]):
        end = body.find(b"\0", position + _FIXED)
        if end < 0:
            return None
        length = _padded(end - position)
        entries.append((body[position + _FIXED : end], body[position : position + length]))
        position += length
    return entries


def _padded(length: int) -> int:
    """An entry is padded with one to eight zero bytes to a multiple of eight."""
    return (length + 8) & ~7


def _encoded(path: bytes, entry: TreeEntry) -> bytes:
    head = bytes(_MODE_AT) + struct.pack(">L", entry.mode) + bytes(12)
    flags = struct.pack(">H", min(len(path), _LONGEST_NAME))
    encoded = head + bytes.fromhex(entry.id.decode("ascii")) + flags + path
    return encoded.ljust(_padded(len(encoded)), b"\0")


def _told(encoded: bytes) -> bytes:
    """Mode, id, stage and path: what git would commit, without the times of files."""
    return encoded[_MODE_AT : _MODE_AT + 4] + encoded[_ID_AT:].rstrip(b"\0")


def _entries_of_tree(database: ObjectDatabase, tree: ObjectID) -> Entries:
    paths = ((b"/".join(parts), entry) for parts, entry in files_below(database, tree))
    return sorted((path, _encoded(path, entry)) for path, entry in paths)


def _digest(body: bytes) -> bytes:
    return hashlib.sha1(body, usedforsecurity=False).digest()
