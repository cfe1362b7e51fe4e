"""The rows of the memory index. Derived from files and messages: anything here may be thrown
away and made again, so nothing is kept in this table alone.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from app.contracts.memory_index import IndexCounts, IndexedChunk
from app.contracts.search import VECTOR_BYTES, MemorySource, Vector
from app.storage.database.connection import Database, SqlValue
from app.storage.database.instants import from_milliseconds, to_milliseconds
from app.storage.database.tables import IndexRow

COLUMNS = (
    "id, source_type, source_date, chunk_text, embedding, created_at, updated_at, content_hash,"
    " heading_path, model_id, source_path, position, session_id, message_id, author"
)
_INSERT = f"INSERT INTO memory_index ({COLUMNS}) VALUES ({', '.join('?' * 15)})"  # noqa: S608
_BETWEEN_IDS = "\x1f"
_DELETE = "DELETE FROM memory_index WHERE id = ?"


class IndexRows:
    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[IndexedChunk, ...]:
        return tuple(map(chunk_of, self._database.find(IndexRow)))

    def of_file(self, source_path: str) -> tuple[IndexedChunk, ...]:
        rows = self._database.find(
            IndexRow, IndexRow.source_path == source_path, order_by=(IndexRow.position,)
        )
        return tuple(map(chunk_of, rows))

    def paths(self) -> frozenset[str]:
        found = self._database.values(
            "SELECT DISTINCT source_path FROM memory_index WHERE source_path <> ''"
        )
        return frozenset(str(row[0]) for row in found)

    def ids_of_file(self, source_path: str) -> frozenset[str]:
        # One text for all of them: to hand over ten thousand one by one takes twenty times as long.
        found = self._database.values(
            "SELECT group_concat(id, ?) FROM memory_index WHERE source_path = ?",
            _BETWEEN_IDS,
            source_path,
        )
        joined = found[0][0]
        return frozenset(str(joined).split(_BETWEEN_IDS)) if joined else frozenset()

    def apply(self, *, removed: Collection[str], put: Sequence[IndexedChunk]) -> None:
        # Plain statements: a file of ten thousand entries is put in at once, and while it is,
        # every other writer waits.
        with self._database.writing():
            gone = (*removed, *(chunk.id for chunk in put))
            self._database.execute_many(_DELETE, ((chunk_id,) for chunk_id in gone))
            self._database.execute_many(_INSERT, map(_values_of, put))

    def waiting_for_vector(self, model_id: str, limit: int) -> tuple[IndexedChunk, ...]:
        rows = self._database.rows(
            IndexRow,
            "SELECT * FROM memory_index WHERE embedding IS NULL OR model_id <> ?"
            " OR length(embedding) <> ? ORDER BY rowid LIMIT ?",
            model_id,
            VECTOR_BYTES,
            limit,
        )
        return tuple(map(chunk_of, rows))

    def put_vectors(self, vectors: Mapping[str, Vector], model_id: str) -> None:
        with self._database.writing():
            for chunk_id, vector in vectors.items():
                self._database.update(
                    IndexRow,
                    {IndexRow.embedding: vector, IndexRow.model_id: model_id},
                    IndexRow.id == chunk_id,
                )

    def counts(self) -> IndexCounts:
        counted = self._database.values("SELECT count(*), count(embedding) FROM memory_index")[0]
        return IndexCounts(chunks=int(counted[0] or 0), with_vector=int(counted[1] or 0))

    def is_empty(self) -> bool:
        return not self._database.values("SELECT 1 FROM memory_index LIMIT 1")


def _values_of(chunk: IndexedChunk) -> tuple[SqlValue, ...]:
    return (
        chunk.id,
        chunk.source.value,
        chunk.date.isoformat() if chunk.date else None,
        chunk.text,
        chunk.vector,
        to_milliseconds(chunk.created_at),
        to_milliseconds(chunk.updated_at),
        chunk.content_hash,
        chunk.heading_path,
        chunk.model_id,
        chunk.source_path,
        chunk.position,
        chunk.session_id,
        chunk.message_id,
        chunk.author,
    )


def chunk_of_values(values: tuple[SqlValue, ...]) -> IndexedChunk:
    """From COLUMNS in their order. A search reads its hits so: peewee's rows cost half of it."""
    (chunk_id, source, day, text, vector, created, updated, digest, *rest) = values
    (heading_path, model_id, source_path, position, session_id, message_id, author) = rest
    return IndexedChunk(
        id=str(chunk_id),
        source=MemorySource(source),
        date=date.fromisoformat(str(day)) if day else None,
        text=str(text),
        content_hash=str(digest),
        created_at=from_milliseconds(int(created or 0)),
        updated_at=from_milliseconds(int(updated or 0)),
        heading_path=str(heading_path),
        source_path=str(source_path),
        position=int(position or 0),
        session_id=None if session_id is None else str(session_id),
        message_id=None if message_id is None else str(message_id),
        author=None if author is None else str(author),
        vector=vector if isinstance(vector, bytes) else None,
        model_id=str(model_id),
    )


def chunk_of(row: IndexRow) -> IndexedChunk:
    return IndexedChunk(
        id=row.id,
        source=MemorySource(row.source_type),
        date=date.fromisoformat(row.source_date) if row.source_date else None,
        text=row.chunk_text,
        content_hash=row.content_hash,
        created_at=from_milliseconds(row.created_at),
        updated_at=from_milliseconds(row.updated_at),
        heading_path=row.heading_path,
        source_path=row.source_path,
        position=row.position,
        session_id=row.session_id,
        message_id=row.message_id,
        author=row.author,
        vector=row.embedding,
        model_id=row.model_id,
    )
