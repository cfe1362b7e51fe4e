from datetime import date, timedelta

import numpy as np
import pytest

from app.memory.search.time_decay import age_in_days, decay_factor, decay_factors

TODAY = date(2026, 2, 28)


@pytest.mark.parametrize(
    ("age", "factor"),
    # By hand: 0.8 + 0.2 * exp(-0.01 * age).
    [(0, 1.0), (30, 0.948164), (69, 0.900315), (100, 0.873576), (365, 0.805198), (100_000, 0.8)],
)
def test_s6_5_the_factor_has_a_floor_of_four_fifths(age: int, factor: float):
    assert decay_factor(age) == pytest.approx(factor, abs=1e-6)


@pytest.mark.parametrize(("age", "factor"), [(0, 1.0), (100, 0.367879), (365, 0.025991)])
def test_a_floor_of_zero_is_the_bare_exponential(age: int, factor: float):
    assert decay_factor(age, floor=0.0) == pytest.approx(factor, abs=1e-6)


def test_many_at_once_are_the_same():
    ages = np.array([0, 30, 365], dtype=np.float32)
    expected = [decay_factor(0), decay_factor(30), decay_factor(365)]
    assert decay_factors(ages, rate=0.01, floor=0.8).tolist() == pytest.approx(expected)


def test_the_future_counts_as_today_and_no_date_has_no_age():
    assert age_in_days(TODAY + timedelta(days=3), TODAY) == 0
    assert age_in_days(TODAY - timedelta(days=3), TODAY) == 3
    assert age_in_days(None, TODAY) == 0
