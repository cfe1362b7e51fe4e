"""Looks through a pack before anything believes it: how many objects, and how large they would be.

Inflates each object once, never beyond what it says of itself, and keeps none.
"""

import struct
import zlib
from dataclasses import dataclass

from app.contracts.archives import Stopped, Tell
from app.contracts.errors import ArchiveRefused
from app.storage.archives.limits import LARGEST_FILE

MOST_OBJECTS = 500_000
LARGEST_UNPACKED = 2 * 1024 * 1024 * 1024
"""All versions of all files together; they are never unpacked at once."""
_OFFSET_DELTA, _NAMED_DELTA = 6, 7
_TRAILER = 20
_STEP = 4096
_DAMAGED = "The bundle is damaged."
_TOO_LARGE = "The bundle would unpack to more than it should."


@dataclass(slots=True)
class _Reader:
    data: bytes
    position: int = 0

    def byte(self) -> int:
        if self.position >= len(self.data):
            raise ArchiveRefused(_DAMAGED)
        self.position += 1
        return self.data[self.position - 1]

    def variable(self, value: int = 0, shift: int = 0, *, goes_on: bool = True) -> int:
        while goes_on:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            goes_on = bool(byte & 0x80)
            if shift > 63:
                raise ArchiveRefused(_DAMAGED)
        return value


def check_pack(pack: bytes, tell: Tell) -> None:
    if len(pack) < 12 + _TRAILER or pack[:4] != b"PACK":
        raise ArchiveRefused(_DAMAGED)
    version, count = struct.unpack(">II", pack[4:12])
    if version not in (2, 3):
        raise ArchiveRefused(_DAMAGED)
    if count > MOST_OBJECTS:
        raise ArchiveRefused("The bundle has too many versions.")
    reader, total = _Reader(pack, 12), 0
    for done in range(count):
        if not done % 256 and not tell(done, count):
            raise Stopped
        total += _one_object(reader)
        if total > LARGEST_UNPACKED:
            raise ArchiveRefused(_TOO_LARGE)
    if reader.position != len(pack) - _TRAILER:
        raise ArchiveRefused(_DAMAGED)


def _one_object(reader: _Reader) -> int:
    """The size it has when it is unpacked."""
    first = reader.byte()
    kind = (first >> 4) & 7
    size = reader.variable(first & 0x0F, 4, goes_on=bool(first & 0x80))
    if kind == _OFFSET_DELTA:
        reader.variable()
    elif kind == _NAMED_DELTA:
        reader.position += 20
    elif kind not in (1, 2, 3, 4):
        raise ArchiveRefused(_DAMAGED)
    if size > LARGEST_FILE:
        raise ArchiveRefused(_TOO_LARGE)
    contents = _inflated(reader, size)
    if kind not in (_OFFSET_DELTA, _NAMED_DELTA):
        return size
    delta = _Reader(contents)
    delta.variable()
    target = delta.variable()
    if target > LARGEST_FILE:
        raise ArchiveRefused(_TOO_LARGE)
    return target


def _inflated(reader: _Reader, size: int) -> bytes:
    """In small steps: what follows in the pack is not copied along for every object."""
    inflater = zlib.decompressobj()
    contents, end = bytearray(), len(reader.data) - _TRAILER
    while not inflater.eof:
        step = reader.data[reader.position : min(reader.position + _STEP, end)]
        if not step:
            raise ArchiveRefused(_DAMAGED)
        try:
            contents += inflater.decompress(step, size + 1 - len(contents))
        except zlib.error as error:
            raise ArchiveRefused(_DAMAGED) from error
        if len(contents) > size:
            raise ArchiveRefused(_DAMAGED)
        reader.position += len(step) - len(inflater.unused_data or inflater.unconsumed_tail)
    if len(contents) != size:
        raise ArchiveRefused(_DAMAGED)
    return bytes(contents)
