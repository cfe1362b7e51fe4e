"""How alike sentences are, as one matrix: by meaning where the model knows the script, or by words.

Only for a few hundred sentences; the caller chooses which. Without a usable model words do it all.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from app.contracts.errors import EmbeddingUnavailable
from app.contracts.search import Embedder
from app.memory.summarise.candidates import Candidate
from app.memory.text.scripts import latin_share

Matrix = npt.NDArray[np.float32]

_MOSTLY_LATIN = 0.5
_LONGEST_EMBEDDED = 400
"""Characters: enough to place a sentence, and a bound on what one of them costs."""


def likeness_matrix(candidates: Sequence[Candidate], embedder: Embedder | None) -> Matrix:
    """Symmetric, 0..1, ones on the diagonal."""
    by_words = _by_words(candidates)
    # The bundled model reads Latin letters; for other scripts its vectors are nearly all alike.
    known = [i for i, c in enumerate(candidates) if latin_share(c.text) >= _MOSTLY_LATIN]
    vectors = _vectors([candidates[i].text for i in known], embedder)
    if vectors is None:
        return by_words
    rows = np.asarray(known)
    by_words[np.ix_(rows, rows)] = np.clip(vectors @ vectors.T, 0.0, 1.0)
    np.fill_diagonal(by_words, 1.0)
    return by_words


def _vectors(texts: Sequence[str], embedder: Embedder | None) -> Matrix | None:
    if embedder is None or not texts:
        return None
    try:
        vectors = embedder.embed([text[:_LONGEST_EMBEDDED] for text in texts])
    except EmbeddingUnavailable:
        return None
    return np.stack([np.frombuffer(vector, dtype="<f4") for vector in vectors])


def _by_words(candidates: Sequence[Candidate]) -> Matrix:
    """The cosine of word sets, rare words counting more."""
    vocabulary: dict[str, int] = {}
    for candidate in candidates:
        for word in sorted(candidate.words):
            vocabulary.setdefault(word, len(vocabulary))
    table = np.zeros((len(candidates), max(len(vocabulary), 1)), dtype=np.float32)
    for row, candidate in enumerate(candidates):
        table[row, [vocabulary[word] for word in candidate.words]] = 1.0
    spread = table.sum(axis=0)
    table *= np.log1p(len(candidates) / np.maximum(spread, 1.0))
    lengths = np.linalg.norm(table, axis=1, keepdims=True)
    table /= np.maximum(lengths, 1e-9)
    matrix = np.clip(table @ table.T, 0.0, 1.0).astype(np.float32)
    np.fill_diagonal(matrix, 1.0)
    return matrix
