"""Float weights to int8, so that every processor computes the same integers.

Weights get one scale per output column. x86 without VNNI adds two neighbouring products in 16 bits
that saturate; the scale is therefore also wide enough that no pair of weights can overflow them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.conversion.checkpoint import Floats

LARGEST = 127
LARGEST_PAIR = 128
"""255 * 128 is the last multiple of a full-scale activation below the 16-bit limit of 32,767."""
SMOOTHING = 0.7
_STEPS_PER_OCTAVE = 4


@dataclass(frozen=True, slots=True)
class QuantisedMatrix:
    values: NDArray[np.int8]
    scales: Floats

    def column_sums(self) -> Floats:
        """What a constant added to every input adds to each output."""
        sums = self.values.astype(np.float64).sum(axis=0) * self.scales.astype(np.float64)
        return sums.astype(np.float32)


def quantise_columns(weight: Floats) -> QuantisedMatrix:
    scales = np.abs(weight).max(axis=0) / LARGEST
    scales = np.maximum(scales, _pair_sums(weight) / LARGEST_PAIR).astype(np.float32)
    values = np.clip(np.rint(weight / scales), -LARGEST, LARGEST).astype(np.int8)
    return QuantisedMatrix(_shrink_overflowing_pairs(values), scales)


def quantise_rows(table: Floats) -> QuantisedMatrix:
    """For a lookup table: one scale per row, no products and so no pairs to mind."""
    scales = (np.abs(table).max(axis=1, keepdims=True) / LARGEST).astype(np.float32)
    return QuantisedMatrix(np.rint(table / scales).astype(np.int8), scales)


def smoothing_factors(largest_inputs: Floats, weight: Floats) -> Floats:
    """Per input channel: how much to shrink the input and grow the weight (SmoothQuant's idea).

    A few channels are far larger than the rest and would take all of a token's 8 bits. Factors are
    rounded to quarter octaves, so that another machine's last float bit gives the same model bytes.
    """
    factors = largest_inputs**SMOOTHING / np.abs(weight).max(axis=1) ** (1 - SMOOTHING)
    octaves = np.log2(factors.astype(np.float64))
    octaves = np.rint((octaves - octaves.mean()) * _STEPS_PER_OCTAVE) / _STEPS_PER_OCTAVE
    return np.exp2(octaves).astype(np.float32)


def _pair_sums(weight: Floats) -> Floats:
    """The largest sum of two neighbours of one sign, per column: only those add up."""
    return np.abs(weight.reshape(-1, 2, weight.shape[1]).sum(axis=1)).max(axis=0)


def _shrink_overflowing_pairs(values: NDArray[np.int8]) -> NDArray[np.int8]:
    """Rounding both neighbours up can pass the limit by one: take it back from the first."""
    pairs = values.reshape(-1, 2, values.shape[1]).astype(np.int16)
    sums = pairs.sum(axis=1)
    pairs[:, 0] -= np.sign(sums) * (np.abs(sums) > LARGEST_PAIR)
    return pairs.reshape(values.shape).astype(np.int8)
