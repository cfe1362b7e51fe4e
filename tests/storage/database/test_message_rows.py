"""Messages: whole, ordered by sequence, and a pointer that deleting never moves back."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.contracts.conversation import (
    InjectedMemory,
    MessageKind,
    MessageStore,
    TokenUsage,
    ToolUse,
)
from app.contracts.errors import DatabaseError
from app.contracts.jobs import JobKind
from app.storage.database import Database, JobRows, MessageRows, SessionRows
from tests.storage.database.values import LEASE, NOON, message, session


@pytest.fixture(autouse=True)
def _a_session(sessions: SessionRows) -> None:
    sessions.create(session())


def _ids(store: MessageRows, after: int = 0) -> list[str]:
    return [one.id for one in store.after("walk", after)]


def test_rows_are_a_message_store(database: Database):
    store: MessageStore = MessageRows(database)
    assert store.newest("walk") == ()


def test_every_field_of_a_message_comes_back(messages: MessageRows):
    written = messages.append(
        message(
            "m1",
            text="Grüße \U0001f43e\nzweite Zeile",
            kind=MessageKind.TOOL_CALL,
            author="Mira",
            tool=ToolUse("call-1", "save_memory", '{"content": "x"}', is_error=True),
            thinking="a thought",
            model="some-model",
            usage=TokenUsage(input_tokens=12, output_tokens=0),
            is_partial=True,
            injected=(
                InjectedMemory("daily_log", "went hiking", date(2026, 2, 1), 0.75),
                InjectedMemory("long_term", "likes tea", None, 0.5),
            ),
        )
    )
    assert messages.get("m1") == written
    assert written.tool == ToolUse("call-1", "save_memory", '{"content": "x"}', is_error=True)
    assert written.usage == TokenUsage(input_tokens=12, output_tokens=0)
    assert [memory.date for memory in written.injected] == [date(2026, 2, 1), None]
    assert written.is_partial


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("half \ud83d of a pair", "half \ufffd of a pair"),
        ("both \ud83d\udc3e halves", "both \U0001f43e halves"),
        ("a\0null and \u202e marks", "a\0null and \u202e marks"),
    ],
)
def test_whatever_a_model_writes_can_be_stored(messages: MessageRows, written: str, kept: str):
    call = ToolUse("call-1", "save_memory", written)
    assert messages.append(message("m1", text=written, tool=call)).text == kept
    found = messages.get("m1")
    assert found is not None
    assert found.tool == ToolUse("call-1", "save_memory", kept)


def test_a_damaged_byte_does_not_make_a_conversation_unreadable(
    database: Database, messages: MessageRows
):
    messages.append(message("m1"))
    database.execute("UPDATE messages SET text = CAST(x'48ff69' AS TEXT)")
    assert [one.text for one in messages.after("walk", 0)] == ["H\ufffdi"]


def test_a_plain_message_has_neither_tool_nor_usage(messages: MessageRows):
    written = messages.append(message("m1"))
    assert (written.tool, written.usage, written.author) == (None, None, None)


def test_the_local_date_of_a_message_survives_a_journey(messages: MessageRows):
    tokyo = timezone(timedelta(hours=9))
    said = datetime(2026, 3, 1, 0, 30, tzinfo=tokyo)
    messages.append(message("m1", said_at=said))
    found = messages.get("m1")
    assert found is not None
    assert found.said_at == said
    assert found.said_at.date() == date(2026, 3, 1)
    assert found.said_at.astimezone(UTC).date() == date(2026, 2, 28)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    moment=st.datetimes(min_value=datetime(1970, 1, 2), max_value=datetime(9998, 1, 1)),  # noqa: DTZ001
    offset=st.integers(min_value=-14 * 60, max_value=14 * 60),
)
def test_any_moment_comes_back_to_the_millisecond(
    messages: MessageRows, moment: datetime, offset: int
):
    said = moment.replace(tzinfo=timezone(timedelta(minutes=offset)))
    written = messages.append(message("m1", said_at=said))
    messages.delete(["m1"])
    assert timedelta() <= said - written.said_at < timedelta(milliseconds=1)
    assert written.said_at.utcoffset() == said.utcoffset()


def test_order_is_by_sequence_when_clocks_tie_or_go_back(messages: MessageRows):
    messages.append(message("m1"))
    messages.append(message("m2"))
    messages.append(message("m3", said_at=NOON - timedelta(days=3)))
    assert _ids(messages) == ["m1", "m2", "m3"]


def test_a_page_holds_the_newest_messages_oldest_first(messages: MessageRows):
    written = [messages.append(message(f"m{number}")) for number in range(7)]
    page = messages.newest("walk", limit=3)
    assert [one.id for one in page] == ["m4", "m5", "m6"]
    older = messages.newest("walk", before_sequence=page[0].sequence, limit=3)
    assert [one.id for one in older] == ["m1", "m2", "m3"]
    assert messages.newest("walk", before_sequence=written[0].sequence) == ()


def test_messages_of_another_session_are_not_mixed_in(sessions: SessionRows, messages: MessageRows):
    sessions.create(session("other"))
    messages.append(message("m1"))
    messages.append(message("m2", "other"))
    assert _ids(messages) == ["m1"]


def test_replacing_keeps_the_place(messages: MessageRows):
    grown = messages.append(message("m1", text="The ans", is_partial=True))
    messages.append(message("m2"))
    messages.replace(
        type(grown)(
            id="m1",
            session_id="walk",
            sequence=grown.sequence,
            kind=MessageKind.ASSISTANT,
            text="The answer",
            said_at=NOON,
        )
    )
    assert [one.text for one in messages.after("walk", 0)] == ["The answer", "Hello there"]


def test_a_message_to_no_session_is_refused_and_not_kept(messages: MessageRows):
    with pytest.raises(DatabaseError, match="no longer exists"):
        messages.append(message("m1", "nowhere"))
    assert messages.get("m1") is None


def test_the_same_message_cannot_be_appended_twice(messages: MessageRows):
    messages.append(message("m1"))
    with pytest.raises(DatabaseError):
        messages.append(message("m1"))
    assert _ids(messages) == ["m1"]


def test_a_sequence_is_never_given_again_after_the_newest_message_was_deleted(
    messages: MessageRows,
):
    last = messages.append(message("m1"))
    messages.delete(["m1"])
    assert messages.append(message("m2")).sequence > last.sequence


def test_regenerating_the_logged_answer_never_logs_the_session_again(
    messages: MessageRows, sessions: SessionRows, jobs: JobRows
):
    for number in range(5):
        messages.append(message(f"m{number}"))
    answer = messages.append(message("answer", kind=MessageKind.ASSISTANT))
    job = jobs.enqueue(JobKind.FLUSH_SESSION, "walk", NOON)
    jobs.claim_next("engine", NOON, LEASE)
    jobs.finish_flush(job.id, "engine", "walk", answer.sequence, NOON)

    messages.delete(["answer"])
    assert sessions.with_unlogged_messages() == ()
    messages.append(message("again", kind=MessageKind.ASSISTANT))

    logged = sessions.get("walk")
    assert logged is not None
    assert _ids(messages, after=logged.last_logged_sequence) == ["again"]


def test_a_message_takes_the_place_of_others_or_nothing_changes(messages: MessageRows):
    for name in ("m1", "m2", "m3"):
        messages.append(message(name))
    with pytest.raises(DatabaseError):
        messages.append(message("m1"), instead_of=["m2", "m3"])
    assert _ids(messages) == ["m1", "m2", "m3"]
    messages.append(message("m4"), instead_of=["m2", "m3"])
    assert _ids(messages) == ["m1", "m4"]


def test_deleting_many_messages_leaves_the_others(messages: MessageRows):
    for number in range(6):
        messages.append(message(f"m{number}"))
    messages.delete(["m1", "m3", "unknown"])
    assert _ids(messages) == ["m0", "m2", "m4", "m5"]
