import numpy as np
import pytest

from models.conversion.checkpoint import Floats
from models.conversion.quantisation import quantise_columns, quantise_rows, smoothing_factors


@pytest.fixture(params=range(5))
def weight(request: pytest.FixtureRequest) -> Floats:
    """Heavy tails, as real weights have them."""
    return np.random.default_rng(request.param).standard_t(3, (384, 64)).astype(np.float32)


def test_no_pair_of_neighbours_can_overflow_sixteen_bits(weight: Floats):
    values = quantise_columns(weight).values.astype(np.int64)
    pairs = values.reshape(-1, 2, values.shape[1]).sum(axis=1)
    assert 255 * np.abs(pairs).max() <= 2**15 - 1


def test_two_large_neighbours_of_one_sign_are_kept_apart():
    weight = np.array([[1.0], [1.0], [-1.0], [-1.0]], np.float32)
    assert quantise_columns(weight).values.ravel().tolist() == [64, 64, -64, -64]


def test_rounding_up_both_neighbours_is_taken_back():
    weight = np.array([[127.5], [65.5], [100.0], [28.0]], np.float32)
    values = quantise_columns(weight).values.astype(np.int64).ravel()
    assert np.abs(values.reshape(-1, 2).sum(axis=1)).max() <= 128


def test_columns_are_within_one_and_a_half_steps_of_the_weights(weight: Floats):
    matrix = quantise_columns(weight)
    error = np.abs(matrix.values * matrix.scales - weight)
    assert (error <= 1.5 * matrix.scales).all()


def test_rows_are_within_half_a_step_of_the_table(weight: Floats):
    table = quantise_rows(weight)
    error = np.abs(table.values * table.scales - weight)
    assert (error <= 0.5001 * table.scales).all()


def test_column_sums_say_what_a_constant_input_adds(weight: Floats):
    matrix = quantise_columns(weight)
    expected = np.ones(len(weight)) @ (matrix.values * matrix.scales.astype(np.float64))
    np.testing.assert_allclose(matrix.column_sums(), expected, rtol=1e-5)


def test_smoothing_shrinks_the_channel_that_is_too_large(weight: Floats):
    sizes = np.ones(len(weight), np.float32)
    sizes[7] = 100
    factors = smoothing_factors(sizes, np.ones_like(weight))
    assert factors.argmax() == 7
    assert factors[7] > 10


def test_smoothing_does_not_depend_on_the_last_float_bit(weight: Floats):
    sizes = np.abs(weight).max(axis=1)
    nudged = np.nextafter(sizes, np.float32(np.inf), dtype=np.float32)
    np.testing.assert_array_equal(
        smoothing_factors(sizes, weight), smoothing_factors(nudged, weight)
    )
