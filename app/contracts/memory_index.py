"""The rows of the derived index: what was cut from a file or a conversation, and its vector."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple, Protocol

from app.contracts.conversation import Message
from app.contracts.search import MemorySource, Vector


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """`source_path` and `position` say where in which file; a `session` chunk has its session
    and message instead, and goes when they go. No `vector` yet: the engine will make one.
    """

    id: str
    source: MemorySource
    date: date | None
    text: str
    content_hash: str
    created_at: datetime
    updated_at: datetime
    heading_path: str = ""
    source_path: str = ""
    position: int = 0
    session_id: str | None = None
    message_id: str | None = None
    author: str | None = None
    vector: Vector | None = None
    model_id: str = ""


class ChunkText(NamedTuple):
    """`origin` is the message, or the file, a chunk was cut from."""

    text: str
    heading_path: str
    origin: str


@dataclass(frozen=True, slots=True)
class IndexCounts:
    chunks: int
    with_vector: int


class IndexStore(Protocol):
    def all(self) -> tuple[IndexedChunk, ...]: ...

    def of_file(self, source_path: str) -> tuple[IndexedChunk, ...]: ...

    def paths(self) -> frozenset[str]:
        """Files that have chunks."""
        ...

    def ids_of_file(self, source_path: str) -> frozenset[str]:
        """Of the same chunks, without reading their texts and vectors."""
        ...

    def apply(self, *, removed: Collection[str], put: Sequence[IndexedChunk]) -> None:
        """Removes and writes rows in one transaction: no reader sees the state in between.

        A chunk of a message that was deleted or made private meanwhile is passed over.
        """
        ...

    def waiting_for_vector(self, model_id: str, limit: int) -> tuple[IndexedChunk, ...]:
        """Chunks without a vector, or with one of another model or not of VECTOR_BYTES."""
        ...

    def put_vectors(self, vectors: Mapping[str, Vector], model_id: str) -> None:
        """By chunk id; a chunk that is gone by now is passed over."""
        ...

    def counts(self) -> IndexCounts: ...

    def is_empty(self) -> bool:
        """Cheap enough to ask after a search that found nothing."""
        ...


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A file as it was when history and index were last brought in step with it: how it looked on
    disk, and which `version` of it was in the history.
    """

    path: str
    look: str
    version: str


class SeenFiles(Protocol):
    """Spares a start the reading of thousands of files. Derived: without it all are read again."""

    def all(self) -> tuple[SeenFile, ...]: ...

    def put(self, seen: Collection[SeenFile]) -> None: ...

    def remove(self, paths: Collection[str]) -> None: ...


class UnindexedMessages(Protocol):
    def unindexed(
        self, *, after_sequence: int, limit: int, without_model: str
    ) -> tuple[Message, ...]:
        """What was said in sessions that may be found and has no row in the index, oldest first:
        the process that stored it was killed, the index was lost, or a deletion was undone.
        What `without_model` said is left out.
        """
        ...


PERSON_AUTHOR = "person"
"""The `author` of what the person wrote, where no name is known."""
ASSISTANT_AUTHOR = "assistant"


@dataclass(frozen=True, slots=True)
class IndexChanges:
    """What happened up to `revision`, as it stands now: chunks that are there, ids that are not."""

    revision: int
    put: tuple[IndexedChunk, ...] = ()
    removed: tuple[str, ...] = ()


class IndexFeed(Protocol):
    """How a process keeps its own arrays in step with the rows, whoever wrote them."""

    def lineage(self) -> str:
        """Which history the revisions belong to; another one after the database was made anew."""
        ...

    def revision(self) -> int:
        """Grows with every change by any process; cheap enough to ask before each search."""
        ...

    def changes_after(self, revision: int, limit: int) -> IndexChanges:
        """The next page of changes, oldest first. Its `revision` is where the page after it
        starts, and the one that was asked for when there is nothing newer.
        """
        ...

    def texts(self, chunk_ids: Sequence[str]) -> dict[str, ChunkText]:
        """What a search shows of its hits; a chunk that is gone is left out."""
        ...


class DerivedArrays(Protocol):
    """A file beside the database that saves making the arrays again. Never the only copy."""

    def load(self, version: str) -> Mapping[str, memoryview] | None:
        """The parts as they were saved, mapped, private to the reader; None when there is no such
        file, it is of another version, or any byte of it is not what was written.
        """
        ...

    def save(self, version: str, parts: Mapping[str, bytes | memoryview]) -> None:
        """Whole or not at all. Failing to save is no failure: the arrays can be made again."""
        ...

    def discard(self) -> None:
        """Nothing of it is left: something it was made from was forgotten."""
        ...
