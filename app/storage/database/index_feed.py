"""What changed in the memory index since a reader last looked. Reads only."""

from collections.abc import Sequence

from app.contracts.memory_index import ChunkText, IndexChanges
from app.storage.database.connection import Database
from app.storage.database.index_rows import COLUMNS, chunk_of_values

_IDS_PER_QUERY = 500
_CHANGED = (
    f"SELECT {COLUMNS} FROM memory_index_changes"  # noqa: S608 - our names
    " JOIN memory_index ON memory_index.id = chunk_id"
    " WHERE revision > ? AND revision <= ? ORDER BY revision"
)
# Nothing of a hit but what is shown: its vector and its instants cost more than the search.
_TEXTS = (
    "SELECT id, chunk_text, heading_path, coalesce(message_id, source_path)"
    " FROM memory_index WHERE id IN ({})"
)


class IndexFeedRows:
    """Implements `contracts.memory_index.IndexFeed`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def lineage(self) -> str:
        rows = self._database.values("SELECT id FROM memory_index_lineage")
        return str(rows[0][0]) if rows else ""

    def revision(self) -> int:
        return self._database.number("SELECT max(revision) FROM memory_index_changes")

    def changes_after(self, revision: int, limit: int) -> IndexChanges:
        with self._database.reading():
            changed = self._database.values(
                "SELECT revision, chunk_id FROM memory_index_changes"
                " WHERE revision > ? ORDER BY revision LIMIT ?",
                revision,
                limit,
            )
            if not changed:
                return IndexChanges(revision)
            last = int(changed[-1][0] or 0)
            put = tuple(map(chunk_of_values, self._database.values(_CHANGED, revision, last)))
        present = {chunk.id for chunk in put}
        removed = tuple(str(row[1]) for row in changed if row[1] not in present)
        return IndexChanges(last, put, removed)

    def texts(self, chunk_ids: Sequence[str]) -> dict[str, ChunkText]:
        found: dict[str, ChunkText] = {}
        for start in range(0, len(chunk_ids), _IDS_PER_QUERY):
            page = chunk_ids[start : start + _IDS_PER_QUERY]
            for chunk_id, text, heading_path, origin in self._database.values(
                _TEXTS.format(", ".join("?" * len(page))), *page
            ):
                found[str(chunk_id)] = ChunkText(str(text), str(heading_path), str(origin))
        return found
