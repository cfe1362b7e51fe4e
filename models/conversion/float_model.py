"""The float model in plain numpy: the yardstick for the int8 graph, and where it is calibrated.

Written from the architecture, not from the graph, so that a mistake in one shows against the other.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from models.conversion.checkpoint import HEADS, HIDDEN, LAYERS, NORM_EPSILON, Checkpoint, Floats

Observer = Callable[[str, Floats], None]
_STEPS = np.linspace(-6, 6, 24_001)
_ERROR_FUNCTION = np.array([math.erf(step) for step in _STEPS])
"""Numpy has none; straight lines between these points are within 1e-7 of it."""


class FloatModel:
    def __init__(self, checkpoint: Checkpoint) -> None:
        self._checkpoint = checkpoint

    def sentence_vector(self, token_ids: Sequence[int], observe: Observer | None = None) -> Floats:
        """One text's vector; `observe` sees what goes into each product ("qkv0", "inner3" …)."""
        checkpoint = self._checkpoint
        words = checkpoint.tensors["embeddings.word_embeddings.weight"][np.array(token_ids)]
        hidden = words + checkpoint.positions()[: len(token_ids)]
        hidden = self._normalise(hidden, "embeddings.LayerNorm")
        for number in range(LAYERS):
            hidden = self._layer(number, hidden, observe or _ignore)
        total = hidden.mean(axis=0)
        return total / np.linalg.norm(total)

    def _layer(self, number: int, hidden: Floats, observe: Observer) -> Floats:
        checkpoint = self._checkpoint
        observe(f"qkv{number}", hidden)
        attended = _attention(hidden @ checkpoint.qkv_weight(number) + checkpoint.qkv_bias(number))
        attended = self._dense(attended, f"encoder.layer.{number}.attention.output.dense")
        name = f"encoder.layer.{number}.attention.output.LayerNorm"
        hidden = self._normalise(hidden + attended, name)
        observe(f"inner{number}", hidden)
        inner = _gelu(self._dense(hidden, f"encoder.layer.{number}.intermediate.dense"))
        outer = self._dense(inner, f"encoder.layer.{number}.output.dense")
        return self._normalise(hidden + outer, f"encoder.layer.{number}.output.LayerNorm")

    def _dense(self, values: Floats, name: str) -> Floats:
        tensors = self._checkpoint.tensors
        result: Floats = values @ tensors[name + ".weight"].T + tensors[name + ".bias"]
        return result

    def _normalise(self, values: Floats, name: str) -> Floats:
        centred = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + NORM_EPSILON)
        tensors = self._checkpoint.tensors
        return centred / spread * tensors[name + ".weight"] + tensors[name + ".bias"]


def _ignore(_name: str, _values: Floats) -> None:
    """For runs that only want the vector."""


def _attention(mixed: Floats) -> Floats:
    tokens = len(mixed)
    query, key, value = (
        part.reshape(tokens, HEADS, HIDDEN // HEADS).transpose(1, 0, 2)
        for part in np.split(mixed, 3, axis=-1)
    )
    scores = query @ key.transpose(0, 2, 1) / math.sqrt(HIDDEN // HEADS)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    attended: Floats = (weights @ value).transpose(1, 0, 2).reshape(tokens, HIDDEN)
    return attended


def _gelu(values: Floats) -> Floats:
    error_function = np.interp(values / math.sqrt(2.0), _STEPS, _ERROR_FUNCTION)
    return (values * 0.5 * (1.0 + error_function)).astype(np.float32)
