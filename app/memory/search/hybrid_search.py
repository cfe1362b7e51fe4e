"""Finds memories: words and meaning, who and when, newest first among equals (S6.4-S6.9).

Answers from this process's own arrays; asks the database only what changed and for the texts of
the hits. Without a model it goes on by keywords.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from threading import Lock
from time import sleep

from app.contracts.errors import EmbeddingUnavailable
from app.contracts.memory_index import DerivedArrays, IndexFeed
from app.contracts.search import Embedder, MemoryHit, SearchQuery
from app.memory.search.candidates import eligible_slots
from app.memory.search.found_texts import FoundText, hits_of
from app.memory.search.index_follower import IndexFollower
from app.memory.search.keyword_evidence import SoftWords
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.near_duplicates import without_near_duplicates
from app.memory.search.question import Question, read_question
from app.memory.search.ranking import Ranked, rank
from app.memory.search.settings import SearchSettings
from app.memory.search.sketches import FloatArray
from app.memory.search.soft_words import SoftWordFinder, WordVectors
from app.memory.search.vector_rows import vector_from_bytes

_WORDS_COMPARED_AT_ONCE = 32
_REST_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class SearchModels:
    """What of the model this process has: none of it in the UI process."""

    embedder: Embedder | None = None
    word_vectors: WordVectors | None = None


class HybridSearch:
    """Implements `contracts.search.MemorySearch`; any thread may call."""

    def __init__(
        self,
        feed: IndexFeed,
        models: SearchModels = SearchModels(),
        *,
        cache: DerivedArrays | None = None,
        settings: SearchSettings = SearchSettings(),  # noqa: B008  (frozen)
    ) -> None:
        self._feed = feed
        self._models = models
        self._settings = settings
        self._follower = IndexFollower(feed, cache)
        self._soft = SoftWordFinder(models.word_vectors) if models.word_vectors else None
        self._lock = Lock()

    def use_settings(self, settings: SearchSettings) -> None:
        with self._lock:
            self._settings = settings

    def warm_up(self) -> None:
        """Reads the index now instead of at the first search."""
        with self._lock:
            self._follower.follow()

    def save(self) -> bool:
        """Works out ahead which words are like which, and writes the cache when enough has changed;
        for quiet moments of the engine. A search in between waits for one step of it.
        """
        while True:
            with self._lock:
                arrays = self._follower.follow()
                if not self._compares_more(arrays):
                    return self._follower.save_if_worth_it()
            # A lock is not fair: without a rest it would be taken again before a search gets it.
            sleep(_REST_SECONDS)

    def search(self, query: SearchQuery) -> tuple[MemoryHit, ...]:
        with self._lock:
            arrays = self._follower.follow()
            if query.limit < 1 or arrays.living == 0:
                return ()
            question = read_question(query.text, query.today, arrays.authors.all())
            vector = self._vector(arrays, question)
            return self._hits(arrays, query, question, vector)

    def _hits(
        self,
        arrays: MemoryArrays,
        query: SearchQuery,
        question: Question,
        vector: FloatArray | None,
    ) -> tuple[MemoryHit, ...]:
        soft = self._soft_words(arrays, question, vector)
        ranked = rank(
            arrays, query, question, vector, soft, eligible_slots(arrays, query), self._settings
        )
        found = self._in_order(arrays, ranked, query.limit)
        distinct = without_near_duplicates(found, overlap=self._settings.near_duplicate_overlap)
        chosen = list(islice(distinct, query.limit))
        return hits_of(chosen, arrays, ranked, query, question)

    def _soft_words(
        self, arrays: MemoryArrays, question: Question, vector: FloatArray | None
    ) -> SoftWords:
        embedder = self._models.embedder
        if self._soft is None or vector is None or embedder is None or not question.is_english:
            return SoftWords()
        return self._soft.find(arrays, question.words, embedder.model_id)

    def _compares_more(self, arrays: MemoryArrays) -> bool:
        embedder = self._models.embedder
        if self._soft is None or embedder is None:
            return False
        try:
            return self._soft.compare_some(arrays, embedder.model_id, _WORDS_COMPARED_AT_ONCE)
        except EmbeddingUnavailable:
            return False

    def _in_order(self, arrays: MemoryArrays, ranked: Ranked, limit: int) -> Iterator[FoundText]:
        """The chunks behind the slots, a page at a time: one is enough where nothing repeats."""
        for start in range(0, len(ranked.slots), limit):
            slots = ranked.slots[start : start + limit]
            numbers: list[int] = slots.tolist()
            ids = [arrays.ids[slot] for slot in numbers]
            marks = arrays.marks[slots]
            lengths: list[float] = arrays.columns.length[slots].tolist()
            texts = self._feed.texts(ids)
            for nth, chunk_id in enumerate(ids):
                if chunk_id in texts:
                    mark = marks[nth].tobytes()
                    yield FoundText(texts[chunk_id], start + nth, mark, lengths[nth])

    def _vector(self, arrays: MemoryArrays, question: Question) -> FloatArray | None:
        embedder = self._models.embedder
        if embedder is None or not arrays.columns.has_vector.any():
            return None
        try:
            if embedder.model_id != arrays.model_id:
                return None
            return vector_from_bytes(embedder.embed([question.meaning])[0])
        except EmbeddingUnavailable:
            return None
