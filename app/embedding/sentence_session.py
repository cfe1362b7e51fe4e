"""The ONNX Runtime session behind the embedder: token ids of one text in, one unit vector out.

One text at a time: that is as fast as a batch here (docs/MODEL.md), needs the least memory, and a
text's vector cannot depend on which others came with it.
"""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from app.contracts.errors import EmbeddingUnavailable
from app.embedding.model_files import DIMENSION, ModelFiles

_runtime = cast("Any", onnxruntime)  # carries no types
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
        self._session = _runtime.InferenceSession(
            str(files.graph), options, providers=["CPUExecutionProvider"]
        )
        found = self.run(_PROBE).shape
        if found != (DIMENSION,):
            raise ValueError(f"the model gives vectors of shape {found}, not {DIMENSION} numbers")

    def run(self, token_ids: Sequence[int]) -> NDArray[np.float32]:
        """May raise EmbeddingUnavailable: a graph can load and still not take these ids."""
        ids = np.array([token_ids], dtype=np.int64)
        try:
            outputs = self._session.run(None, {_IDS: ids, _MASK: np.ones_like(ids)})
        except Exception as error:  # the runtime's errors have no base of their own
            raise EmbeddingUnavailable(_SENTENCE, detail=str(error)) from error
        return np.asarray(outputs[0], dtype=np.float32)[0]
