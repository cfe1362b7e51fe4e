"""Searches the index, and the files while the index is damaged or not built yet (S6.8)."""

import logging

from app.contracts.errors import DatabaseError
from app.contracts.memory_index import IndexStore
from app.contracts.search import MemoryHit, MemorySearch, SearchQuery

logger = logging.getLogger(__name__)


class IndexOrFiles:
    """Implements MemorySearch. An index with nothing in it knows less than the files do."""

    def __init__(self, in_index: MemorySearch, in_files: MemorySearch, rows: IndexStore) -> None:
        self._in_index = in_index
        self._in_files = in_files
        self._rows = rows

    def search(self, query: SearchQuery) -> tuple[MemoryHit, ...]:
        try:
            hits = self._in_index.search(query)
            if hits or not self._rows.is_empty():
                return hits
        except DatabaseError as error:
            logger.warning("the index cannot be read, searching the files: %s", error)
        return self._in_files.search(query)
