"""Makes the search index anew from the files and messages, tells how far it is, can be cancelled.

A lost index is first made findable by its words, which takes a moment; vectors follow. One that is
there stays in use until the new one is whole.
"""

import logging
from collections.abc import Callable, Iterable

from app.contracts.conversation import Message
from app.contracts.errors import EmbeddingUnavailable
from app.contracts.jobs import Done, Job, JobOutcome
from app.contracts.memory_index import IndexStore
from app.contracts.search import Embedder
from app.memory.index_rebuild import Cancelled, IndexRebuild, Rebuilt
from app.memory.rebuild_progress import RebuildProgress

logger = logging.getLogger(__name__)


class RebuildJob:
    def __init__(
        self,
        rows: IndexStore,
        rebuild: IndexRebuild,
        messages: Callable[[], Iterable[Message]],
        embedder: Embedder,
        progress: RebuildProgress,
        embed_soon: Callable[[], None],
    ) -> None:
        """`messages` are all that may be found; `embed_soon` asks for what has no vector yet."""
        self._rows = rows
        self._rebuild = rebuild
        self._messages = messages
        self._embedder = embedder
        self._progress = progress
        self._embed_soon = embed_soon

    def run(self, job: Job) -> JobOutcome:
        try:
            match self._rebuilt(job):
                case Rebuilt(chunks):
                    # A file that changed meanwhile was read before; its rows are newer now.
                    self._rebuild.refresh_files()
                    logger.info("the search index was made anew: %d chunks", chunks)
                    self._embed_soon()
                case Cancelled():
                    logger.info("the rebuild was cancelled; the index is as it was")
        finally:
            self._progress.end()
        return Done()

    def _rebuilt(self, job: Job) -> Rebuilt | Cancelled:
        if self._rows.is_empty():
            return self._made(job, None)
        # What is missing of the files is findable by its words before the long part begins.
        self._rebuild.refresh_files()
        try:
            return self._made(job, self._embedder)
        except EmbeddingUnavailable:
            return self._made(job, None)

    def _made(self, job: Job, embedder: Embedder | None) -> Rebuilt | Cancelled:
        def tell(done: int, total: int) -> bool:
            return self._progress.tell(job.id, done, total)

        return self._rebuild.rebuild(self._messages(), embedder, tell)
