"""One matrix product in int8: each token quantised on its own, then the product, then scaled back.

A token's result never depends on its neighbours' size: the runtime's own dynamic quantisation takes
one scale for the whole input, which costs twice the error and lets texts of a batch touch.
"""

import numpy as np

from models.conversion.checkpoint import Floats
from models.conversion.graph_writer import GraphWriter
from models.conversion.quantisation import QuantisedMatrix, quantise_columns

GELU_FLOOR = np.array([0.17], np.float32)
"""GELU never goes below -0.17: shifted by it, the eight bits need no sign."""


def signed_product(
    writer: GraphWriter, name: str, values: str, weight: Floats, smoothing: Floats | None = None
) -> str:
    """`values` times `weight`; `smoothing` first evens out the size of the input channels."""
    if smoothing is not None:
        weight = weight * smoothing[:, None]
        shrink = writer.constant(f"{name}.smoothing", 1 / smoothing)
        values = writer.node("Mul", values, shrink)
    sizes = writer.node("ReduceMax", writer.node("Abs", values), _last_axis(writer), keepdims=1)
    scale = writer.constant("signed.scale", np.array([1 / 127], np.float32))
    zero = writer.constant("signed.zero", np.array([128], np.uint8))
    return _product(writer, name, values, sizes, quantise_columns(weight), scale, zero)


def gelu_product(writer: GraphWriter, name: str, values: str, weight: Floats) -> tuple[str, Floats]:
    """`values` out of a GELU times `weight`, and what the shift leaves for the bias to add."""
    matrix = quantise_columns(weight)
    shifted = writer.node("Add", values, writer.constant("gelu.floor", GELU_FLOOR))
    sizes = writer.node("ReduceMax", shifted, _last_axis(writer), keepdims=1)
    scale = writer.constant("gelu.scale", np.array([1 / 255], np.float32))
    zero = writer.constant("gelu.zero", np.array([0], np.uint8))
    product = _product(writer, name, shifted, sizes, matrix, scale, zero)
    return product, -GELU_FLOOR * matrix.column_sums()


def _product(
    writer: GraphWriter,
    name: str,
    values: str,
    sizes: str,
    matrix: QuantisedMatrix,
    scale: str,
    zero: str,
) -> str:
    whole = writer.node("QuantizeLinear", writer.node("Div", values, sizes), scale, zero)
    weight = writer.constant(name, matrix.values)
    columns = writer.constant(f"{name}.scales", matrix.scales)
    product = writer.fused("MatMulIntegerToFloat", whole, weight, scale, columns, zero)
    return writer.node("Mul", product, sizes)


def _last_axis(writer: GraphWriter) -> str:
    return writer.constant("last_axis", np.array([-1]))
