"""Which characters a font file really has, read from its cmap table. Knows no Kivy.

A file that is no font, or is cut short, covers nothing: it never raises for what is in the file.
"""

import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

LONG_RANGES, SHORT_RANGES = 12, 4
COLLECTION = b"ttcf"

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Code points as sorted ranges that do not touch: `firsts[i]` to `lasts[i]`, both included."""

    firsts: tuple[int, ...] = ()
    lasts: tuple[int, ...] = ()

    def __contains__(self, character: str) -> bool:
        point = ord(character)
        place = bisect_right(self.firsts, point) - 1
        return place >= 0 and point <= self.lasts[place]

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in zip(self.firsts, self.lasts, strict=True))


def coverage_of(ranges: Iterable[Range]) -> Coverage:
    joined: list[Range] = []
    for first, last in sorted(ranges):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return Coverage(tuple(first for first, _ in joined), tuple(last for _, last in joined))


@cache
def read_coverage(path: Path) -> Coverage:
    """Read once a process. Of a collection the first font counts: it is the one that is drawn."""
    try:
        with path.open("rb") as file:
            return coverage_of(_ranges(_cmap_table(file)))
    except (OSError, struct.error):
        return Coverage()


def _cmap_table(file: BinaryIO) -> bytes:
    """Only this table is read: a font for Chinese is megabytes long."""
    start = _numbers(">4s8xI", file.read(16))
    font = start[1] if start[0] == COLLECTION else 0
    file.seek(font)
    (count,) = _numbers(">4xH6x", file.read(12))
    records = file.read(16 * count)
    for tag, offset, length in struct.iter_unpack(">4s4xII", records):
        if tag == b"cmap":
            file.seek(offset)
            return file.read(length)
    raise struct.error("no cmap")


def _numbers(layout: str, data: bytes, offset: int = 0) -> tuple[Any, ...]:
    """As `struct.unpack_from`: reading past the end is a struct.error."""
    return struct.unpack_from(layout, data, offset)


def _ranges(table: bytes) -> Iterator[Range]:
    """From the subtable that reaches furthest; symbol fonts of old systems have none we read."""
    (count,) = _numbers(">2xH", table)
    by_format: dict[int, bytes] = {}
    for number in range(count):
        (offset,) = _numbers(">4xI", table, 4 + 8 * number)
        (kind,) = _numbers(">H", table, offset)
        by_format[kind] = table[offset:]
    if LONG_RANGES in by_format:
        yield from _long_ranges(by_format[LONG_RANGES])
    elif SHORT_RANGES in by_format:
        yield from _short_ranges(by_format[SHORT_RANGES])


def _long_ranges(subtable: bytes) -> Iterator[Range]:
    (count,) = _numbers(">12xI", subtable)
    for first, last, glyph in struct.iter_unpack(">III", subtable[16 : 16 + 12 * count]):
        # Glyph 0 is the box; a group that begins with it begins one character late.
        begin = first if glyph else first + 1
        if begin <= last:
            yield begin, last


def _short_ranges(subtable: bytes) -> Iterator[Range]:
    count = _numbers(">6xH", subtable)[0] // 2
    lasts = _numbers(f">{count}H", subtable, 14)
    firsts = _numbers(f">{count}H", subtable, 16 + 2 * count)
    deltas = _numbers(f">{count}H", subtable, 16 + 4 * count)
    for number, (first, last, delta) in enumerate(zip(firsts, lasts, deltas, strict=True)):
        place = 16 + 6 * count + 2 * number
        (offset,) = _numbers(">H", subtable, place)
        points = range(first, min(last, 0xFFFE) + 1)
        if offset:
            glyphs = _numbers(f">{len(points)}H", subtable, place + offset)
            yield from ((p, p) for p, g in zip(points, glyphs, strict=True) if g)
        elif points:
            yield from _without_glyph_zero(points, delta)


def _without_glyph_zero(points: range, delta: int) -> Iterator[Range]:
    first, last, boxed = points[0], points[-1], -delta & 0xFFFF
    if boxed not in points:
        yield first, last
        return
    yield from ((a, b) for a, b in ((first, boxed - 1), (boxed + 1, last)) if a <= b)
