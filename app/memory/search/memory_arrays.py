"""The whole index of one process as arrays. Follows the rows; knows no query and no score.

Changes become visible with `settle`. Not thread safe: its owner holds a lock.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.contracts.memory_index import IndexedChunk
from app.contracts.search import Vector
from app.memory.search.chunk_facts import (
    SOURCES,
    ChunkColumns,
    ChunkFacts,
    asks,
    columns_of,
    fingerprint_of,
    joined,
    only_asks,
    tells_time,
)
from app.memory.search.lexicon import Lexicon
from app.memory.search.like_words import LikeWords
from app.memory.search.names import Names
from app.memory.search.neighbours import Neighbours, around, link, mixed, neighbours_of
from app.memory.search.postings import Postings
from app.memory.search.sketches import BitWords, FloatArray, no_sketches, sketch_of
from app.memory.search.vector_rows import VectorRows, is_whole, vector_from_bytes
from app.memory.search.word_marks import Marks, mark_of, marks_of, no_marks
from app.memory.text.words import fold, shown_words_of

_ROWS_MIXED_AT_ONCE = 2048

Derived = TypeVar("Derived")


class MemoryArrays:
    """`ids`, `authors` and `groups` give the texts behind slots and small numbers."""

    def __init__(self) -> None:
        self.columns: ChunkColumns = columns_of(())
        self.ids: list[str] = []
        self.authors = Names()
        self.groups = Names()
        self.lexicon = Lexicon()
        self.likes = LikeWords()
        self.postings = Postings()
        self.vectors = VectorRows()
        self.sketches: BitWords = no_sketches()
        self.marks: Marks = no_marks()
        self.neighbours: Neighbours = neighbours_of(self.columns)
        self.effective_length: FloatArray = np.zeros(0, dtype=np.float32)
        self.relative_length: FloatArray = np.zeros(0, dtype=np.float32)
        self.average_length = 1.0
        self.model_id = ""
        self._slot_of: dict[str, int] | None = None
        self._new: list[ChunkFacts] = []
        self._new_marks: list[bytes] = []
        self._new_vectors: list[tuple[int, Vector]] = []
        self._changed: set[int] = set()
        self._remembered: dict[object, Any] = {}

    def remembered(self, key: object, make: Callable[[], Derived]) -> Derived:
        """What follows from the columns alone, made once until they change."""
        known = self._remembered.get(key)
        if known is None:
            known = self._remembered[key] = make()
        return known

    @property
    def living(self) -> int:
        return int(np.count_nonzero(self.columns.alive))

    @property
    def dead(self) -> int:
        return len(self.columns) - self.living

    def put(self, chunks: Iterable[IndexedChunk]) -> None:
        for chunk in chunks:
            slot = self._slots().get(chunk.id)
            if slot is None or self._fingerprint(slot) != fingerprint_of(chunk):
                self.remove((chunk.id,))
                slot = self._append(chunk)
            if is_whole(chunk.vector):
                self._take_vector(slot, chunk)

    def remove(self, chunk_ids: Iterable[str]) -> None:
        for chunk_id in chunk_ids:
            slot = self._slots().pop(chunk_id, None)
            if slot is not None:
                if slot >= len(self.columns):
                    self._grow()
                self.columns.alive[slot] = False
                self._changed.add(slot)

    def settle(self) -> None:
        """Makes everything since the last time visible, neighbours and all."""
        if not self._changed:
            return
        self._grow()
        if self._new_vectors:
            slots = np.array([slot for slot, _ in self._new_vectors])
            whole = b"".join(vector for _, vector in self._new_vectors)
            self.vectors.put(slots, vector_from_bytes(whole).reshape(len(slots), -1))
            self.columns.has_vector[slots] = True
            self._new_vectors.clear()
        self.postings.settle()
        changed = np.fromiter(self._changed, dtype=np.int64)
        touched = around(self.neighbours, changed[changed < len(self.neighbours.before)])
        self.relink()
        touched = np.union1d(touched, around(self.neighbours, changed))
        self._mix(touched[self.columns.has_vector[touched]])
        self._changed.clear()

    def relink(self) -> None:
        link(self.columns)
        self.see_neighbours()

    def see_neighbours(self) -> None:
        """What follows from the links: second neighbours, and lengths with neighbours counted."""
        self._remembered.clear()
        self.neighbours = neighbours_of(self.columns)
        self.effective_length = mixed(self.columns.length, self.neighbours)
        living = self.effective_length[self.columns.alive]
        self.average_length = (float(living.mean()) if len(living) else 0.0) or 1.0
        self.relative_length = _standardised(np.log1p(self.columns.length), self.columns.alive)

    def slot_count(self) -> int:
        return len(self.columns) + len(self._new)

    def _append(self, chunk: IndexedChunk) -> int:
        slot = self.slot_count()
        shown = shown_words_of(f"{chunk.heading_path} {chunk.text}")
        seen_as = dict(shown)
        counted = Counter(word for word, _ in shown)
        for word, count in counted.items():
            number = self.lexicon.number_or_new(word, fold(seen_as[word]))
            self.postings.add(number, slot, count)
        self._new.append(
            ChunkFacts(
                source=SOURCES.index(chunk.source),
                day=chunk.date.toordinal() if chunk.date else 0,
                author=self.authors.number_or_new(chunk.author),
                group=self.groups.number_or_new(chunk.session_id),
                position=chunk.position,
                length=counted.total(),
                asks=asks(chunk.text),
                only_asks=only_asks(chunk.text),
                tells_time=tells_time(chunk.text),
                fingerprint=fingerprint_of(chunk),
            )
        )
        self._new_marks.append(mark_of(counted))
        self.ids.append(chunk.id)
        self._slots()[chunk.id] = slot
        self._changed.add(slot)
        return slot

    def _take_vector(self, slot: int, chunk: IndexedChunk) -> None:
        """Vectors of two models never meet: the first of a new one sends the old ones away."""
        if chunk.vector is None:
            return
        if chunk.model_id != self.model_id:
            self.model_id = chunk.model_id
            self._new_vectors.clear()
            self.columns.has_vector[:] = False
        self._new_vectors.append((slot, chunk.vector))
        self._changed.add(slot)

    def _grow(self) -> None:
        if not self._new:
            return
        count = len(self._new)
        self.columns = joined(self.columns, columns_of(self._new))
        self.vectors.extend(count)
        blank = np.zeros((len(self.sketches), count), dtype=np.uint64)
        self.sketches = np.concatenate((self.sketches, blank), axis=1)
        self.marks = np.concatenate((self.marks, marks_of(self._new_marks)))
        self._new.clear()
        self._new_marks.clear()

    def _mix(self, slots: NDArray[np.int64]) -> None:
        """Sketch and length of each slot's vector with those of its neighbours added."""
        for start in range(0, len(slots), _ROWS_MIXED_AT_ONCE):
            page = slots[start : start + _ROWS_MIXED_AT_ONCE]
            total = self.vectors.at(page)
            for near, weight in self.neighbours.weighted:
                beside = near[page]
                there = (beside >= 0) & self.columns.has_vector[beside]
                total[there] += np.float32(weight) * self.vectors.at(beside[there])
            norms = np.sqrt(np.einsum("ij,ij->i", total, total))
            self.columns.mixed_norm[page] = np.maximum(norms, np.float32(1e-6))
            self.sketches[:, page] = sketch_of(total)

    def _fingerprint(self, slot: int) -> int:
        known = len(self.columns)
        if slot < known:
            return int(self.columns.fingerprint[slot])
        return self._new[slot - known].fingerprint

    def _slots(self) -> dict[str, int]:
        if self._slot_of is None:
            alive = np.flatnonzero(self.columns.alive).tolist()
            self._slot_of = {self.ids[slot]: slot for slot in alive}
        return self._slot_of


def _standardised(values: FloatArray, alive: NDArray[np.bool_]) -> FloatArray:
    """In standard deviations from the mean, at most two."""
    living = values[alive]
    if not len(living):
        return np.zeros_like(values)
    deviation = max(float(living.std()), 0.1)
    return np.clip((values - living.mean()) / np.float32(deviation), -2, 2).astype(np.float32)
