"""A search that finds what it was given, or fails as it was told."""

from collections.abc import Sequence

from app.contracts.errors import OneClawError
from app.contracts.search import MemoryHit, SearchQuery


class GivenSearch:
    """Implements MemorySearch."""

    def __init__(self, hits: Sequence[MemoryHit] = (), failure: OneClawError | None = None) -> None:
        self.hits = tuple(hits)
        self.failure = failure
        self.queries: list[SearchQuery] = []

    def search(self, query: SearchQuery) -> tuple[MemoryHit, ...]:
        self.queries.append(query)
        if self.failure is not None:
            raise self.failure
        return self.hits[: query.limit]
