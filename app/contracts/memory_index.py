"""The rows of the derived index: what was cut from a file or a conversation, and its vector."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from app.contracts.search import MemorySource, Vector


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """`source_path` and `position` say where in which file; a `session` chunk has its session
    and message instead, and goes when they go. No `vector` yet: the engine will make one.
    """

    id: str
    source: MemorySource
    date: date | None
    text: str
    content_hash: str
    created_at: datetime
    updated_at: datetime
    heading_path: str = ""
    source_path: str = ""
    position: int = 0
    session_id: str | None = None
    message_id: str | None = None
    author: str | None = None
    vector: Vector | None = None
    model_id: str = ""


@dataclass(frozen=True, slots=True)
class IndexCounts:
    chunks: int
    with_vector: int


class IndexStore(Protocol):
    def all(self) -> tuple[IndexedChunk, ...]: ...

    def of_file(self, source_path: str) -> tuple[IndexedChunk, ...]: ...

    def apply(self, *, removed: Collection[str], put: Sequence[IndexedChunk]) -> None:
        """Removes and writes rows in one transaction: no reader sees the state in between.

        A chunk of a message that was deleted or made private meanwhile is passed over.
        """
        ...

    def waiting_for_vector(self, model_id: str, limit: int) -> tuple[IndexedChunk, ...]:
        """Chunks without a vector, or with one of another model."""
        ...

    def put_vectors(self, vectors: Mapping[str, Vector], model_id: str) -> None:
        """By chunk id; a chunk that is gone by now is passed over."""
        ...

    def counts(self) -> IndexCounts: ...
