"""One file of named byte ranges, mapped when read. A cache: any doubt about it means it is not
there, and a failed save is only logged.

Layout: magic, length and CRC-32 of the header, length of the rest; the header (JSON: version, parts
with offset and length, CRC-32 of all parts); the parts, each at a multiple of 64 bytes.
"""

import json
import logging
import mmap
import os
import struct
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import cast

_MAGIC = b"OCARRAY1"
_PREFIX = struct.Struct("<8sIIQ")
_ALIGNMENT = 64
_CHECKED_AT_ONCE = 1 << 20

_UNUSABLE = (OSError, ValueError, KeyError, TypeError, struct.error)

_log = logging.getLogger(__name__)


class DerivedArraysFile:
    """Implements `contracts.memory_index.DerivedArrays`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, version: str) -> Mapping[str, memoryview] | None:
        try:
            with self._path.open("rb") as stream:
                mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_COPY)
            return _parts(memoryview(mapped), version)
        except FileNotFoundError:
            return None
        except _UNUSABLE as error:
            _log.info("search cache not used: %s", error)
            return None

    def is_damaged(self) -> bool:
        """True for a file that is not what was written; of another version is not damaged."""
        try:
            _header_and_body(memoryview(self._path.read_bytes()))
        except FileNotFoundError:
            return False
        except _UNUSABLE:
            return True
        return False

    def save(self, version: str, parts: Mapping[str, bytes | memoryview]) -> None:
        try:
            self._write(version, parts)
        except OSError as error:
            _log.warning("search cache not saved: %s", error.strerror)

    def discard(self) -> None:
        self._remove_leftovers()
        self._path.unlink(missing_ok=True)

    def _write(self, version: str, parts: Mapping[str, bytes | memoryview]) -> None:
        table: dict[str, tuple[int, int]] = {}
        offset = 0
        checksum = 0
        for name, content in parts.items():
            length = memoryview(content).nbytes
            table[name] = (offset, length)
            checksum = zlib.crc32(_padding(length), zlib.crc32(content, checksum))
            offset += length + len(_padding(length))
        header = json.dumps({"version": version, "parts": table, "checksum": checksum}).encode()
        # The header is padded so that the parts begin on the boundary too.
        header += b" " * (-(_PREFIX.size + len(header)) % _ALIGNMENT)
        self._remove_leftovers()
        descriptor, temporary = tempfile.mkstemp(
            prefix=f".{self._path.name}.", dir=self._path.parent
        )
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(_PREFIX.pack(_MAGIC, len(header), zlib.crc32(header), offset))
                stream.write(header)
                for content in parts.values():
                    stream.write(content)
                    stream.write(_padding(memoryview(content).nbytes))
                stream.flush()
                os.fsync(stream.fileno())
            Path(temporary).replace(self._path)
        finally:
            Path(temporary).unlink(missing_ok=True)

    def _remove_leftovers(self) -> None:
        """One process saves; what lies here half-written is of one that was killed."""
        for left_over in self._path.parent.glob(f".{self._path.name}.*"):
            left_over.unlink(missing_ok=True)


def _padding(length: int) -> bytes:
    return b"\0" * (-length % _ALIGNMENT)


def _parts(content: memoryview, version: str) -> Mapping[str, memoryview] | None:
    header, body = _header_and_body(content, version)
    if header["version"] != version:
        return None
    table = cast("dict[str, tuple[int, int]]", header["parts"])
    return {name: body[offset : offset + length] for name, (offset, length) in table.items()}


def _header_and_body(
    content: memoryview, version: str | None = None
) -> tuple[dict[str, object], memoryview]:
    """The checksum of another version's body is not worth the reading."""
    magic, header_length, header_checksum, body_length = _PREFIX.unpack_from(content)
    start = _PREFIX.size + header_length
    if magic != _MAGIC or len(content) != start + body_length:
        raise ValueError("wrong magic or length")
    packed = bytes(content[_PREFIX.size : start])
    if zlib.crc32(packed) != header_checksum:
        raise ValueError("wrong checksum of the header")
    header = cast("dict[str, object]", json.loads(packed))
    body = content[start:]
    if version in (None, header["version"]) and _checksum(body) != header["checksum"]:
        raise ValueError("wrong checksum")
    return header, body


def _checksum(body: memoryview) -> int:
    checksum = 0
    for start in range(0, len(body), _CHECKED_AT_ONCE):
        checksum = zlib.crc32(body[start : start + _CHECKED_AT_ONCE], checksum)
    return checksum
