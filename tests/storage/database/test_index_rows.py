"""Index rows: written whole, embedded later, and gone with what they were made from (S6.9)."""

from dataclasses import replace
from datetime import date

import pytest

from app.contracts.conversation import MessageKind
from app.contracts.memory_index import IndexCounts, IndexedChunk, IndexStore
from app.contracts.search import MemorySource
from app.storage.database import Database, IndexRows, MessageRows, SessionRows
from tests.storage.database.values import NOON, message, session

VECTOR = b"\x00\x00\x80\x3f" * 384
LOG = "memory/daily/2026-02-28.md"


def _chunk(chunk_id: str, **changes: object) -> IndexedChunk:
    plain = IndexedChunk(
        id=chunk_id,
        source=MemorySource.DAILY_LOG,
        date=date(2026, 2, 28),
        text=f"text of {chunk_id}",
        content_hash=f"hash of {chunk_id}",
        created_at=NOON,
        updated_at=NOON,
        heading_path="Daily Log",
        source_path=LOG,
    )
    return replace(plain, **changes)


def _said(chunk_id: str, message_id: str, session_id: str = "walk") -> IndexedChunk:
    return _chunk(
        chunk_id,
        source=MemorySource.SESSION,
        source_path="",
        session_id=session_id,
        message_id=message_id,
        author="Mira",
    )


def _ids(index: IndexRows) -> list[str]:
    return sorted(chunk.id for chunk in index.all())


@pytest.fixture
def talk(sessions: SessionRows, messages: MessageRows, index: IndexRows) -> IndexRows:
    sessions.create(session())
    messages.append(message("m1"))
    messages.append(message("m2", kind=MessageKind.ASSISTANT))
    index.apply(removed=(), put=[_chunk("log"), _said("c1", "m1"), _said("c2", "m2")])
    return index


def test_rows_are_an_index_store(database: Database):
    store: IndexStore = IndexRows(database)
    assert store.counts() == IndexCounts(chunks=0, with_vector=0)


def test_every_field_of_a_chunk_comes_back(index: IndexRows):
    chunks = [
        _chunk("c1", vector=VECTOR, model_id="minilm", position=2, date=None),
        _chunk("c0", source=MemorySource.LONG_TERM, position=1),
    ]
    index.apply(removed=(), put=chunks)
    assert index.of_file(LOG) == (chunks[1], chunks[0])
    assert index.of_file("memory/MEMORY.md") == ()


def test_rows_are_replaced_and_removed_together(index: IndexRows):
    index.apply(removed=(), put=[_chunk("c1"), _chunk("c2")])
    index.apply(removed=["c1"], put=[_chunk("c2", text="newer"), _chunk("c3")])
    assert {chunk.id: chunk.text for chunk in index.all()} == {
        "c2": "newer",
        "c3": "text of c3",
    }


def test_chunks_without_a_vector_of_this_model_wait_for_one(index: IndexRows):
    index.apply(
        removed=(),
        put=[
            _chunk("none"),
            _chunk("old", vector=VECTOR, model_id="old"),
            _chunk("done", vector=VECTOR, model_id="new"),
        ],
    )
    assert [chunk.id for chunk in index.waiting_for_vector("new", 10)] == ["none", "old"]
    assert len(index.waiting_for_vector("new", 1)) == 1
    index.put_vectors({"none": VECTOR, "old": VECTOR, "gone": VECTOR}, "new")
    assert index.waiting_for_vector("new", 10) == ()
    assert index.counts() == IndexCounts(chunks=3, with_vector=3)


def test_deleting_a_message_takes_its_row_along(talk: IndexRows, messages: MessageRows):
    messages.delete(["m1"])
    assert _ids(talk) == ["c2", "log"]


def test_deleting_a_session_takes_its_rows_along_at_once(talk: IndexRows, sessions: SessionRows):
    sessions.delete("walk", NOON)
    assert _ids(talk) == ["log"]


def test_making_a_session_private_takes_its_rows_along_at_once(
    talk: IndexRows, sessions: SessionRows
):
    sessions.set_private("walk", is_private=True)
    assert _ids(talk) == ["log"]


def test_using_or_renaming_a_session_keeps_its_rows(talk: IndexRows, sessions: SessionRows):
    sessions.touch("walk", NOON)
    sessions.rename("walk", "Another title")
    sessions.set_private("walk", is_private=False)
    assert _ids(talk) == ["c1", "c2", "log"]


def test_a_changed_message_loses_its_row_and_an_unchanged_one_keeps_it(
    talk: IndexRows, messages: MessageRows
):
    first, second = messages.after("walk", 0)
    messages.replace(replace(first, text="something else"))
    messages.replace(replace(second, is_partial=True))
    assert _ids(talk) == ["c2", "log"]


@pytest.mark.parametrize("way", ["message deleted", "session deleted", "private", "purged"])
def test_an_indexer_that_comes_too_late_brings_nothing_back(
    talk: IndexRows, sessions: SessionRows, messages: MessageRows, way: str
):
    match way:
        case "message deleted":
            messages.delete(["m1"])
        case "session deleted":
            sessions.delete("walk", NOON)
        case "private":
            sessions.set_private("walk", is_private=True)
        case _:
            sessions.delete("walk", NOON.replace(year=2025))
            sessions.purge_deleted(NOON)
    talk.apply(removed=(), put=[_said("late", "m1"), _chunk("log2")])
    assert "late" not in _ids(talk)
    assert "log2" in _ids(talk)


def test_what_was_said_in_private_is_never_indexed(
    sessions: SessionRows, messages: MessageRows, index: IndexRows
):
    sessions.create(session(is_private=True))
    messages.append(message("m1"))
    sessions.set_private("walk", is_private=False)
    index.apply(removed=(), put=[_said("c1", "m1")])
    assert _ids(index) == []
