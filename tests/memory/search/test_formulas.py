"""The numbers in here were worked out by hand."""

from datetime import UTC, date, datetime, timedelta
from math import exp, log

import numpy as np
import pytest

from app.contracts.memory_index import IndexedChunk
from app.contracts.search import MemorySource, SearchQuery
from app.memory.search.keyword_evidence import SoftWords, inverse_frequency, keyword_shares
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.pooling import pooled_log_odds, probability
from app.memory.search.seed_formula import plain_bm25, seed_scores
from app.memory.search.settings import ScoreFormula, SearchSettings
from tests.memory.search.conftest import TODAY, Memory

NOW = datetime(2026, 2, 28, tzinfo=UTC)


def arrays_of(*texts: str, session: str | None = None) -> MemoryArrays:
    arrays = MemoryArrays()
    arrays.put(
        IndexedChunk(
            id=str(number),
            source=MemorySource.SESSION if session else MemorySource.DAILY_LOG,
            date=date(2026, 2, 28),
            text=text,
            content_hash="",
            created_at=NOW,
            updated_at=NOW,
            position=number,
            session_id=session,
        )
        for number, text in enumerate(texts)
    )
    arrays.settle()
    return arrays


def test_inverse_frequency_is_the_documented_one():
    assert inverse_frequency(3, 1) == pytest.approx(log(2.5 / 1.5 + 1))


def test_bm25_by_hand():
    # Lengths 2, 1, 3 with mean 2; "tea" is in two of three: idf = ln(1.5 / 2.5 + 1) = 0.470004.
    arrays = arrays_of("green tea", "coffee", "tea tea milk")
    # tf 1, length 2: 2.2 / (1 + 1.2 * 1) = 1; tf 2, length 3: 4.4 / (2 + 1.2 * 1.375) = 1.205479.
    scores = plain_bm25(arrays, ["tea"])
    assert scores.tolist() == pytest.approx([0.470004, 0.0, 0.566580], abs=1e-5)


def test_a_word_asked_alone_counts_as_it_does_beside_one_that_nobody_said():
    arrays = arrays_of("green tea", "coffee", "tea tea milk", "more tea for a long evening")
    alone = keyword_shares(arrays, ["tea"], SoftWords(), SearchSettings())
    beside = keyword_shares(arrays, ["tea", "zeppelin"], SoftWords(), SearchSettings())
    assert alone[1] == beside[1] == 0
    ratios = alone[[0, 2, 3]] / beside[[0, 2, 3]]
    assert ratios.tolist() == pytest.approx([ratios[0]] * 3, rel=1e-5)
    assert keyword_shares(arrays, ["zeppelin"], SoftWords(), SearchSettings()).tolist() == [0] * 4


def test_among_very_many_a_word_in_most_of_them_counts_as_ever_and_follows_what_goes():
    arrays = arrays_of(*("tea", "milk", "tea with tea") * 2_000)
    settings = SearchSettings()
    # Beside a word that nobody said it goes another way.
    for living in (6_000, 5_999):
        alone = keyword_shares(arrays, ["tea"], SoftWords(), settings)
        again = keyword_shares(arrays, ["tea"], SoftWords(), settings)
        beside = keyword_shares(arrays, ["tea", "zeppelin"], SoftWords(), settings)
        assert arrays.living == living
        assert alone.tolist() == again.tolist()
        assert alone[3:6].tolist() == pytest.approx((beside * alone[3] / beside[3])[3:6].tolist())
        assert (alone[0] > 0) == (living == 6_000)
        arrays.remove(("0",))
        arrays.settle()


def test_a_neighbour_counts_half_and_the_next_a_quarter():
    arrays = arrays_of("tea", "one", "two", "three", session="s")
    settings = SearchSettings(session_saturation=1.2, length_normalisation=0.0)
    shares = keyword_shares(arrays, ["tea"], SoftWords(), settings)
    # All of it is the saturated count times one factor: c * 2.2 / (c + 1.2) for c = 1, 1/2, 1/4.
    expected = [1.0, 1.1 / 1.7, 0.55 / 1.45, 0.0]
    assert (shares / shares[0]).tolist() == pytest.approx(expected, abs=1e-5)


def test_s6_4_the_seed_formula_by_hand():
    keyword = np.array([2.0, 1.0, 0.0], dtype=np.float32)
    cosines = np.array([0.2, 0.8, 0.4], dtype=np.float32)
    ages = np.array([0.0, 100.0, 10.0], dtype=np.float32)
    score, keyword_part, vector_part = seed_scores(keyword, cosines, ages)
    assert keyword_part.tolist() == pytest.approx([1.0, 0.5, 0.0])
    assert vector_part.tolist() == pytest.approx([0.25, 1.0, 0.5])
    # 0.3 + 0.7 * 0.25; (0.15 + 0.7) * exp(-1); 0.35 * exp(-0.1).
    assert score.tolist() == pytest.approx([0.475, 0.312698, 0.316693], abs=1e-5)


def test_the_seed_formula_without_vectors_is_keywords_alone():
    keyword = np.array([2.0, 1.0], dtype=np.float32)
    score, _, _ = seed_scores(keyword, None, np.zeros(2, dtype=np.float32))
    assert score.tolist() == [1.0, 0.5]


def test_s6_4_the_seed_formula_is_a_setting(memory: Memory):
    memory.daily(TODAY - timedelta(days=100), "tea and milk")
    memory.daily(TODAY, "tea and more tea and a long walk in the rain")
    found = memory.search(SearchSettings(formula=ScoreFormula.SEED)).search(
        SearchQuery("milk", TODAY)
    )
    assert [hit.score for hit in found] == pytest.approx([exp(-1.0)], abs=1e-4)


def test_s6_4_keyword_and_vector_are_pooled_three_to_seven():
    keyword = np.array([0.0, 2.0], dtype=np.float32)
    vector = np.array([0.0, -1.0], dtype=np.float32)
    score = probability(pooled_log_odds(keyword, vector, SearchSettings()))
    # 0.3 * 2 - 0.7 * 1 = -0.1; 1 / (1 + exp(0.1)) = 0.475021.
    assert score.tolist() == pytest.approx([0.5, 0.475021], abs=1e-5)


def test_the_score_of_a_hit_is_the_pool_of_its_parts_times_decay(memory: Memory):
    memory.daily(TODAY - timedelta(days=100), "Anna is allergic to peanuts", "The cat is Momo")
    (hit, *_) = memory.model_search().search(SearchQuery("peanuts allergy", TODAY))
    assert hit.vector_score is not None
    pooled = 0.3 * _logit(hit.keyword_score) + 0.7 * _logit(hit.vector_score)
    assert hit.score == pytest.approx(0.873576 / (1 + exp(-pooled)), abs=1e-3)


def test_pitfall_16_the_best_of_irrelevant_hits_is_not_made_one(memory: Memory):
    memory.long_term("Anna is allergic to peanuts", "The cat is called Momo", "Plays the cello")
    hits = memory.search().search(SearchQuery("cat food price comparison website", TODAY))
    assert all(hit.score < 0.5 for hit in hits)


def _logit(share: float) -> float:
    return log(share / (1 - share))
