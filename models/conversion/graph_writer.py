"""Collects nodes and constants of an ONNX graph. Knows nothing about the model."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from onnx import GraphProto, NodeProto, TensorProto, helper, numpy_helper

from models.conversion.weights_file import WeightsFile

FUSED = "com.microsoft"
"""The operator set every ONNX Runtime build for processors carries, the Android one included."""
EXTERNAL_FROM_BYTES = 65536


@dataclass(slots=True)
class GraphWriter:
    weights: WeightsFile
    _nodes: list[NodeProto] = field(default_factory=list[NodeProto])
    _constants: dict[str, TensorProto] = field(default_factory=dict[str, TensorProto])
    _names: int = 0

    def constant(self, name: str, values: NDArray[np.generic]) -> str:
        if name not in self._constants:
            large = values.nbytes >= EXTERNAL_FROM_BYTES
            self._constants[name] = (
                self.weights.add(name, values)
                if large
                else numpy_helper.from_array(np.ascontiguousarray(values), name)
            )
        return name

    def node(self, kind: str, *inputs: str, output: str = "", **attributes: int | float) -> str:
        return self._add("", kind, inputs, (output or self._fresh(kind),), attributes)[0]

    def nodes(
        self, kind: str, *inputs: str, outputs: int, **attributes: int | float
    ) -> tuple[str, ...]:
        names = tuple(self._fresh(kind) for _ in range(outputs))
        return self._add("", kind, inputs, names, attributes)

    def fused(self, kind: str, *inputs: str, **attributes: int | float) -> str:
        return self._add(FUSED, kind, inputs, (self._fresh(kind),), attributes)[0]

    def graph(self, name: str, inputs: list[str], output: str, dimension: int) -> GraphProto:
        ids = [
            helper.make_tensor_value_info(each, TensorProto.INT64, ["batch", "tokens"])
            for each in inputs
        ]
        vectors = helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch", dimension])
        return helper.make_graph(self._nodes, name, ids, [vectors], list(self._constants.values()))

    def _fresh(self, kind: str) -> str:
        self._names += 1
        return f"{kind}_{self._names}"

    def _add(
        self,
        domain: str,
        kind: str,
        inputs: tuple[str, ...],
        outputs: tuple[str, ...],
        attributes: dict[str, int | float],
    ) -> tuple[str, ...]:
        node = helper.make_node(kind, inputs, outputs, outputs[0], domain=domain)
        for name, value in sorted(attributes.items()):
            node.attribute.append(helper.make_attribute(name, value))
        self._nodes.append(node)
        return outputs
