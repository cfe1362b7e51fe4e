"""The ONNX Runtime session behind the embedder: token ids of one text in, one unit vector out.

One text at a time: that is as fast as a batch here (docs/MODEL.md), needs the least memory, and a
text's vector cannot depend on which others came with it.
"""

import sys
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from app.contracts.errors import EmbeddingUnavailable
from app.embedding.model_files import DIMENSION, ModelFiles

_runtime = cast("Any", onnxruntime)  # carries no types


def _errors_of(*modules: object) -> tuple[type[Exception], ...]:
    """The runtime's errors have no base of their own; they are all in the module of its core."""
    members = [one for module in modules if module is not None for one in vars(module).values()]
    return tuple(one for one in members if isinstance(one, type) and issubclass(one, Exception))


# The Android twin has no such core and keeps its errors at the top.
_CORE = sys.modules.get("onnxruntime.capi.onnxruntime_pybind11_state")
_REFUSALS = (*_errors_of(_CORE, _runtime), RuntimeError, ValueError, OSError)
_IDS, _MASK = "input_ids", "attention_mask"
_SENTENCE = "The language model on this device could not read a text."
_PROBE = (101, 102)
"""The empty text: enough to see that the graph runs and what it gives."""


class SentenceSession:
    """`run` may be called from several threads at once."""

    def __init__(self, files: ModelFiles, threads: int) -> None:
        options = _runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Both keep the largest text's memory for ever; without them it goes back after each one.
        options.enable_cpu_mem_arena = False
        options.enable_mem_pattern = False
        # Waiting threads must sleep, not spin: the phone's battery pays for it.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # Weights are used where they are mapped: repacked copies are a quarter faster for a short
        # text and cost 10 MB that the system cannot drop.
        options.add_session_config_entry("session.disable_prepacking", "1")
        self._session = _opened(files, options)
        found = self.run(_PROBE).shape
        if found != (DIMENSION,):
            raise ValueError(f"the model gives vectors of shape {found}, not {DIMENSION} numbers")

    def run(self, token_ids: Sequence[int]) -> NDArray[np.float32]:
        """May raise EmbeddingUnavailable: a graph can load and still not take these ids."""
        ids = np.array([token_ids], dtype=np.int64)
        try:
            outputs = self._session.run(None, {_IDS: ids, _MASK: np.ones_like(ids)})
        except _REFUSALS as error:
            raise EmbeddingUnavailable(_SENTENCE, detail=str(error)) from error
        return np.asarray(outputs[0], dtype=np.float32)[0]


def _opened(files: ModelFiles, options: object) -> Any:
    try:
        return _runtime.InferenceSession(
            str(files.graph), options, providers=["CPUExecutionProvider"]
        )
    except _REFUSALS as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error
