"""Gives waiting chunks their vectors, a few at a time, so that a search in between is quick."""

from datetime import timedelta

from app.contracts.clock import Clock
from app.contracts.errors import EmbeddingUnavailable
from app.contracts.jobs import Done, Job, JobOutcome, RetryAt
from app.contracts.memory_index import IndexStore
from app.contracts.search import Embedder
from app.memory.index_builder import embed_pending
from app.memory.search.hybrid_search import HybridSearch

BATCH = 16
WITHOUT_A_MODEL = timedelta(hours=6)


class EmbeddingUpkeep:
    def __init__(
        self, rows: IndexStore, embedder: Embedder, search: HybridSearch, clock: Clock
    ) -> None:
        self._rows = rows
        self._embedder = embedder
        self._search = search
        self._clock = clock

    def run(self, _job: Job) -> JobOutcome:
        try:
            while embed_pending(self._rows, self._embedder, limit=BATCH):
                pass
        except EmbeddingUnavailable as error:
            # Keywords find the chunks meanwhile; a new start looks at the model again.
            return RetryAt(self._clock.now() + WITHOUT_A_MODEL, error.sentence)
        self._search.save()
        return Done()
