"""Searching memory: the question, the hits, and the parts that find them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Protocol

Vector = bytes
"""384 little-endian float32 (S5.3): what SQLite stores and numpy reads without copying."""
VECTOR_BYTES = 384 * 4


class MemorySource(StrEnum):
    DAILY_LOG = "daily_log"
    LONG_TERM = "long_term"
    SESSION = "session"


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """`text` is the question. An empty `sources` means all of them. `without_session` keeps the
    conversation that asks out of its own results.
    """

    text: str
    today: date
    sources: frozenset[MemorySource] = frozenset()
    date_from: date | None = None
    date_to: date | None = None
    without_session: str | None = None
    limit: int = 10


@dataclass(frozen=True, slots=True)
class MemoryHit:
    chunk_id: str
    text: str
    source: MemorySource
    date: date | None
    score: float
    keyword_score: float
    vector_score: float | None
    age_days: int
    matched_words: tuple[str, ...] = ()
    origin: str = ""
    """The file path, or the message id for `session` hits: what Open leads to."""


class MemorySearch(Protocol):
    def search(self, query: SearchQuery) -> tuple[MemoryHit, ...]:
        """Best first; empty when nothing is relevant."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors. May raise EmbeddingUnavailable, once per start with a warning."""

    @property
    def model_id(self) -> str: ...

    def embed(self, texts: Sequence[str]) -> list[Vector]: ...

    def token_count(self, text: str) -> int:
        """How many of the model's window the text takes."""
        ...

    def release(self) -> None:
        """Gives the memory back; the next call loads again."""
        ...
