"""A memory in real stores: SQLite, the index rows, the builder and, where asked for, the model."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from app.contracts.conversation import MessageKind, NewMessage, Session
from app.contracts.memory_files import LONG_TERM_PATH, daily_log_path
from app.contracts.search import MemoryHit, MemorySource, SearchQuery
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.embedding.word_vectors import WordVectors
from app.memory.index_builder import IndexBuilder, embed_pending
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from app.memory.search.settings import SearchSettings
from app.storage.database import IndexRows, MessageRows, SessionRows, open_database
from app.storage.database.index_feed import IndexFeedRows

TODAY = date(2026, 2, 28)
NOON = datetime(2026, 2, 28, 12, tzinfo=UTC)
MODEL_FOLDER = Path(__file__).parents[3] / "models"


class _Noon:
    def now(self) -> datetime:
        return NOON


class Memory:
    """What a test says about a memory, in few words."""

    def __init__(self, path: Path, embedder: OnnxEmbedder) -> None:
        self.database = open_database(path)
        self.store = IndexRows(self.database)
        self.feed = IndexFeedRows(self.database)
        self.sessions = SessionRows(self.database)
        self.messages = MessageRows(self.database)
        self.embedder = embedder
        self.builder = IndexBuilder(
            self.store, _Noon(), lambda text: embedder.token_count(text) <= embedder.window
        )

    def long_term(self, *bullets: str, section: str = "Notes") -> None:
        lines = "\n".join(f"- {bullet}" for bullet in bullets)
        self.builder.index_file(LONG_TERM_PATH, f"# Long-term Memory\n\n## {section}\n{lines}\n")

    def daily(self, day: date, *bullets: str) -> None:
        lines = "\n".join(f"- {bullet}" for bullet in bullets)
        self.builder.index_file(daily_log_path(day), f"# Daily Log - {day}\n\n{lines}\n\n---\n")

    def talk(self, session_id: str, day: date, *said: tuple[str | None, str]) -> None:
        """Author and text of each message; None is the person, "assistant" the assistant."""
        moment = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
        if self.sessions.get(session_id) is None:
            self.sessions.create(Session(session_id, session_id, "general", moment, moment))
        for number, (author, text) in enumerate(said):
            is_assistant = author == "assistant"
            stored = self.messages.append(
                NewMessage(
                    id=f"{session_id}-{number}",
                    session_id=session_id,
                    kind=MessageKind.ASSISTANT if is_assistant else MessageKind.USER,
                    text=text,
                    said_at=moment,
                    author=None if is_assistant else author,
                )
            )
            self.builder.index_messages([stored])

    def embed(self) -> None:
        while embed_pending(self.store, self.embedder):
            pass

    def search(self, settings: SearchSettings | None = None) -> HybridSearch:
        return HybridSearch(self.feed, settings=settings or SearchSettings())

    def model_search(self) -> HybridSearch:
        self.embed()
        return HybridSearch(self.feed, SearchModels(self.embedder))

    def find(self, text: str, *, today: date = TODAY, limit: int = 10) -> list[str]:
        """Texts found by keywords alone."""
        return texts(self.search().search(SearchQuery(text, today, limit=limit)))


def texts(hits: tuple[MemoryHit, ...]) -> list[str]:
    return [hit.text.removeprefix("- ") for hit in hits]


def query(text: str, *sources: MemorySource, limit: int = 10) -> SearchQuery:
    return SearchQuery(text, TODAY, sources=frozenset(sources), limit=limit)


@pytest.fixture(scope="session")
def model() -> ModelSource:
    return ModelSource([MODEL_FOLDER])


@pytest.fixture(scope="session")
def embedder(model: ModelSource) -> OnnxEmbedder:
    return OnnxEmbedder(model)


@pytest.fixture(scope="session")
def word_vectors(model: ModelSource) -> WordVectors:
    return WordVectors(model)


@pytest.fixture
def memory(tmp_path: Path, embedder: OnnxEmbedder) -> Iterator[Memory]:
    made = Memory(tmp_path / "oneclaw.db", embedder)
    yield made
    made.database.close()
