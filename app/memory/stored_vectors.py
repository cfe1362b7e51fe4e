"""Vectors of long-term entries as the index has them, so that nobody loads the model to compare
what was embedded long ago.

What was embedded below another heading is not comparable: then, and for a text the index has no
vector of, all are embedded anew, bare.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence

from app.contracts.errors import DatabaseError
from app.contracts.memory_files import LONG_TERM_PATH
from app.contracts.memory_index import IndexedChunk, IndexFeed, IndexStore
from app.contracts.search import VECTOR_BYTES, Embedder, Vector
from app.memory.markdown_lines import BULLET

logger = logging.getLogger(__name__)

_ByHeading = Mapping[str, Mapping[str, Vector]]


class StoredVectors:
    """Implements Embedder; any thread may call."""

    def __init__(self, rows: IndexStore, feed: IndexFeed, embedder: Embedder) -> None:
        self._rows = rows
        self._feed = feed
        self._embedder = embedder
        self._known: tuple[tuple[int, str], _ByHeading] | None = None

    @property
    def model_id(self) -> str:
        return self._embedder.model_id

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        for vectors in self._stored().values():
            if all(text in vectors for text in texts):
                return [vectors[text] for text in texts]
        return self._embedder.embed(texts)

    def token_count(self, text: str) -> int:
        return self._embedder.token_count(text)

    def release(self) -> None:
        self._embedder.release()

    def _stored(self) -> _ByHeading:
        model_id = self._embedder.model_id
        try:
            state = (self._feed.revision(), model_id)
            if self._known is None or self._known[0] != state:
                chunks = self._rows.of_file(LONG_TERM_PATH)
                self._known = (state, _by_heading(chunks, model_id))
            return self._known[1]
        except DatabaseError as error:
            logger.warning("stored vectors cannot be read: %s", error)
            return {}


def _by_heading(chunks: Iterable[IndexedChunk], model_id: str) -> _ByHeading:
    found: dict[str, dict[str, Vector]] = {}
    for chunk in chunks:
        is_usable = chunk.model_id == model_id and len(chunk.vector or b"") == VECTOR_BYTES
        if chunk.vector is not None and is_usable:
            found.setdefault(chunk.heading_path, {})[_without_bullet(chunk.text)] = chunk.vector
    return found


def _without_bullet(text: str) -> str:
    bullet = BULLET.match(text)
    return text[bullet.end() :] if bullet else text
