"""Keeps one process's arrays in step with the rows in the database, from the cache if it can.

The rows are the truth: a cache of another database, version or state is passed over.
"""

from app.contracts.memory_index import DerivedArrays, IndexFeed
from app.memory.search.array_parts import ARRAYS_VERSION, compacted, from_parts, to_parts
from app.memory.search.memory_arrays import MemoryArrays

_PAGE = 1000
_WORTH_SAVING = 500


class IndexFollower:
    """Not thread safe: the search that owns it holds a lock."""

    def __init__(self, feed: IndexFeed, cache: DerivedArrays | None = None) -> None:
        self._feed = feed
        self._cache = cache
        self._arrays: MemoryArrays | None = None
        self._lineage = ""
        self._revision = 0
        self._unsaved = 0

    def follow(self) -> MemoryArrays:
        """The arrays as the rows are now."""
        arrays = self._arrays if self._arrays is not None else self._start()
        if self._feed.revision() != self._revision:
            arrays = self._catch_up(arrays)
        self._arrays = arrays
        return arrays

    def save_if_worth_it(self) -> bool:
        """Writes the cache when enough has changed; for the process that has time for it."""
        if self._cache is None or self._arrays is None or self._unsaved < _WORTH_SAVING:
            return False
        self._arrays = compacted(self._arrays)
        self._cache.save(ARRAYS_VERSION, to_parts(self._arrays, self._lineage, self._revision))
        self._unsaved = 0
        return True

    def _start(self) -> MemoryArrays:
        self._lineage = self._feed.lineage()
        self._revision = 0
        parts = self._cache.load(ARRAYS_VERSION) if self._cache else None
        if parts is not None:
            arrays, lineage, revision = from_parts(parts)
            if lineage == self._lineage and revision <= self._feed.revision():
                self._revision = revision
                return arrays
        return MemoryArrays()

    def _catch_up(self, arrays: MemoryArrays) -> MemoryArrays:
        if self._feed.lineage() != self._lineage:
            arrays = self._start()
        known = arrays.model_id
        arrays = self._with_changes(arrays)
        if known and arrays.model_id != known:
            # Arrays hold the vectors of one model: those of the other were sent away on meeting it.
            # Only the rows know which of them are good now.
            self._revision = 0
            arrays = self._with_changes(MemoryArrays())
        return arrays

    def _with_changes(self, arrays: MemoryArrays) -> MemoryArrays:
        while True:
            changes = self._feed.changes_after(self._revision, _PAGE)
            if changes.revision == self._revision:
                break
            arrays.remove(changes.removed)
            arrays.put(changes.put)
            self._unsaved += len(changes.removed) + len(changes.put)
            self._revision = changes.revision
        arrays.settle()
        return arrays
