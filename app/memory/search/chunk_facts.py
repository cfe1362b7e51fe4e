"""What search needs to know of a chunk besides its words, and the columns that hold it."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.contracts.memory_index import IndexedChunk
from app.contracts.search import MemorySource

SOURCES = tuple(MemorySource)
NO_SLOT = -1

_SENTENCE = re.compile(r"[^.!?。！？…]+[.!?。！？…]*")
_SHORT_REMARK = 25
_TELLS_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|recently|ago|since|weekends?"
    r"|(?:last|next|this|past)\s+(?:night|week|weekend|month|year|spring|summer|autumn|fall|winter"
    r"|morning|mon|tues|wednes|thurs|fri|satur|sun)\w*"
    r"|(?:in|on|of|by|since|until)\s+may"
    r"|january|february|march|april|june|july|august|september|october|november|december"
    r"|(?:19|20)\d\d)\b|昨天|今天|明天|上周|上个月|去年|今年|明年|\d+月",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ChunkFacts:
    source: int
    day: int
    author: int
    group: int
    position: int
    length: int
    asks: bool
    only_asks: bool
    tells_time: bool
    fingerprint: int


def fingerprint_of(chunk: IndexedChunk) -> int:
    """Equal as long as nothing but the vector changed."""
    parts = (
        chunk.source,
        chunk.date.isoformat() if chunk.date else "",
        chunk.text,
        chunk.heading_path,
        chunk.session_id or "",
        str(chunk.position),
        chunk.author or "",
    )
    digest = hashlib.blake2b("\x1f".join(parts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def asks(text: str) -> bool:
    return "?" in text or "？" in text or "؟" in text


def only_asks(text: str) -> bool:
    """Nothing but a question, perhaps after a short remark: it rarely carries the answer."""
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(text) if sentence.strip()]
    return (
        bool(sentences)
        and asks(sentences[-1])
        and all(asks(sentence) or len(sentence) < _SHORT_REMARK for sentence in sentences)
    )


def tells_time(text: str) -> bool:
    return _TELLS_TIME.search(text) is not None


@dataclass(slots=True)
class ChunkColumns:
    """One array for each fact, indexed by slot. A slot is given once and never used again;
    `before` and `after` are the slots of the neighbours, NO_SLOT where there is none.
    """

    source: NDArray[np.uint8]
    day: NDArray[np.int32]
    author: NDArray[np.int32]
    group: NDArray[np.int32]
    position: NDArray[np.int64]
    length: NDArray[np.float32]
    asks: NDArray[np.bool_]
    only_asks: NDArray[np.bool_]
    tells_time: NDArray[np.bool_]
    fingerprint: NDArray[np.uint64]
    alive: NDArray[np.bool_]
    has_vector: NDArray[np.bool_]
    before: NDArray[np.int32]
    after: NDArray[np.int32]
    mixed_norm: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.alive)

    def parts(self) -> dict[str, NDArray[Any]]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


COLUMN_TYPES: dict[str, type[np.generic]] = {
    "source": np.uint8,
    "day": np.int32,
    "author": np.int32,
    "group": np.int32,
    "position": np.int64,
    "length": np.float32,
    "asks": np.bool_,
    "only_asks": np.bool_,
    "tells_time": np.bool_,
    "fingerprint": np.uint64,
    "alive": np.bool_,
    "has_vector": np.bool_,
    "before": np.int32,
    "after": np.int32,
    "mixed_norm": np.float32,
}


def columns_of(facts: Sequence[ChunkFacts]) -> ChunkColumns:
    """Columns of new chunks: alive, unlinked and without vectors."""
    count = len(facts)
    given: dict[str, NDArray[Any]] = {
        name: np.array([getattr(fact, name) for fact in facts], dtype=COLUMN_TYPES[name])
        for name in ChunkFacts.__slots__
    }
    return ChunkColumns(
        **given,
        alive=np.ones(count, dtype=np.bool_),
        has_vector=np.zeros(count, dtype=np.bool_),
        before=np.full(count, NO_SLOT, dtype=np.int32),
        after=np.full(count, NO_SLOT, dtype=np.int32),
        mixed_norm=np.ones(count, dtype=np.float32),
    )


def joined(first: ChunkColumns, second: ChunkColumns) -> ChunkColumns:
    later = second.parts()
    return ChunkColumns(
        **{name: np.concatenate((part, later[name])) for name, part in first.parts().items()}
    )


def picked(columns: ChunkColumns, slots: NDArray[np.int64]) -> ChunkColumns:
    return ChunkColumns(**{name: part[slots] for name, part in columns.parts().items()})
