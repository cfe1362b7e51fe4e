"""Whether a question has anything to do with this memory, and which chunks with the question.

Decided before who and when are looked at: those never make a chunk relevant, but for the very day.
"""

from math import log

import numpy as np
from numpy.typing import NDArray

from app.memory.search.circumstances import date_closeness
from app.memory.search.question import Question
from app.memory.search.sketches import FloatArray

BEST_NEEDS = -2.85
BEST_NEEDS_PER_LOG_CHUNK = 0.075
"""Pooled log-odds that the best chunk needs: else nothing is found. The best of many is higher by
chance."""
IMPERSONAL_NEEDS_PER_LOG_CHUNK = 0.1
"""So much more where a question speaks of nobody, since it may be about the world at large, and no
chunk has MANY of its words."""
IMPERSONAL_NEEDS_AT_MOST = 0.65
"""What a memory of 700 chunks needs; none larger was measured."""
MANY = 0.5
OTHERS_NEED = -3.7
_ON_THE_DAY = 1.8
"""What a chunk of the very day that is asked about may lack."""


def is_relevant(
    evidence: FloatArray,
    shares: FloatArray,
    days: NDArray[np.int32],
    question: Question,
    chunks: int,
) -> NDArray[np.bool_]:
    """Of each chunk with this pooled evidence, keyword share and day, in a memory of so many."""
    if question.spans:
        evidence = evidence + _ON_THE_DAY * (date_closeness(days, question.spans) == 1)
    log_chunks = log(max(1, chunks))
    over = evidence - (BEST_NEEDS + BEST_NEEDS_PER_LOG_CHUNK * log_chunks)
    if question.is_impersonal:
        more = min(IMPERSONAL_NEEDS_PER_LOG_CHUNK * log_chunks, IMPERSONAL_NEEDS_AT_MOST)
        over = over - more * (shares < MANY)
    if not (over >= 0).any():
        return np.zeros(len(evidence), dtype=np.bool_)
    return evidence >= OTHERS_NEED
