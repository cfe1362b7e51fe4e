"""Texts to 384 little-endian float32, by the model a ModelSource holds. Never cuts a text.

Loads at the first text and not before; any thread may call.
"""

import time
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING

from app.contracts.search import Vector
from app.embedding.freed_memory import return_freed_memory
from app.embedding.model_source import ModelSource

if TYPE_CHECKING:
    from app.embedding.sentence_session import SentenceSession

_LITTLE_ENDIAN_FLOATS = "<f4"


class OnnxEmbedder:
    """Implements `contracts.search.Embedder`. `clock` counts seconds and never runs backwards."""

    def __init__(self, source: ModelSource, clock: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._clock = clock
        self._lock = Lock()
        self._running = 0
        self._last_use = clock()

    @property
    def model_id(self) -> str:
        return self._source.files().model_id

    @property
    def window(self) -> int:
        """How many tokens, start and end included, the model sees at once."""
        return self._source.files().window

    def token_count(self, text: str) -> int:
        return len(self._source.encoder().token_ids(text))

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """In the order of `texts`. A text longer than the window becomes the mean of its windows,
        each by its length: all of it counts.
        """
        if not texts:
            return []
        with self._lock:
            self._running += 1
        try:
            encoder, session = self._source.encoder(), self._source.session()
            vectors = [_vector(session, encoder.windows(text)) for text in texts]
            if len(texts) > 1:
                # What long texts needed is a tenth of the process; a question must not wait for it.
                return_freed_memory()
            return vectors
        finally:
            with self._lock:
                self._running -= 1
                self._last_use = self._clock()

    def release(self) -> None:
        self._source.release()

    def release_if_idle(self, idle_seconds: float) -> bool:
        """Releases when nothing was embedded for that long; says whether it did."""
        with self._lock:
            idle = self._running == 0 and self._clock() - self._last_use >= idle_seconds
        if idle:
            self._source.release()
        return idle


def _vector(session: "SentenceSession", windows: Sequence[Sequence[int]]) -> Vector:
    vector = session.run(windows[0])
    if len(windows) > 1:
        vector = vector * len(windows[0])
        for window in windows[1:]:
            vector += session.run(window) * len(window)
        vector /= (vector @ vector) ** 0.5
    return vector.astype(_LITTLE_ENDIAN_FLOATS).tobytes()
