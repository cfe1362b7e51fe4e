"""Keeps the index rows in step with memory files and messages (S6.2, S6.3, S6.9).

Only what changed is written. A new chunk is findable by its words at once and gets its vector
later, from `embed_pending`. Never reads or writes a memory file itself.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime

from app.contracts.clock import Clock
from app.contracts.conversation import Message, MessageKind
from app.contracts.memory_files import DAILY_FOLDER, LONG_TERM_PATH
from app.contracts.memory_index import (
    ASSISTANT_AUTHOR,
    PERSON_AUTHOR,
    IndexedChunk,
    IndexStore,
)
from app.contracts.search import Embedder, MemorySource
from app.memory.file_chunks import FileChunks, PlacedChunks, digest
from app.memory.text.chunking import Fits
from app.memory.text.splitting import split_to_fit
from app.memory.text.token_estimate import estimate_tokens

WINDOW_TOKENS = 256
MOST_LETTERS_PER_TOKEN = 10
"""No estimate has more: a short word with the white space behind it."""
INDEX_FORM = "1"
"""To be changed with the way files are cut into chunks: every file is then indexed again."""

_PARTS_PER_MESSAGE = 1000
_DAILY_LOG = re.compile(rf"{DAILY_FOLDER}/(\d{{4}}-\d\d-\d\d)\.md")


def fits_the_model(text: str) -> bool:
    """The same careful guess in every process, so that all of them cut a text alike.

    The UI process has no tokenizer; what the guess gets wrong, the embedder splits itself.
    """
    if len(text) > MOST_LETTERS_PER_TOKEN * WINDOW_TOKENS:
        return False  # told at once: a file of one endless line is cut, too
    # No character is more tokens than it has bytes, which are counted at once.
    return len(text.encode("utf-8", "replace")) <= WINDOW_TOKENS or (
        estimate_tokens(text) <= WINDOW_TOKENS
    )


class IndexBuilder:
    def __init__(self, store: IndexStore, clock: Clock, fits: Fits) -> None:
        """`fits` says whether the model sees all of a text at once."""
        self._store = store
        self._clock = clock
        self._fits = fits
        self._file_chunks = FileChunks(fits)

    def index_file(self, path: str, text: str) -> int:
        """Brings the rows of one memory file up to date; how many chunks were new or gone."""
        return sum(self.index_files({path: text}).values())

    def index_files(self, texts: Mapping[str, str]) -> dict[str, int]:
        """Several by their paths, in one transaction; those that were not up to date."""
        removed: list[str] = []
        put: list[IndexedChunk] = []
        changes: dict[str, int] = {}
        now = self._clock.now()
        for path, text in texts.items():
            known = self._store.ids_of_file(path)
            wanted = self._file_chunks.of(path, text)
            ids = frozenset(wanted.ids)
            gone, new = known - ids, ids - known
            if gone or new:
                changes[path] = len(gone) + len(new)
                removed += gone
                put += _file_rows(path, wanted, now, new)
        if changes:
            self._store.apply(removed=removed, put=put)
        return changes

    def paths(self) -> frozenset[str]:
        """Files that have rows, whether the files are still there or not."""
        return self._store.paths()

    def ids_of(self, path: str, text: str) -> frozenset[str]:
        """The chunks the index should have of a file that reads so."""
        return frozenset(self._file_chunks.of(path, text).ids)

    def index_messages(self, messages: Sequence[Message]) -> int:
        """Rows for what the person and the assistant said; everything else is passed over."""
        put = [chunk for message in messages for chunk in self.message_chunks(message)]
        if put:
            self._store.apply(removed=(), put=put)
        return len({chunk.message_id for chunk in put})

    def file_chunks(self, path: str, text: str) -> list[IndexedChunk]:
        """What the file should have in the index, without vectors."""
        wanted = self._file_chunks.of(path, text)
        return _file_rows(path, wanted, self._clock.now(), frozenset(wanted.ids))

    def message_chunks(self, message: Message) -> list[IndexedChunk]:
        """Likewise for a message; nothing for a private one, or what nobody said."""
        author = author_of(message)
        if author is None or message.is_private or not message.text.strip():
            return []
        parts = (
            [message.text] if self._fits(message.text) else split_to_fit(message.text, self._fits)
        )
        now = self._clock.now()
        return [
            IndexedChunk(
                id=digest(message.id, str(number)),
                source=MemorySource.SESSION,
                date=message.said_at.date(),
                text=part.strip(),
                content_hash=digest(part),
                created_at=message.said_at,
                updated_at=now,
                position=message.sequence * _PARTS_PER_MESSAGE + number,
                session_id=message.session_id,
                message_id=message.id,
                author=author,
            )
            for number, part in enumerate(parts[:_PARTS_PER_MESSAGE])
        ]


def _file_rows(
    path: str, placed: PlacedChunks, now: datetime, wanted: Collection[str]
) -> list[IndexedChunk]:
    source, day = source_of_path(path)
    return [
        IndexedChunk(
            id=chunk_id,
            source=source,
            date=day,
            text=chunk.text,
            content_hash=chunk.content_hash,
            created_at=now,
            updated_at=now,
            heading_path=" › ".join(chunk.headings),
            source_path=path,
            position=line,
        )
        for chunk_id, chunk, line in zip(placed.ids, placed.chunks, placed.lines, strict=True)
        if chunk_id in wanted
    ]


def embed_pending(store: IndexStore, embedder: Embedder, *, limit: int = 64) -> int:
    """Gives up to `limit` waiting chunks their vectors; 0 when none waits.

    May raise EmbeddingUnavailable; the chunks go on waiting then.
    """
    model_id = embedder.model_id
    waiting = store.waiting_for_vector(model_id, limit)
    if waiting:
        vectors = embedder.embed([embedded_text(chunk) for chunk in waiting])
        store.put_vectors(
            {chunk.id: vector for chunk, vector in zip(waiting, vectors, strict=True)}, model_id
        )
    return len(waiting)


def embedded_text(chunk: IndexedChunk) -> str:
    return f"{chunk.heading_path}\n{chunk.text}" if chunk.heading_path else chunk.text


def author_of(message: Message) -> str | None:
    """Who said it; None for rows that nobody said."""
    match message.kind:
        case MessageKind.USER:
            return message.author or PERSON_AUTHOR
        case MessageKind.ASSISTANT:
            return message.author or ASSISTANT_AUTHOR
        case _:
            return None


def source_of_path(path: str) -> tuple[MemorySource, date | None]:
    daily = _DAILY_LOG.fullmatch(path)
    if daily:
        return MemorySource.DAILY_LOG, _day(daily[1])
    return MemorySource.LONG_TERM, None


def is_indexed_path(path: str) -> bool:
    return path == LONG_TERM_PATH or _DAILY_LOG.fullmatch(path) is not None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
