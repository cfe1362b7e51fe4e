"""Holds the int8 graph against the float model, on texts neither was fitted to.

Ends the build with an error when they agree less than promised.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from models.conversion.checkpoint import WINDOW, Checkpoint, Floats
from models.conversion.float_model import FloatModel
from models.conversion.measured_texts import proof_texts

MEAN_AGREEMENT = 0.998
LEAST_AGREEMENT = 0.99
RANK_AGREEMENT = 0.998
PADDED_DIFFERENCE = 1e-6
_runtime = cast("Any", onnxruntime)  # carries no types


@dataclass(frozen=True, slots=True)
class Agreement:
    """Cosines between the two vectors of each text, and how alike both rank all pairs of texts."""

    texts: int
    tokens: int
    mean_cosine: float
    least_cosine: float
    rank_correlation: float
    same_nearest: float
    padded_difference: float

    @property
    def kept(self) -> bool:
        return (
            self.mean_cosine >= MEAN_AGREEMENT
            and self.least_cosine >= LEAST_AGREEMENT
            and self.rank_correlation >= RANK_AGREEMENT
            and self.padded_difference <= PADDED_DIFFERENCE
        )

    def lines(self) -> list[str]:
        return [
            f"texts {self.texts}, tokens {self.tokens}",
            f"cosine between int8 and float vector, mean: {self.mean_cosine:.5f}",
            f"cosine between int8 and float vector, least: {self.least_cosine:.5f}",
            f"rank correlation of all pair similarities: {self.rank_correlation:.5f}",
            f"same nearest neighbour: {self.same_nearest:.1%}",
            f"largest difference alone or padded in a batch: {self.padded_difference:.1e}",
        ]


def measure(checkpoint: Checkpoint, graph: Path, tokenizer_file: Path) -> Agreement:
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    ids = [tokenizer.encode(text).ids[:WINDOW] for text in proof_texts()]
    float_model = FloatModel(checkpoint)
    expected = np.array([float_model.sentence_vector(each) for each in ids])
    session = _runtime.InferenceSession(str(graph), providers=["CPUExecutionProvider"])
    found = np.concatenate([_run(session, [each]) for each in ids])
    cosines = (found * expected).sum(axis=1)
    return Agreement(
        texts=len(ids),
        tokens=sum(map(len, ids)),
        mean_cosine=float(cosines.mean()),
        least_cosine=float(cosines.min()),
        rank_correlation=_rank_correlation(_pairs(found), _pairs(expected)),
        same_nearest=float((_nearest(found) == _nearest(expected)).mean()),
        padded_difference=float(np.abs(_run(session, ids[:8]) - found[:8]).max()),
    )


def prove(checkpoint: Checkpoint, graph: Path, tokenizer_file: Path) -> list[str]:
    agreement = measure(checkpoint, graph, tokenizer_file)
    if not agreement.kept:
        raise SystemExit("The int8 model is too far from the float one:\n" + str(agreement))
    return agreement.lines()


def _run(session: Any, texts: list[list[int]]) -> Floats:
    shape = (len(texts), max(map(len, texts)))
    feeds: Mapping[str, Any] = {
        "input_ids": np.zeros(shape, np.int64),
        "attention_mask": np.zeros(shape, np.int64),
    }
    for row, ids in enumerate(texts):
        feeds["input_ids"][row, : len(ids)] = ids
        feeds["attention_mask"][row, : len(ids)] = 1
    return session.run(None, feeds)[0]


def _pairs(vectors: Floats) -> Floats:
    return (vectors @ vectors.T)[np.triu_indices(len(vectors), 1)]


def _nearest(vectors: Floats) -> Any:
    similarities = vectors @ vectors.T
    np.fill_diagonal(similarities, -1)
    return similarities.argmax(axis=1)


def _rank_correlation(left: Floats, right: Floats) -> float:
    return float(np.corrcoef(left.argsort().argsort(), right.argsort().argsort())[0, 1])
