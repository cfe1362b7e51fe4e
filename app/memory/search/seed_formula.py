"""The first design's score, to the letter: each side divided by its best, summed 0.3 / 0.7, times
the bare exponential decay. Kept for comparison; it inflates the best of irrelevant hits.
"""

import numpy as np

from app.memory.search.keyword_evidence import inverse_frequency
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.sketches import FloatArray

SATURATION = 1.2
LENGTH_NORMALISATION = 0.75
KEYWORD_WEIGHT = 0.3
VECTOR_WEIGHT = 0.7
DECAY_RATE = 0.01


def plain_bm25(arrays: MemoryArrays, words: list[str]) -> FloatArray:
    """Chunk by chunk, without neighbours."""
    columns = arrays.columns
    scores = np.zeros(len(columns), dtype=np.float32)
    living = max(1, arrays.living)
    average = float(columns.length[columns.alive].sum()) / living or 1.0
    norm = SATURATION * (
        1.0 - LENGTH_NORMALISATION + LENGTH_NORMALISATION * columns.length / average
    )
    for word in dict.fromkeys(words):
        number = arrays.lexicon.number(word)
        if number is None:
            continue
        slots, counts = arrays.postings.of(number)
        alive = columns.alive[slots]
        slots, counts = slots[alive], counts[alive].astype(np.float32)
        weight = inverse_frequency(living, len(slots))
        scores[slots] += weight * counts * (SATURATION + 1.0) / (counts + norm[slots])
    return scores


def seed_scores(
    keyword: FloatArray, cosines: FloatArray | None, ages: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Score, keyword part and vector part of each chunk."""
    keyword_part = _over_best(keyword)
    if cosines is None:
        vector_part = np.zeros_like(keyword_part)
        combined = keyword_part
    else:
        vector_part = _over_best(cosines)
        combined = (
            np.float32(KEYWORD_WEIGHT) * keyword_part + np.float32(VECTOR_WEIGHT) * vector_part
        )
    decay = np.exp(-DECAY_RATE * ages).astype(np.float32)
    return combined * decay, keyword_part, vector_part


def _over_best(scores: FloatArray) -> FloatArray:
    best = float(scores.max()) if len(scores) else 0.0
    return scores / np.float32(best) if best != 0.0 else scores
