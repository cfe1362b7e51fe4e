"""The arrays as named byte ranges for the cache file, and back. Saving compacts: removed chunks
and unused words are left behind, and chunks of a session lie side by side.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from app.memory.search.chunk_facts import COLUMN_TYPES, ChunkColumns, picked
from app.memory.search.lexicon import ByteStrings, Lexicon, byte_strings, texts_of
from app.memory.search.like_words import MOST_LIKE, LikeWords
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.names import Names
from app.memory.search.postings import NO_WORD, Postings, PostingTable, posting_table
from app.memory.search.sketches import DIMENSION
from app.memory.search.vector_rows import VectorRows
from app.memory.search.word_marks import WIDTH
from app.memory.text.words import WORDS_VERSION

ARRAYS_VERSION = f"arrays-2 words-{WORDS_VERSION}"


def compacted(arrays: MemoryArrays) -> MemoryArrays:
    """The same index without what is gone."""
    columns = arrays.columns
    alive = np.flatnonzero(columns.alive)
    slots = alive[np.lexsort((columns.position[alive], columns.group[alive]))]
    fresh = MemoryArrays()
    fresh.columns = picked(columns, slots)
    fresh.ids = [arrays.ids[slot] for slot in slots.tolist()]
    fresh.authors, fresh.groups = arrays.authors, arrays.groups
    fresh.model_id = arrays.model_id
    _compact_words(arrays, fresh, slots)
    fresh.vectors = VectorRows(arrays.vectors.bytes_at(slots), arrays.vectors.scales_at(slots))
    fresh.sketches = np.ascontiguousarray(arrays.sketches[:, slots])
    fresh.marks = arrays.marks[slots]
    fresh.relink()
    return fresh


def to_parts(arrays: MemoryArrays, lineage: str, revision: int) -> dict[str, bytes | memoryview]:
    """Of freshly compacted arrays."""
    about = {
        "lineage": lineage,
        "revision": revision,
        "model_id": arrays.model_id,
        "likes_model_id": arrays.likes.model_id,
        "authors": arrays.authors.all(),
        "groups": arrays.groups.all(),
    }
    ids, words = byte_strings(arrays.ids), byte_strings(arrays.lexicon.words())
    seen_as = byte_strings(arrays.lexicon.seen_as())
    table = arrays.postings.saved
    about |= {"ids": ids.dtype.str, "words": words.dtype.str, "seen_as": seen_as.dtype.str}
    everything = np.arange(len(arrays.columns))
    likes = arrays.likes
    every_word = np.arange(len(likes))
    parts: dict[str, NDArray[Any]] = {
        "ids": ids,
        "words": words,
        "seen_as": seen_as,
        "starts": table.starts,
        "slots": table.slots,
        "counts": table.counts,
        "vectors": arrays.vectors.bytes_at(everything),
        "scales": arrays.vectors.scales_at(everything),
        "sketches": arrays.sketches,
        "marks": arrays.marks,
        "word_vectors": likes.vectors.bytes_at(every_word),
        "word_scales": likes.vectors.scales_at(every_word),
        "word_sketches": likes.sketches,
        "like_words": likes.numbers,
        "likeness": likes.likeness,
        **arrays.columns.parts(),
    }
    packed = {name: _bytes_of(part) for name, part in parts.items()}
    return {"about": json.dumps(about).encode(), **packed}


def from_parts(parts: Mapping[str, memoryview]) -> tuple[MemoryArrays, str, int]:
    """The arrays with the lineage and revision they stand for."""
    about = cast("dict[str, Any]", json.loads(bytes(parts["about"])))
    arrays = MemoryArrays()
    columns = {name: np.frombuffer(parts[name], kind) for name, kind in COLUMN_TYPES.items()}
    arrays.columns = ChunkColumns(**cast("dict[str, Any]", columns))
    count = len(arrays.columns)
    arrays.ids = texts_of(_byte_strings(parts, about, "ids"))
    arrays.authors, arrays.groups = Names(about["authors"]), Names(about["groups"])
    arrays.model_id = about["model_id"]
    arrays.lexicon = Lexicon(
        _byte_strings(parts, about, "words"), _byte_strings(parts, about, "seen_as")
    )
    arrays.postings = Postings(
        PostingTable(
            np.frombuffer(parts["starts"], np.int64),
            np.frombuffer(parts["slots"], np.int32),
            np.frombuffer(parts["counts"], np.uint8),
        )
    )
    arrays.vectors = VectorRows(
        np.frombuffer(parts["vectors"], np.int8).reshape(count, DIMENSION),
        np.frombuffer(parts["scales"], np.float32),
    )
    arrays.sketches = np.frombuffer(parts["sketches"], np.uint64).reshape(DIMENSION // 64, count)
    arrays.likes = _likes(parts, about["likes_model_id"])
    arrays.marks = np.frombuffer(parts["marks"], np.uint8).reshape(count, WIDTH)
    arrays.see_neighbours()
    return arrays, str(about["lineage"]), int(about["revision"])


def _compact_words(arrays: MemoryArrays, fresh: MemoryArrays, slots: NDArray[np.int64]) -> None:
    words, at, counts = arrays.postings.triples()
    keep = arrays.columns.alive[at]
    words, at, counts = words[keep], at[keep], counts[keep]
    new_slot = np.zeros(len(arrays.columns), dtype=np.int32)
    new_slot[slots] = np.arange(len(slots), dtype=np.int32)
    used = np.unique(words)
    texts, seen_as = arrays.lexicon.words(), arrays.lexicon.seen_as()
    encoded = byte_strings([texts[number] for number in map(int, used)])
    order = np.argsort(encoded)
    kept = used[order]
    new_word = np.full(len(texts), NO_WORD, dtype=np.int64)
    new_word[kept] = np.arange(len(kept))
    shown = byte_strings([seen_as[number] for number in map(int, kept)])
    fresh.lexicon = Lexicon(encoded[order], shown)
    fresh.postings = Postings(posting_table(new_word[words], new_slot[at], counts))
    if arrays.likes.compared == len(texts):
        fresh.likes = arrays.likes.picked(kept, new_word)


def _likes(parts: Mapping[str, memoryview], model_id: str) -> LikeWords:
    scales = np.frombuffer(parts["word_scales"], np.float32)
    return LikeWords(
        model_id,
        VectorRows(
            np.frombuffer(parts["word_vectors"], np.int8).reshape(len(scales), DIMENSION), scales
        ),
        np.frombuffer(parts["word_sketches"], np.uint64).reshape(DIMENSION // 64, len(scales)),
        np.frombuffer(parts["like_words"], np.int32).reshape(len(scales), MOST_LIKE),
        np.frombuffer(parts["likeness"], np.float16).reshape(len(scales), MOST_LIKE),
    )


def _byte_strings(parts: Mapping[str, memoryview], about: dict[str, Any], name: str) -> ByteStrings:
    return np.frombuffer(parts[name], cast("str", about[name]))


def _bytes_of(part: NDArray[Any]) -> memoryview:
    return memoryview(np.ascontiguousarray(part).tobytes())
