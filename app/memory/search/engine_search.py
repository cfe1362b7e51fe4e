"""Search as the UI process does it: the engine is asked, because it has the vectors.

No answer in time: this process searches by keywords itself. A damaged index: the files are read.
"""

import logging

from app.contracts.engine_link import BadFrame, EngineQuestions
from app.contracts.errors import DatabaseError
from app.contracts.search import MemoryHit, MemorySearch, SearchQuery
from app.memory.search.search_frames import hits_of, query_frame

ENGINE_SECONDS = 0.6

logger = logging.getLogger(__name__)


class EngineSearch:
    """Implements MemorySearch."""

    def __init__(
        self,
        engine: EngineQuestions,
        by_keywords: MemorySearch,
        in_files: MemorySearch,
        *,
        patience: float = ENGINE_SECONDS,
    ) -> None:
        self._engine = engine
        self._by_keywords = by_keywords
        self._in_files = in_files
        self._patience = patience

    def search(self, query: SearchQuery) -> tuple[MemoryHit, ...]:
        answer = self._engine.ask(query_frame(query), self._patience)
        if answer is not None and answer.get("ok") is True:
            try:
                return hits_of(answer)
            except BadFrame as error:
                logger.warning("%s", error)
        try:
            return self._by_keywords.search(query)
        except DatabaseError as error:
            logger.warning("the index cannot be read, searching the files: %s", error)
            return self._in_files.search(query)
