"""The pages of a SQLite file as they lie on the disk, for a database SQLite itself refuses.

Follows the published file format: the main file, then every committed frame of the write-ahead
log over it. Never writes, and needs neither a whole header nor a whole file.
"""

import struct
from collections.abc import Iterator
from pathlib import Path

USUAL_PAGE_SIZE = 4096
"""What SQLite chooses for a new file, and so what ours have when the header cannot say."""

_WAL_MAGIC = 0x377F0682
_WAL_HEADER = struct.Struct(">8I")
_FRAME_HEADER = struct.Struct(">6I")
_MAGIC = b"SQLite format 3\x00"
_LARGEST_PAGE = 65536


class RawPages:
    """Pages by number, from 1; a page that is missing reads as empty."""

    def __init__(self, path: Path) -> None:
        main = path.read_bytes() if path.is_file() else b""
        log_path = path.with_name(f"{path.name}-wal")
        log = log_path.read_bytes() if log_path.is_file() else b""
        self.size = _page_size(main, log)
        self._main = main
        self._newer = dict(_committed_frames(log, self.size))

    def __getitem__(self, number: int) -> bytes:
        newer = self._newer.get(number)
        if newer is not None:
            return newer
        page = self._main[(number - 1) * self.size : number * self.size] if number > 0 else b""
        return page if len(page) == self.size else b""

    @property
    def count(self) -> int:
        return max(len(self._main) // self.size, *self._newer, 0)

    def numbers(self) -> Iterator[int]:
        return iter(range(1, self.count + 1))


def _page_size(main: bytes, log: bytes) -> int:
    if main.startswith(_MAGIC) and _is_page_size(size := int.from_bytes(main[16:18])):
        return size
    if len(log) >= _WAL_HEADER.size and _is_page_size(size := int.from_bytes(log[8:12])):
        return size
    return USUAL_PAGE_SIZE


def _is_page_size(size: int) -> bool:
    return 512 <= size <= _LARGEST_PAGE and size & (size - 1) == 0


def _committed_frames(log: bytes, page_size: int) -> Iterator[tuple[int, bytes]]:
    """Frames up to the last commit that is whole; what follows was never acknowledged."""
    if len(log) < _WAL_HEADER.size:
        return
    magic, _, _, _, salt_1, salt_2, *header_sum = _WAL_HEADER.unpack_from(log)
    if magic & ~1 != _WAL_MAGIC:
        return
    words = ">" if magic & 1 else "<"
    running = _checksum(log[:24], words, (0, 0))
    if running != tuple(header_sum):
        return
    uncommitted: list[tuple[int, bytes]] = []
    for start in range(_WAL_HEADER.size, len(log), _FRAME_HEADER.size + page_size):
        page = log[start + _FRAME_HEADER.size : start + _FRAME_HEADER.size + page_size]
        if len(page) < page_size:
            return
        number, size_after_commit, *salts, sum_1, sum_2 = _FRAME_HEADER.unpack_from(log, start)
        running = _checksum(log[start : start + 8] + page, words, running)
        if salts != [salt_1, salt_2] or running != (sum_1, sum_2):
            return
        uncommitted.append((number, page))
        if size_after_commit:
            yield from uncommitted
            uncommitted = []


def _checksum(data: bytes, words: str, start: tuple[int, int]) -> tuple[int, int]:
    first, second = start
    values = struct.unpack(f"{words}{len(data) // 4}I", data)
    for even, odd in zip(values[::2], values[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
