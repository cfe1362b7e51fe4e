"""Searches the Markdown files themselves by words: slow for a big memory, but it needs no index.

What everything else falls back to: the files are the truth (S6.8).
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from app.contracts.errors import UnreadableFile
from app.contracts.memory_files import DAILY_FOLDER, LONG_TERM_PATH, MemoryFiles
from app.contracts.search import MemoryHit, MemorySource, SearchQuery
from app.memory.text.words import words_of

LEAST_SHARE = 0.3
"""A line must carry this much of the question's weight; one common word is not an answer."""

_NOT_A_MEMORY = re.compile(r"\s*(#|---\s*$|<!--.*-->\s*$)")
_COMMENT = re.compile(r"<!--.*?-->")
_BULLET = re.compile(r"^\s*[-*+]\s+")


@dataclass(frozen=True, slots=True)
class _Line:
    path: str
    number: int
    text: str
    words: frozenset[str]


class FileSearch:
    """Implements MemorySearch."""

    def __init__(self, files: MemoryFiles) -> None:
        self._files = files

    def search(self, query: SearchQuery) -> tuple[MemoryHit, ...]:
        wanted = frozenset(words_of(query.text))
        if not wanted:
            return ()
        lines = list(self._lines())
        frequency = Counter(word for line in lines for word in line.words & wanted)
        weights = {word: _rarity(len(lines), frequency[word]) for word in wanted}
        found = (self._hit(line, query, weights) for line in lines)
        hits = [hit for hit in found if hit is not None and _is_wanted(hit, query)]
        hits.sort(key=lambda hit: (-hit.score, hit.age_days, hit.chunk_id))
        return tuple(hits[: query.limit])

    def _lines(self) -> Iterator[_Line]:
        paths = [LONG_TERM_PATH, *(info.path for info in self._files.list(DAILY_FOLDER))]
        for path in paths:
            try:
                text = self._files.read(path).text
            except UnreadableFile:
                continue  # the memory page says so; the other files can still answer
            for number, line in enumerate(text.splitlines()):
                if line.strip() and not _NOT_A_MEMORY.match(line):
                    shown = _BULLET.sub("", _COMMENT.sub("", line)).strip()
                    yield _Line(path, number, shown, frozenset(words_of(shown)))

    def _hit(self, line: _Line, query: SearchQuery, weights: dict[str, float]) -> MemoryHit | None:
        matched = line.words & weights.keys()
        score = sum(weights[word] for word in matched) / sum(weights.values())
        if score < LEAST_SHARE:
            return None
        day = _day_of(line.path)
        return MemoryHit(
            chunk_id=f"{line.path}#{line.number}",
            text=line.text,
            source=MemorySource.DAILY_LOG if day else MemorySource.LONG_TERM,
            date=day,
            score=score,
            keyword_score=score,
            vector_score=None,
            age_days=max((query.today - day).days, 0) if day else 0,
            matched_words=tuple(sorted(matched)),
            origin=line.path,
        )


def _is_wanted(hit: MemoryHit, query: SearchQuery) -> bool:
    if query.sources and hit.source not in query.sources:
        return False
    if query.date_from and (hit.date is None or hit.date < query.date_from):
        return False
    return not (query.date_to and (hit.date is None or hit.date > query.date_to))


def _rarity(total: int, containing: int) -> float:
    return math.log((total - containing + 0.5) / (containing + 0.5) + 1)


def _day_of(path: str) -> date | None:
    try:
        return date.fromisoformat(path.rpartition("/")[2].removesuffix(".md"))
    except ValueError:
        return None
