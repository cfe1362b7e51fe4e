"""The product's own index and search over made-up chunks: real SQLite rows, real arrays, its cache.

Run by `tests.bench.search_speed` in a process of its own.
"""

import hashlib
import time
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from app.contracts.memory_files import daily_log_path
from app.contracts.memory_index import IndexedChunk
from app.contracts.search import MemorySource, SearchQuery, Vector
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.embedding.word_vectors import WordVectors
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from app.storage.database import IndexRows, open_database
from app.storage.database.connection import Database
from app.storage.database.index_feed import IndexFeedRows
from app.storage.derived_arrays import DerivedArraysFile
from tests.bench.synthetic import Asked, Corpus

MODEL_FOLDER = Path(__file__).parents[2] / "models"
TODAY = date(2026, 2, 28)
NOON = datetime(2026, 2, 28, 12, tzinfo=UTC)
_PAGE = 5_000


class _GivenVectors:
    """Implements Embedder: the vector of a question is there before it is asked, or is made by the
    real model, whose answer is then timed and thrown away for the given one.
    """

    model_id = "bench"

    def __init__(self, real: OnnxEmbedder) -> None:
        self.given: Vector = b""
        self.uses_model = False
        self._real = real

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        if self.uses_model:
            self._real.embed(texts)
        return [self.given for _ in texts]

    def token_count(self, text: str) -> int:
        return self._real.token_count(text)

    def release(self) -> None: ...


class ProductSearch:
    """Implements Peer, and knows a little more about its own start."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._source = ModelSource([MODEL_FOLDER])
        self._embedder = _GivenVectors(OnnxEmbedder(self._source))
        self._database: Database | None = None
        self._search: HybridSearch | None = None
        self.seconds_without_cache = 0.0

    def build(self, corpus: Corpus) -> None:
        database = open_database(self._path)
        rows = IndexRows(database)
        for start in range(0, len(corpus.texts), _PAGE):
            numbers = range(start, min(start + _PAGE, len(corpus.texts)))
            rows.apply(removed=(), put=[_chunk(corpus, number) for number in numbers])
        database.close()

    def load(self) -> None:
        """First from the rows alone, which writes the cache, then from the cache."""
        started = time.perf_counter()
        search = self._open()
        search.warm_up()
        self.seconds_without_cache = time.perf_counter() - started
        search.save()
        if self._database is not None:
            self._database.close()

    def open_again(self) -> None:
        self._search = self._open()
        self._search.warm_up()

    def search(self, asked: Asked, limit: int) -> list[int]:
        assert self._search is not None
        self._embedder.given = asked.vector.tobytes()
        hits = self._search.search(SearchQuery(asked.text, TODAY, limit=limit))
        return [int(hit.chunk_id) for hit in hits]

    def embed_each_question(self) -> None:
        self._embedder.uses_model = True

    @property
    def _path(self) -> Path:
        return self._folder / "oneclaw.db"

    def _open(self) -> HybridSearch:
        self._database = open_database(self._path)
        return HybridSearch(
            IndexFeedRows(self._database),
            SearchModels(self._embedder, WordVectors(self._source)),
            cache=DerivedArraysFile(self._folder / "search.cache"),
        )


def _chunk(corpus: Corpus, number: int) -> IndexedChunk:
    day = TODAY - timedelta(days=corpus.ages[number])
    text = corpus.texts[number]
    return IndexedChunk(
        id=str(number),
        source=MemorySource.DAILY_LOG,
        date=day,
        text=text,
        content_hash=hashlib.sha256(text.encode()).hexdigest()[:32],
        created_at=NOON,
        updated_at=NOON,
        source_path=daily_log_path(day),
        position=number,
        vector=corpus.vectors[number].tobytes(),
        model_id=_GivenVectors.model_id,
    )
