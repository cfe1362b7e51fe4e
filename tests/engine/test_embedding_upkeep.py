"""Embedding in the background: searches go on between its batches, and use what is there."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest

from app.contracts.errors import EmbeddingUnavailable
from app.contracts.jobs import Done, Job, JobKind, RetryAt
from app.contracts.memory_files import daily_log_path
from app.contracts.search import SearchQuery, Vector
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.engine.embedding_upkeep import BATCH, EmbeddingUpkeep
from app.memory.index_builder import embed_pending
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from app.storage.database import IndexRows
from app.storage.database.index_feed import IndexFeedRows
from app.wiring.environment import PROJECT
from tests.conftest import House

PATIENCE = 60
CHUNKS = 2_000
TODAY = date(2026, 2, 28)


@pytest.fixture(scope="module")
def model() -> OnnxEmbedder:
    return OnnxEmbedder(ModelSource([PROJECT / "models"]))


class HeldUp:
    """The real model for questions. Batches are numbers, and the second one waits for the test."""

    def __init__(self, real: OnnxEmbedder) -> None:
        self.is_in_a_batch = threading.Event()
        self.may_go_on = threading.Event()
        self.batches = 0
        self._real = real
        self._example = real.embed(["a remark"])[0]

    @property
    def model_id(self) -> str:
        return self._real.model_id

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        if len(texts) == 1:
            return self._real.embed(texts)
        self.batches += 1
        if self.batches == 2:
            self.is_in_a_batch.set()
            assert self.may_go_on.wait(PATIENCE)
        return [self._example for _ in texts]

    def token_count(self, text: str) -> int:
        return self._real.token_count(text)

    def release(self) -> None: ...


def remember(house: House, chunks: int) -> None:
    per_day = 50
    texts: dict[str, str] = {}
    for number in range(0, chunks, per_day):
        day = TODAY - timedelta(days=number // per_day)
        lines = "\n".join(f"- Remark {number + one} about a thing" for one in range(per_day))
        texts[daily_log_path(day)] = f"# Daily Log - {day}\n\n{lines}\n"
    house.index.index_files(texts)


def a_job(house: House) -> Job:
    return house.jobs.enqueue(JobKind.EMBED_PENDING, "", house.clock.now())


def test_a_search_returns_while_two_thousand_chunks_are_being_embedded(
    house: House, model: OnnxEmbedder
):
    remember(house, CHUNKS)
    rows, embedder = IndexRows(house.database), HeldUp(model)
    search = HybridSearch(IndexFeedRows(house.database), SearchModels(embedder))
    upkeep = EmbeddingUpkeep(rows, embedder, search, house.clock)
    with ThreadPoolExecutor(1) as background:
        running = background.submit(upkeep.run, a_job(house))
        assert embedder.is_in_a_batch.wait(PATIENCE)
        # Held up inside a batch: whatever waited for the job, or for a batch, would wait for ever.
        hits = search.search(SearchQuery("Remark 1234", TODAY))
        assert "Remark 1234" in hits[0].text
        assert not running.done()
        assert rows.counts().with_vector == BATCH
        embedder.may_go_on.set()
        assert running.result(PATIENCE) == Done()
    counts = rows.counts()
    assert (counts.chunks, counts.with_vector) == (CHUNKS, CHUNKS)


def test_the_first_search_after_a_start_uses_vectors(house: House, model: OnnxEmbedder):
    house.index.index_file(
        daily_log_path(TODAY), "- Bought a kitten from the shelter\n- Paid the rent\n"
    )
    embed_pending(IndexRows(house.database), model)
    fresh = OnnxEmbedder(ModelSource([PROJECT / "models"]))
    search = HybridSearch(IndexFeedRows(house.database), SearchModels(fresh))
    (hit, *_) = search.search(SearchQuery("Do we have a cat?", TODAY))
    assert "kitten" in hit.text
    assert hit.vector_score is not None


class NoModel(HeldUp):
    def embed(self, texts: Sequence[str]) -> list[Vector]:
        raise EmbeddingUnavailable("There is no model.")


def test_without_a_model_the_chunks_wait_and_the_job_comes_again(house: House, model: OnnxEmbedder):
    remember(house, 50)
    rows, embedder = IndexRows(house.database), NoModel(model)
    search = HybridSearch(IndexFeedRows(house.database), SearchModels(embedder))
    outcome = EmbeddingUpkeep(rows, embedder, search, house.clock).run(a_job(house))
    assert isinstance(outcome, RetryAt)
    assert outcome.reason == "There is no model."
    assert rows.counts().with_vector == 0
    assert search.search(SearchQuery("Remark 7", TODAY))
