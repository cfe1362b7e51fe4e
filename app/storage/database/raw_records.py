"""Decodes the rows on one table page of a SQLite file, without asking SQLite.

A cell that makes no sense is left out; its neighbours are still read.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from app.storage.database.connection import SqlValue
from app.storage.database.raw_pages import RawPages

_TABLE_LEAF = 0x0D
_FILE_HEADER_SIZE = 100
_INTEGER_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_FLOAT, _ZERO, _FIRST_BLOB = 7, 8, 12
_LARGEST_VARINT = 9


@dataclass(frozen=True, slots=True)
class RawRecord:
    row_number: int
    values: tuple[SqlValue, ...]


def records_on(pages: RawPages, number: int) -> Iterator[RawRecord]:
    """The rows of a table page; nothing for a page of any other kind."""
    page = pages[number]
    start = _FILE_HEADER_SIZE if number == 1 else 0
    if len(page) <= start or page[start] != _TABLE_LEAF:
        return
    count = int.from_bytes(page[start + 3 : start + 5])
    for index in range(count):
        pointer = start + 8 + 2 * index
        try:
            yield _record_at(pages, page, int.from_bytes(page[pointer : pointer + 2]))
        except ValueError:
            continue


def _record_at(pages: RawPages, page: bytes, offset: int) -> RawRecord:
    size, offset = _varint(page, offset)
    row_number, offset = _varint(page, offset)
    return RawRecord(row_number, tuple(_values(_payload(pages, page, offset, size))))


def _payload(pages: RawPages, page: bytes, offset: int, size: int) -> bytes:
    """A long row keeps its beginning here and the rest on a chain of overflow pages."""
    if size > pages.count * pages.size:
        # Also keeps a chain that bites its own tail from being followed for ever.
        raise ValueError("the row is longer than the file")
    local = _local_size(size, pages.size)
    parts = [page[offset : offset + local]]
    missing = size - local
    following = int.from_bytes(page[offset + local : offset + local + 4]) if missing else 0
    while missing > 0:
        overflow = pages[following][: missing + 4]
        if len(overflow) <= 4:
            raise ValueError("the chain of overflow pages is broken")
        parts.append(overflow[4:])
        missing -= len(overflow) - 4
        following = int.from_bytes(overflow[:4])
    payload = b"".join(parts)
    if len(payload) != size:
        raise ValueError("the row is cut off")
    return payload


def _local_size(size: int, page_size: int) -> int:
    """How many bytes of a row stay on its own page, by the rule of the file format."""
    largest = page_size - 35
    if size <= largest:
        return size
    smallest = (page_size - 12) * 32 // 255 - 23
    fitting = smallest + (size - smallest) % (page_size - 4)
    return fitting if fitting <= largest else smallest


def _values(payload: bytes) -> Iterator[SqlValue]:
    header_size, offset = _varint(payload, 0)
    body = header_size
    while offset < header_size:
        serial, offset = _varint(payload, offset)
        width = _width(serial)
        if body + width > len(payload):
            raise ValueError("a value is longer than its row")
        yield _value(serial, payload[body : body + width])
        body += width


def _width(serial: int) -> int:
    if serial >= _FIRST_BLOB:
        return (serial - _FIRST_BLOB) // 2
    return 8 if serial == _FLOAT else _INTEGER_SIZES.get(serial, 0)


def _value(serial: int, raw: bytes) -> SqlValue:
    if serial in _INTEGER_SIZES:
        return int.from_bytes(raw, signed=True)
    if serial >= _FIRST_BLOB:
        return raw.decode("utf-8", errors="replace") if serial % 2 else raw
    match serial:
        case 0:
            return None
        case 7:
            number: float = struct.unpack(">d", raw)[0]
            return number
        case 8 | 9:
            return serial - _ZERO
        case _:
            raise ValueError("SQLite never writes this type")


def _varint(data: bytes, offset: int) -> tuple[int, int]:
    """A number of one to nine bytes, seven bits each, and where the next thing begins."""
    value = 0
    for position in range(offset, min(offset + _LARGEST_VARINT, len(data))):
        byte = data[position]
        if position == offset + _LARGEST_VARINT - 1:
            return (value << 8) | byte, position + 1
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            return value, position + 1
    raise ValueError("a number is cut off")
