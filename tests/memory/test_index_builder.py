from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from app.contracts.conversation import MessageKind, NewMessage, Session
from app.contracts.memory_files import LONG_TERM_PATH, daily_log_path
from app.contracts.search import MemorySource, Vector
from app.memory.index_builder import IndexBuilder, embed_pending, is_indexed_path
from app.storage.database import IndexRows, MessageRows, SessionRows, open_database
from app.storage.database.index_feed import IndexFeedRows

NOW = datetime(2026, 2, 28, 12, tzinfo=UTC)
EMPTY_MEMORY = "# Long-term Memory\n\n## User Profile\n\n## Preferences\n\n## Notes\n"


class _Clock:
    def now(self) -> datetime:
        return NOW


class _CountingEmbedder:
    """Any vector does: what counts is what is asked for."""

    model_id = "counting"

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.embedded += texts
        return [b"\0" * 1536 for _ in texts]

    def token_count(self, text: str) -> int:
        return len(text.split())

    def release(self) -> None: ...


class Setup:
    def __init__(self, path: Path) -> None:
        self.database = open_database(path)
        self.store = IndexRows(self.database)
        self.feed = IndexFeedRows(self.database)
        self.builder = IndexBuilder(self.store, _Clock(), lambda text: len(text.split()) <= 30)

    def say(self, kind: MessageKind, text: str, *, is_private: bool = False) -> None:
        sessions = SessionRows(self.database)
        if sessions.get("s") is None:
            sessions.create(Session("s", "s", "general", NOW, NOW, is_private=is_private))
        stored = MessageRows(self.database).append(
            NewMessage(f"m{len(text)}", "s", kind, text, NOW)
        )
        self.builder.index_messages([stored])


@pytest.fixture
def setup(tmp_path: Path) -> Iterator[Setup]:
    made = Setup(tmp_path / "oneclaw.db")
    yield made
    made.database.close()


def test_a_standard_file_without_entries_has_no_chunks(setup: Setup):
    assert setup.builder.index_file(LONG_TERM_PATH, EMPTY_MEMORY) == 0
    assert setup.store.all() == ()


def test_an_entry_is_indexed_with_its_section_and_without_a_date(setup: Setup):
    setup.builder.index_file(LONG_TERM_PATH, EMPTY_MEMORY + "- Likes tea\n")
    (chunk,) = setup.store.all()
    assert (chunk.text, chunk.heading_path) == ("- Likes tea", "Notes")
    assert (chunk.source, chunk.date) == (MemorySource.LONG_TERM, None)


def test_a_log_has_the_date_of_its_name(setup: Setup):
    day = date(2026, 2, 3)
    text = f"# Daily Log - {day}\n\n## Daily Summary\n- Met Lena\n\n---\n"
    setup.builder.index_file(daily_log_path(day), text)
    (chunk,) = setup.store.all()
    assert (chunk.date, chunk.source, chunk.heading_path) == (day, MemorySource.DAILY_LOG, "")


def test_only_what_changed_is_written_and_embedded(setup: Setup):
    embedder = _CountingEmbedder()
    setup.builder.index_file(LONG_TERM_PATH, EMPTY_MEMORY + "- one\n- two\n")
    while embed_pending(setup.store, embedder):
        pass
    revision = setup.feed.revision()
    assert setup.builder.index_file(LONG_TERM_PATH, EMPTY_MEMORY + "- one\n- two\n") == 0
    assert setup.feed.revision() == revision
    assert setup.builder.index_file(LONG_TERM_PATH, EMPTY_MEMORY + "- zero\n- one\n- 2\n") == 3
    while embed_pending(setup.store, embedder):
        pass
    assert embedder.embedded == ["Notes\n- one", "Notes\n- two", "Notes\n- zero", "Notes\n- 2"]


def test_an_untouched_chunk_keeps_its_age_and_vector(setup: Setup):
    setup.builder.index_file(LONG_TERM_PATH, "- one\n- two\n")
    embed_pending(setup.store, _CountingEmbedder())
    before = {chunk.text: chunk for chunk in setup.store.all()}
    setup.builder.index_file(LONG_TERM_PATH, "- new\n- one\n")
    after = {chunk.text: chunk for chunk in setup.store.all()}
    assert after["- one"] == before["- one"]
    assert set(after) == {"- new", "- one"}


def test_the_same_bullet_twice_is_two_chunks(setup: Setup):
    setup.builder.index_file(LONG_TERM_PATH, "- same\n- same\n")
    assert len(setup.store.all()) == 2


def test_a_long_bullet_is_split_so_that_all_of_it_is_embedded(setup: Setup):
    words = [f"word{number}" for number in range(100)]
    setup.builder.index_file(LONG_TERM_PATH, "- " + " ".join(words))
    chunks = setup.store.all()
    assert all(len(chunk.text.split()) <= 30 for chunk in chunks)
    assert {word for chunk in chunks for word in chunk.text.split()} >= set(words)


def test_messages_of_person_and_assistant_are_indexed_with_author_and_date(setup: Setup):
    setup.say(MessageKind.USER, "I adopted a cat")
    setup.say(MessageKind.ASSISTANT, "Congratulations to you")
    setup.say(MessageKind.TOOL_RESULT, "some tool output")
    found = {chunk.text: chunk for chunk in setup.store.all()}
    assert {text: chunk.author for text, chunk in found.items()} == {
        "I adopted a cat": "person",
        "Congratulations to you": "assistant",
    }
    assert found["I adopted a cat"].date == NOW.date()


def test_a_private_conversation_is_never_indexed(setup: Setup):
    setup.say(MessageKind.USER, "a secret", is_private=True)
    assert setup.store.all() == ()


def test_every_kind_of_removal_reaches_the_feed(setup: Setup):
    setup.say(MessageKind.USER, "I adopted a cat")
    setup.builder.index_file(LONG_TERM_PATH, "- one\n")
    changes = setup.feed.changes_after(0, 10)
    assert len(changes.put) == 2
    assert setup.feed.changes_after(changes.revision, 10).put == ()
    SessionRows(setup.database).delete("s", NOW)
    setup.builder.index_file(LONG_TERM_PATH, "")
    later = setup.feed.changes_after(changes.revision, 10)
    assert later.put == ()
    assert set(later.removed) == {chunk.id for chunk in changes.put}
    assert later.revision == setup.feed.revision()


def test_changes_come_in_pages_that_join_up(setup: Setup):
    setup.builder.index_file(LONG_TERM_PATH, "\n".join(f"- fact {n}" for n in range(7)))
    revision = 0
    seen: list[str] = []
    while (page := setup.feed.changes_after(revision, 3)).revision != revision:
        revision = page.revision
        seen += [chunk.text for chunk in page.put]
    assert sorted(seen) == [f"- fact {n}" for n in range(7)]
    assert revision == setup.feed.revision()


def test_only_memory_files_are_indexed():
    assert is_indexed_path("memory/MEMORY.md")
    assert is_indexed_path("memory/daily/2026-02-28.md")
    assert not is_indexed_path("memory/daily/notes.md")
    assert not is_indexed_path("files/draft.md")
