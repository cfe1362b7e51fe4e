"""The big tensors in one file the runtime maps instead of reading. Deterministic byte for byte."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnx import StringStringEntryProto, TensorProto

PAGE = 4096
"""Tensors start on a page, so that mapping them needs no copy."""

_ELEMENT_TYPES = {"int8": TensorProto.INT8, "float32": TensorProto.FLOAT}


@dataclass(slots=True)
class WeightsFile:
    name: str
    _content: bytearray = field(default_factory=bytearray)

    def add(self, name: str, values: NDArray[np.generic]) -> TensorProto:
        """An initialiser that points into this file."""
        offset = self.append(values)
        tensor = TensorProto(name=name, dims=values.shape)
        tensor.data_type = _ELEMENT_TYPES[values.dtype.name]
        tensor.data_location = TensorProto.EXTERNAL
        place = {"location": self.name, "offset": str(offset), "length": str(values.nbytes)}
        for key, value in place.items():
            tensor.external_data.append(StringStringEntryProto(key=key, value=value))
        return tensor

    def append(self, values: NDArray[np.generic]) -> int:
        """Where the values begin."""
        self._content.extend(bytes(-len(self._content) % PAGE))
        offset = len(self._content)
        self._content.extend(np.ascontiguousarray(values).tobytes())
        return offset

    def write(self, folder: Path) -> None:
        (folder / self.name).write_bytes(self._content)
