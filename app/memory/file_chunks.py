"""Which chunks a memory file should have in the index, and under which ids.

The bullets of MEMORY.md are remembered from one time to the next: a file of ten thousand entries
changes by one. The result is the same as without; must never depend on what was remembered.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from app.contracts.memory_files import LONG_TERM_PATH
from app.memory.text.chunking import (
    Block,
    Chunk,
    Fits,
    PlainBullets,
    chunks_of_block,
    markdown_pieces,
)

_FRAME_HEADING = re.compile(r"Long-term Memory|Daily Log - \d{4}-\d\d-\d\d|Daily Summary")
"""Headings every file has: as context they would only make all chunks alike."""
_STANDARD_SECTIONS = frozenset(
    {"User Profile", "Preferences", "Interests", "Workflow", "Projects", "Notes"}
)


class FileChunk(NamedTuple):
    """`first_id` is its id, unless the same was there before in the file."""

    text: str
    headings: tuple[str, ...]
    content_hash: str
    first_id: str


@dataclass(frozen=True, slots=True)
class PlacedChunks:
    """Side by side and in the file's order: ids, chunks, and the lines (from 0) they begin at."""

    ids: list[str]
    chunks: list[FileChunk]
    lines: list[int]


@dataclass(frozen=True, slots=True)
class _Run:
    """Bullets one below the other with what became of each, as one list too."""

    lines: list[str]
    found: list[tuple[FileChunk, ...]]
    chunks: list[FileChunk]

    def line_numbers(self, first: int) -> Iterable[int]:
        if len(self.chunks) == len(self.found) and all(self.found):
            return range(first, first + len(self.found))
        return [line for line, several in enumerate(self.found, first) for _ in several]


_Bullets = dict[tuple[tuple[str, ...], str], _Run]
"""By the headings above and the first line."""


class FileChunks:
    def __init__(self, fits: Fits) -> None:
        self._fits = fits
        self._bullets: _Bullets = {}

    def of(self, path: str, text: str) -> PlacedChunks:
        known = self._bullets if path == LONG_TERM_PATH else {}
        now: _Bullets = {}
        chunks: list[FileChunk] = []
        lines: list[int] = []
        for piece in markdown_pieces(text):
            if isinstance(piece, Block):
                several = list(self._of_block(path, piece))
                lines += [piece.line] * len(several)
                chunks += several
            else:
                place = (piece.headings, piece.lines[0])
                run = now[place] = self._of_bullets(path, piece, known.get(place))
                lines += run.line_numbers(piece.line)
                chunks += run.chunks
        if path == LONG_TERM_PATH:
            self._bullets = now
        return PlacedChunks(_ids(chunks), chunks, lines)

    def _of_bullets(self, path: str, bullets: PlainBullets, known: _Run | None) -> _Run:
        if known is not None and known.lines == bullets.lines:
            return known
        by_line = {} if known is None else dict(zip(known.lines, known.found, strict=True))
        found = [
            by_line.get(line) or tuple(self._of_block(path, Block((line,), bullets.headings, at)))
            for at, line in enumerate(bullets.lines, bullets.line)
        ]
        return _Run(bullets.lines, found, list(chain.from_iterable(found)))

    def _of_block(self, path: str, block: Block) -> Iterator[FileChunk]:
        for chunk in chunks_of_block(block, self._fits):
            headings = _telling(chunk.headings)
            if headings or not _is_frame(chunk):
                content_hash = digest(path, *headings, chunk.text)
                yield FileChunk(chunk.text, headings, content_hash, digest(content_hash, "1"))


def digest(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32]


def _ids(chunks: Sequence[FileChunk]) -> list[str]:
    """Of several equal ones each has its number in its id."""
    ids = [chunk.first_id for chunk in chunks]
    if len(set(ids)) == len(ids):
        return ids
    seen: Counter[str] = Counter()
    for place, chunk in enumerate(chunks):
        seen[chunk.content_hash] += 1
        ids[place] = digest(chunk.content_hash, str(seen[chunk.content_hash]))
    return ids


@lru_cache(maxsize=256)
def _telling(headings: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part for part in headings if not _FRAME_HEADING.fullmatch(part))


def _is_frame(chunk: Chunk) -> bool:
    """A heading that comes with every file and has nothing below it."""
    return _FRAME_HEADING.fullmatch(chunk.text) is not None or chunk.text in _STANDARD_SECTIONS
