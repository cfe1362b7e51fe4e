"""Keyword and vector evidence become one score between 0 and 1.

Each side is a probability in log-odds; the score is their weighted mean, back as a probability:
logit(score) = 0.3 logit(keyword) + 0.7 logit(vector). Nothing is divided by the best hit, so the
best of many irrelevant chunks stays low (PITFALLS 16).
"""

import numpy as np
from numpy.typing import NDArray

from app.memory.search.settings import SearchSettings
from app.memory.search.sketches import FloatArray

KEYWORD_SLOPE = 12.0
KEYWORD_ORIGIN = -6.0
VECTOR_SLOPE = 7.0
VECTOR_ORIGIN = -3.5
_USUAL_COSINE = 0.15
_USUAL_COSINE_PER_SHARE = 0.3


def probability(log_odds: FloatArray) -> FloatArray:
    return np.asarray(1.0 / (1.0 + np.exp(-log_odds)), dtype=np.float32)


def keyword_log_odds(shares: FloatArray) -> FloatArray:
    return np.float32(KEYWORD_SLOPE) * shares + np.float32(KEYWORD_ORIGIN)


def vector_log_odds(cosines: FloatArray) -> FloatArray:
    return np.float32(VECTOR_SLOPE) * cosines + np.float32(VECTOR_ORIGIN)


def usual_cosines(shares: FloatArray) -> FloatArray:
    """What chunks with such keyword shares have on average: stands in for a vector that is missing
    or cannot be trusted, so that keywords carry the whole score on the same scale.
    """
    return np.float32(_USUAL_COSINE) + np.float32(_USUAL_COSINE_PER_SHARE) * np.minimum(shares, 1)


def trusted_cosines(
    cosines: FloatArray, shares: FloatArray, has_vector: NDArray[np.bool_], trust: float
) -> FloatArray:
    """`trust` is the Latin share of the question: the model knows English only."""
    if trust == 1.0 and has_vector.all():
        return cosines
    usual = usual_cosines(shares)
    trusted = np.where(has_vector, np.float32(trust), np.float32(0))
    blended = trusted * cosines + (np.float32(1) - trusted) * usual
    return blended.astype(np.float32, copy=False)


def pooled_log_odds(
    keyword: FloatArray, vector: FloatArray, settings: SearchSettings
) -> FloatArray:
    whole = (settings.keyword_weight + settings.vector_weight) or 1.0
    pooled = (
        np.float32(settings.keyword_weight / whole) * keyword
        + np.float32(settings.vector_weight / whole) * vector
    )
    return pooled.astype(np.float32, copy=False)
