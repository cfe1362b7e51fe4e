"""What a person may set about search, with the defaults that were measured (docs/BENCHMARKS.md)."""

from dataclasses import dataclass
from enum import StrEnum


class ScoreFormula(StrEnum):
    POOLED = "pooled"
    """Keyword and vector evidence pooled as log-odds, then to 0..1: the default."""
    SEED = "seed"
    """The first design's literal sum over max-normalised scores; for comparison."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """`keyword_weight` and `vector_weight` are shares of the final score (S6.4).

    BM25's k1 and b are `saturation` and `length_normalisation`; the short remarks of a conversation
    have a k1 of their own.

    `decay_floor` is what a very old memory keeps of its score (S6.5); 0 is the bare exponential.
    """

    formula: ScoreFormula = ScoreFormula.POOLED
    keyword_weight: float = 0.3
    vector_weight: float = 0.7
    decay_rate: float = 0.01
    decay_floor: float = 0.8
    saturation: float = 1.2
    length_normalisation: float = 0.75
    session_saturation: float = 0.9
    near_duplicate_overlap: float = 0.85
