"""A damaged index on disk: noticed, searched around meanwhile, whole again afterwards (S6.8)."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.contracts.errors import DatabaseDamaged
from app.contracts.jobs import JobKind
from app.contracts.memory_files import LONG_TERM_PATH
from app.contracts.search import VECTOR_BYTES, SearchQuery
from app.device.engine_client import EngineClient
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.engine.embedding_upkeep import EmbeddingUpkeep
from app.memory.index_builder import embed_pending
from app.memory.index_or_files import IndexOrFiles
from app.memory.search.engine_search import EngineSearch
from app.memory.search.file_search import FileSearch
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from app.wiring.environment import PROJECT, Environment
from app.wiring.foundations import Foundations, open_foundations
from tests.flows.engine_child import run_engine_until_idle

FACTS = {
    "Lena plays the cello in a quartet": "Which instrument does Lena play?",
    "The spare key hangs behind the boiler": "Where is the spare key?",
    "The car needs new tyres before winter": "What does the car need?",
}
FILLERS = [f"Remark {number} about nothing in particular" for number in range(520)]


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    return OnnxEmbedder(ModelSource([PROJECT / "models"]))


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    home = tmp_path / "home"
    home.mkdir()
    return Environment(home)


@pytest.fixture
def base(environment: Environment) -> Iterator[Foundations]:
    opened = open_foundations(environment)
    write(opened, *FACTS)
    yield opened
    opened.close()


def write(base: Foundations, *facts: str) -> None:
    bullets = "\n".join(f"- {fact}" for fact in facts)
    text = f"# Long-term Memory\n\n## Notes\n\n{bullets}\n"
    base.files.write(LONG_TERM_PATH, text, based_on=base.files.read(LONG_TERM_PATH))
    base.index.index_file(LONG_TERM_PATH, text)


def embed_all(base: Foundations, embedder: OnnxEmbedder) -> int:
    done = 0
    while page := embed_pending(base.index_rows, embedder):
        done += page
    return done


def damage(environment: Environment, *statements: str) -> None:
    """With the plain driver: what a bad disk does, it does behind the app's back."""
    with closing(sqlite3.connect(environment.database)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def as_the_ui_searches(base: Foundations, environment: Environment) -> EngineSearch:
    """No engine answers here: this process's own ways have to do."""
    in_files = FileSearch(base.files)
    by_keywords = IndexOrFiles(HybridSearch(base.index_feed), in_files, base.index_rows)
    return EngineSearch(EngineClient(environment.engine_socket), by_keywords, in_files)


def asked(base: Foundations, question: str) -> SearchQuery:
    return SearchQuery(question, base.clock.now().date())


def finds_everything(base: Foundations, environment: Environment) -> bool:
    search = as_the_ui_searches(base, environment)
    return all(
        fact in search.search(asked(base, question))[0].text for fact, question in FACTS.items()
    )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE memory_index SET embedding = substr(embedding, 1, 700)",
        "UPDATE memory_index SET embedding = x''",
        "UPDATE memory_index SET embedding = zeroblob(768 * 4)",
        "UPDATE memory_index SET model_id = 'another model'",
        "UPDATE memory_index SET embedding = NULL",
    ],
    ids=["truncated", "empty", "wrong dimension", "another model", "none"],
)
def test_bad_vectors_are_searched_around_and_made_again(
    statement: str, base: Foundations, environment: Environment, embedder: OnnxEmbedder
):
    embed_all(base, embedder)
    whole = {chunk.id: chunk.vector for chunk in base.index_rows.all()}
    live = HybridSearch(base.index_feed, SearchModels(embedder))
    damage(environment, statement)

    assert finds_everything(base, environment)
    for fact, question in FACTS.items():
        assert fact in live.search(asked(base, question))[0].text

    assert embed_all(base, embedder) == len(FACTS)
    assert {chunk.id: chunk.vector for chunk in base.index_rows.all()} == whole
    assert live.search(asked(base, "Who is a musician?"))[0].vector_score is not None


def test_one_bad_vector_among_good_ones_costs_one_embedding(
    base: Foundations, environment: Environment, embedder: OnnxEmbedder
):
    embed_all(base, embedder)
    damage(
        environment,
        "UPDATE memory_index SET embedding = zeroblob(8) WHERE chunk_text LIKE '%cello%'",
    )
    assert embed_all(base, embedder) == 1
    assert {len(chunk.vector or b"") for chunk in base.index_rows.all()} == {VECTOR_BYTES}


@pytest.mark.parametrize("table", ["memory_index", "memory_index_changes", "memory_index_lineage"])
def test_a_deleted_table_is_searched_around_and_a_rebuild_asked_for_by_the_next_start(
    table: str, base: Foundations, environment: Environment
):
    damage(environment, f"DROP TABLE {table}")
    assert finds_everything(base, environment)
    base.close()

    again = open_foundations(environment)
    assert again.recovery.index_is_lost
    assert [job.kind for job in again.jobs.unfinished()] == [JobKind.REBUILD_INDEX]
    assert finds_everything(again, environment)
    again.close()


@pytest.mark.parametrize("statement", ["DROP TABLE memory_index", "DELETE FROM memory_index"])
def test_an_index_that_is_gone_is_whole_again_after_the_engine_ran(
    statement: str, base: Foundations, environment: Environment
):
    damage(environment, statement)
    assert finds_everything(base, environment)
    base.close()

    run_engine_until_idle(environment)
    repaired = open_foundations(environment)
    counts = repaired.index_rows.counts()
    assert (counts.chunks, counts.with_vector) == (len(FACTS), len(FACTS))
    assert not repaired.recovery.index_is_lost
    assert finds_everything(repaired, environment)
    repaired.close()


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.999])
def test_a_half_written_cache_is_passed_over_and_made_again(
    kept: float, base: Foundations, environment: Environment, embedder: OnnxEmbedder
):
    write(base, *FACTS, *FILLERS)
    base.index_rows.put_vectors(
        {chunk.id: bytes(VECTOR_BYTES - 4) + b"\0\0\x80?" for chunk in base.index_rows.all()},
        embedder.model_id,
    )
    HybridSearch(base.index_feed, cache=base.index_cache).save()
    whole = environment.search_cache.read_bytes()
    environment.search_cache.write_bytes(whole[: int(len(whole) * kept)])

    search = HybridSearch(base.index_feed, SearchModels(embedder), cache=base.index_cache)
    for fact, question in FACTS.items():
        hit = search.search(asked(base, question))[0]
        assert fact in hit.text
        assert hit.vector_score is not None
    EmbeddingUpkeep(base.index_rows, embedder, search, base.clock).run(
        base.jobs.enqueue(JobKind.EMBED_PENDING, "", base.clock.now())
    )
    assert len(environment.search_cache.read_bytes()) == len(whole)


def test_a_table_that_goes_while_the_engine_runs_is_an_error_of_the_apps_own(
    base: Foundations, environment: Environment
):
    damage(environment, "DROP TABLE memory_index")
    with pytest.raises(DatabaseDamaged):
        base.index_rows.counts()
