"""Vectors of single words, straight from the model's own input table. Loads no session.

The table is the one in the weights file, mapped: no second copy in memory or on disk.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.embedding.model_files import DIMENSION, ModelFiles
from app.embedding.model_source import ModelSource

Floats = NDArray[np.float32]


class WordVectors:
    def __init__(self, source: ModelSource) -> None:
        self._source = source
        self._table: _WordTable | None = None

    def vectors(self, words: Sequence[str]) -> Floats:
        """One unit row per word: the mean of its pieces, less the mean of all words.

        A word without any piece (empty, or only control characters) is a row of zeros.
        May raise EmbeddingUnavailable.
        """
        pieces = self._source.encoder().piece_ids(words)
        if self._table is None:
            self._table = _WordTable(self._source.files())
        return self._table.means(pieces)


class _WordTable:
    def __init__(self, files: ModelFiles) -> None:
        rows = (files.vocabulary, DIMENSION)
        offset = files.word_rows_offset
        self._rows = np.memmap(files.weights, np.int8, "r", offset, rows)
        offset = files.word_scales_offset
        self._scales = np.memmap(files.weights, "<f4", "r", offset, (files.vocabulary, 1))
        self._mean = np.memmap(files.weights, "<f4", "r", files.word_mean_offset, (DIMENSION,))

    def means(self, pieces: Sequence[Sequence[int]]) -> Floats:
        result = np.zeros((len(pieces), DIMENSION), dtype=np.float32)
        filled = [index for index, ids in enumerate(pieces) if ids]
        if not filled:
            return result
        counts = np.array([len(pieces[index]) for index in filled])
        flat = np.concatenate([pieces[index] for index in filled])
        rows = self._rows[flat].astype(np.float32) * self._scales[flat]
        starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
        means = np.add.reduceat(rows, starts) / counts[:, None] - self._mean
        result[filled] = means / np.linalg.norm(means, axis=1, keepdims=True)
        return result
