"""Puts the slots in order: evidence, circumstances, age. What is not relevant is left out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.contracts.search import MemorySource, SearchQuery
from app.memory.search.chunk_facts import SOURCES
from app.memory.search.circumstances import doubts
from app.memory.search.keyword_evidence import SoftWords, keyword_shares
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.pooling import (
    keyword_log_odds,
    pooled_log_odds,
    probability,
    trusted_cosines,
    vector_log_odds,
)
from app.memory.search.question import Question
from app.memory.search.relevance import is_relevant
from app.memory.search.seed_formula import plain_bm25, seed_scores
from app.memory.search.settings import ScoreFormula, SearchSettings
from app.memory.search.sketches import FloatArray
from app.memory.search.time_decay import decay_factors
from app.memory.search.vector_evidence import all_cosines, exact_cosines, is_small

_SHORTLIST = 200
_SHORTLIST_PER_HIT = 4
_SAMPLED = 16

Slots = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Best first. `vector` is NaN where a chunk has none."""

    slots: Slots
    score: FloatArray
    keyword: FloatArray
    vector: FloatArray


def rank(
    arrays: MemoryArrays,
    query: SearchQuery,
    question: Question,
    vector: FloatArray | None,
    soft: SoftWords,
    eligible: NDArray[np.bool_],
    settings: SearchSettings,
) -> Ranked:
    if settings.formula is ScoreFormula.SEED:
        return _rank_as_seed(arrays, query, question, vector, eligible)
    shares = keyword_shares(arrays, tuple(question.words), soft, settings)
    slots = np.flatnonzero(eligible)
    against = doubts(arrays, question)
    cosines = np.zeros(len(shares), dtype=np.float32)
    if vector is not None:
        cosines = all_cosines(arrays, vector)
        if not is_small(arrays):
            size = max(_SHORTLIST, _SHORTLIST_PER_HIT * query.limit)
            trust = question.vector_trust
            evidence = _estimate(arrays, shares, cosines, against, trust, settings)
            if len(slots) < len(shares):
                evidence = evidence[slots]
            slots = slots[_largest(evidence, size)]
            cosines[slots] = exact_cosines(arrays, vector, slots)
    # All of them, mostly: then nothing is copied.
    at = slice(None) if len(slots) == len(shares) else slots
    has_vector = arrays.columns.has_vector[at] & (vector is not None)
    shares = shares[at]
    trusted = trusted_cosines(cosines[at], shares, has_vector, question.vector_trust)
    keyword = keyword_log_odds(shares)
    meaning = vector_log_odds(trusted)
    says_something = has_vector | (shares > 0) | bool(question.spans)
    if question.years:
        # Two memories of one year have nothing else in common.
        shares = keyword_shares(arrays, question.words_without_years, soft, settings)[at]
        trusted = trusted_cosines(cosines[at], shares, has_vector, question.vector_trust)
    evidence = pooled_log_odds(keyword_log_odds(shares), vector_log_odds(trusted), settings)
    days = arrays.columns.day[at]
    is_near = is_relevant(evidence, shares, days, question, arrays.living)
    relevant = (is_near & says_something).nonzero()[0]
    keyword = (keyword - against[at])[relevant]
    meaning, has_vector, slots = meaning[relevant], has_vector[relevant], slots[relevant]
    score = probability(pooled_log_odds(keyword, meaning, settings))
    score = score * _decay(arrays, query, slots, settings)
    shown_vector = np.where(has_vector, probability(meaning), np.float32(np.nan))
    return _ordered(slots, score, probability(keyword), shown_vector)


def _estimate(
    arrays: MemoryArrays,
    shares: FloatArray,
    cosines: FloatArray,
    against: FloatArray,
    trust: float,
    settings: SearchSettings,
) -> FloatArray:
    """Evidence from estimated cosines: good enough to say which slots cannot come near the top."""
    trusted = trusted_cosines(cosines, shares, arrays.columns.has_vector, trust)
    return pooled_log_odds(keyword_log_odds(shares) - against, vector_log_odds(trusted), settings)


def _largest(values: FloatArray, count: int) -> Slots:
    if len(values) <= count:
        return np.arange(len(values))
    near = _above_a_guess(values, count)
    return near[np.argpartition(values[near], -count)[-count:]]


def _above_a_guess(values: FloatArray, count: int) -> Slots:
    """Surely all of the largest `count` and few others: a sample says where they begin."""
    sample = values[::_SAMPLED]
    rank = 2 * count // _SAMPLED + 1
    if rank < len(sample):
        guess = np.partition(sample, -rank)[-rank]
        near = np.flatnonzero(values >= guess)
        if len(near) > count:
            return near
    return np.arange(len(values))


def _rank_as_seed(
    arrays: MemoryArrays,
    query: SearchQuery,
    question: Question,
    vector: FloatArray | None,
    eligible: NDArray[np.bool_],
) -> Ranked:
    slots = np.flatnonzero(eligible)
    keyword = plain_bm25(arrays, list(question.words))[slots]
    cosines = None if vector is None else arrays.vectors.at(slots) @ vector
    score, keyword, meaning = seed_scores(keyword, cosines, _ages(arrays, query, slots))
    found = score > 0
    return _ordered(slots[found], score[found], keyword[found], meaning[found])


def _decay(
    arrays: MemoryArrays, query: SearchQuery, slots: Slots, settings: SearchSettings
) -> FloatArray:
    factors = decay_factors(
        _ages(arrays, query, slots), rate=settings.decay_rate, floor=settings.decay_floor
    )
    is_long_term = arrays.columns.source[slots] == SOURCES.index(MemorySource.LONG_TERM)
    return np.where(is_long_term, np.float32(1), factors)


def _ages(arrays: MemoryArrays, query: SearchQuery, slots: Slots) -> FloatArray:
    days = arrays.columns.day[slots]
    ages = np.maximum(query.today.toordinal() - days, 0)
    return np.where(days == 0, 0, ages).astype(np.float32)


def _ordered(slots: Slots, score: FloatArray, keyword: FloatArray, vector: FloatArray) -> Ranked:
    """Equal scores keep the order of the slots, so that a search repeats exactly."""
    order = np.argsort(-score, kind="stable")
    return Ranked(slots[order], score[order], keyword[order], vector[order])
