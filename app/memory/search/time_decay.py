"""How age lowers a score (S6.5). Long-term entries have no date here and do not decay."""

from datetime import date
from math import exp

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]


def age_in_days(written: date | None, today: date) -> int:
    """Future dates count as today; what has no date has no age."""
    return 0 if written is None else max(0, (today - written).days)


def decay_factor(age_days: int, *, rate: float = 0.01, floor: float = 0.8) -> float:
    return floor + (1.0 - floor) * exp(-rate * max(0, age_days))


def decay_factors(ages: FloatArray, *, rate: float, floor: float) -> FloatArray:
    """The same for many at once."""
    return np.asarray(floor + (1.0 - floor) * np.exp(-rate * ages), dtype=np.float32)
