"""Makes the whole index anew beside the old one and swaps at the end (S6.3), or brings it up to
date with the files after something else changed them. A cancelled rebuild changes nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.contracts.conversation import Message
from app.contracts.errors import MemoryFileError
from app.contracts.memory_files import DAILY_FOLDER, LONG_TERM_PATH, MemoryFiles
from app.contracts.memory_index import IndexedChunk, IndexStore
from app.contracts.search import Embedder, MemorySource
from app.memory.index_builder import IndexBuilder, embedded_text, is_indexed_path

_EMBEDDED_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Rebuilt:
    chunks: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    pass


Progress = Callable[[int, int], bool]
"""Told how many of how many chunks are done; answers False to cancel."""


class IndexRebuild:
    def __init__(self, store: IndexStore, builder: IndexBuilder, files: MemoryFiles) -> None:
        self._store = store
        self._builder = builder
        self._files = files

    def refresh_files(self) -> int:
        """Indexes what changed in any memory file, and forgets files that are gone."""
        paths = self._paths()
        changed = 0
        for path in paths:
            text = self._text(path)
            if text is not None:
                changed += self._builder.index_file(path, text)
        gone = [
            chunk.id
            for chunk in self._store.all()
            if chunk.source is not MemorySource.SESSION and chunk.source_path not in paths
        ]
        if gone:
            self._store.apply(removed=gone, put=())
        return changed + len(gone)

    def rebuild(
        self, messages: Iterable[Message], embedder: Embedder | None, progress: Progress
    ) -> Rebuilt | Cancelled:
        """All files and messages, with new vectors where there is an embedder.

        A chunk that was there before keeps its age. May raise EmbeddingUnavailable; the old index
        stays then.
        """
        old = {chunk.id: chunk for chunk in self._store.all()}
        fresh = [chunk for path in self._paths() for chunk in self._chunks(path, old)]
        fresh += [chunk for said in messages for chunk in self._builder.message_chunks(said)]
        ready: list[IndexedChunk] = []
        for start in range(0, len(fresh), _EMBEDDED_AT_ONCE):
            if not progress(start, len(fresh)):
                return Cancelled()
            page = [_with_age(chunk, old) for chunk in fresh[start : start + _EMBEDDED_AT_ONCE]]
            ready += page if embedder is None else _embedded(page, embedder)
        if not progress(len(fresh), len(fresh)):
            return Cancelled()
        self._store.apply(removed=old.keys(), put=ready)
        return Rebuilt(len(ready))

    def _paths(self) -> frozenset[str]:
        daily = (info.path for info in self._files.list(DAILY_FOLDER))
        return frozenset(path for path in (LONG_TERM_PATH, *daily) if is_indexed_path(path))

    def _chunks(self, path: str, old: Mapping[str, IndexedChunk]) -> list[IndexedChunk]:
        text = self._text(path)
        if text is None:
            return [chunk for chunk in old.values() if chunk.source_path == path]
        return self._builder.file_chunks(path, text)

    def _text(self, path: str) -> str | None:
        """None for a file that cannot be read now: what the index knows of it stays."""
        try:
            return self._files.read(path).text
        except MemoryFileError:
            return None


def _with_age(chunk: IndexedChunk, old: dict[str, IndexedChunk]) -> IndexedChunk:
    known = old.get(chunk.id)
    return replace(chunk, created_at=known.created_at) if known else chunk


def _embedded(chunks: Sequence[IndexedChunk], embedder: Embedder) -> list[IndexedChunk]:
    vectors = embedder.embed([embedded_text(chunk) for chunk in chunks])
    return [
        replace(chunk, vector=vector, model_id=embedder.model_id)
        for chunk, vector in zip(chunks, vectors, strict=True)
    ]
