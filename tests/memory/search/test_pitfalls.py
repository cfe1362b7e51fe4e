"""Faults of an earlier implementation that belong to no single part of search."""

from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from app.contracts.conversation import Message, MessageKind
from app.contracts.memory_files import LONG_TERM_PATH
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.embedding.word_vectors import WordVectors
from app.memory.memory_query import memory_query
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from app.memory.search.seed_formula import seed_scores
from tests.memory.search.conftest import MODEL_FOLDER, TODAY, Memory, query, texts


def test_pitfall_12_the_very_first_search_after_a_start_uses_vectors(memory: Memory):
    memory.long_term("Anna is allergic to peanuts", "The cat is called Momo")
    memory.embed()
    source = ModelSource([MODEL_FOLDER])
    search = HybridSearch(memory.feed, SearchModels(OnnxEmbedder(source), WordVectors(source)))
    hits = search.search(query("foods that could make Anna sick"))
    assert hits
    assert hits[0].vector_score is not None


def test_pitfall_15_indexing_an_unchanged_file_again_keeps_the_age_of_its_chunks(memory: Memory):
    memory.daily(TODAY - timedelta(days=100), "Planted tulips")
    (before,) = memory.search().search(query("tulips"))
    memory.daily(TODAY - timedelta(days=100), "Planted tulips", "Watered them")
    (after, *_) = memory.search().search(query("tulips"))
    assert (
        (after.date, after.age_days)
        == (before.date, before.age_days)
        == (
            date(2025, 11, 20),
            100,
        )
    )


def test_pitfall_16_less_unlike_stays_before_more_unlike(memory: Memory):
    memory.long_term("Anna is allergic to peanuts", "Plays the cello")
    memory.embed()
    wanted = -np.frombuffer(
        memory.embedder.embed(["Anna is allergic to peanuts"])[0], dtype=np.float32
    )
    cosines = np.array(
        [float(np.frombuffer(c.vector or b"", np.float32) @ wanted) for c in memory.store.all()]
    )
    assert cosines.min() < -0.9
    # The seed's formula divides by the best; ours never does, and such hits are no hits.
    _, _, inflated = seed_scores(
        np.zeros(2, np.float32), cosines.astype(np.float32), np.zeros(2, np.float32)
    )
    assert inflated.max() >= 1
    assert not memory.model_search().search(query("quantum chromodynamics lattice"))


@pytest.mark.parametrize("stored", [b"", b"\0" * 7, b"\0" * 400, b"\1" * 5000])
def test_s6_8_a_vector_that_is_not_whole_is_passed_over_and_made_again(
    memory: Memory, stored: bytes
):
    memory.long_term("Anna is allergic to peanuts", "The cat is called Momo")
    memory.embed()
    (chunk, *_) = memory.store.all()
    memory.store.put_vectors({chunk.id: stored}, memory.embedder.model_id)
    search = HybridSearch(memory.feed, SearchModels(memory.embedder))
    assert len(texts(search.search(query("Anna peanuts cat Momo")))) == 2
    memory.embed()
    hits = search.search(query("Anna peanuts cat Momo"))
    assert all(hit.vector_score is not None for hit in hits)


def test_s6_9_what_was_said_carries_its_author_date_and_message(memory: Memory):
    memory.talk("trip", date(2026, 1, 3), (None, "We booked the cabin at Lake Inari"))
    (hit,) = memory.search().search(query("cabin Inari"))
    assert (hit.source.value, hit.date, hit.origin) == ("session", date(2026, 1, 3), "trip-0")


def test_pitfall_18_a_file_written_by_any_door_is_searched_as_it_is_now(memory: Memory):
    search = memory.search()
    memory.long_term("Likes green tea")
    assert texts(search.search(query("tea")))
    memory.builder.index_file(LONG_TERM_PATH, "# Long-term Memory\n\n## Notes\n- Likes coffee\n")
    assert not search.search(query("tea"))
    assert texts(search.search(query("coffee"))) == ["Likes coffee"]


def test_pitfall_21_yes_do_that_asks_with_the_words_of_the_last_turn():
    moment = datetime(2026, 2, 28, tzinfo=UTC)
    said = Message(
        id="m1",
        session_id="s",
        sequence=1,
        kind=MessageKind.ASSISTANT,
        text="Shall I add the ferry to Santander to your plan?",
        said_at=moment,
    )
    assert "Santander" in memory_query("yes, do that", [said])
