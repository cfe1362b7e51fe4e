"""Sessions: their order, their search, deleting with undo, and what is still to be logged."""

from datetime import timedelta

import pytest

from app.contracts.conversation import MessageKind, Session, SessionStore
from app.contracts.errors import DatabaseError
from app.contracts.jobs import JobKind
from app.storage.database import Database, JobRows, MessageRows, SessionRows
from tests.storage.database.values import LEASE, MINUTE, NOON, message, session


def _ids(found: tuple[Session, ...]) -> list[str]:
    return [one.id for one in found]


def log(jobs: JobRows, session_id: str, up_to: int) -> None:
    job = jobs.enqueue(JobKind.FLUSH_SESSION, session_id, NOON)
    jobs.claim_next("engine", NOON, LEASE)
    assert jobs.finish_flush(job.id, "engine", session_id, up_to, NOON)


def test_rows_are_a_session_store(database: Database):
    store: SessionStore = SessionRows(database)
    assert store.newest_first() == ()


def test_a_session_comes_back_as_it_was_created(sessions: SessionRows):
    created = session(is_private=True, last_logged_sequence=7)
    sessions.create(created)
    assert sessions.get("walk") == created


def test_an_unknown_session_is_none(sessions: SessionRows):
    assert sessions.get("nobody") is None


def test_one_id_is_never_two_sessions(sessions: SessionRows):
    sessions.create(session())
    with pytest.raises(DatabaseError):
        sessions.create(session(title="another"))
    assert _ids(sessions.newest_first()) == ["walk"]


def test_the_last_used_session_comes_first(sessions: SessionRows):
    for name in ("first", "second", "third"):
        sessions.create(session(name))
    sessions.touch("first", NOON + MINUTE)
    assert _ids(sessions.newest_first()) == ["first", "third", "second"]
    first = sessions.get("first")
    assert first is not None
    assert first.last_used_at == NOON + MINUTE


def test_a_clock_that_was_set_back_does_not_change_the_order(sessions: SessionRows):
    sessions.create(session("before"))
    sessions.create(session("after", last_used_at=NOON - timedelta(days=400)))
    assert _ids(sessions.newest_first()) == ["after", "before"]
    sessions.touch("before", NOON - timedelta(days=800))
    assert _ids(sessions.newest_first()) == ["before", "after"]


def test_the_list_ends_at_its_limit(sessions: SessionRows):
    for number in range(5):
        sessions.create(session(f"s{number}"))
    assert _ids(sessions.newest_first(limit=2)) == ["s4", "s3"]


def test_renaming_changes_the_title_only(sessions: SessionRows):
    sessions.create(session())
    sessions.rename("walk", "Über die Alpen")
    assert sessions.get("walk") == session(title="Über die Alpen")


def test_the_preview_is_the_start_of_what_was_said_last(
    sessions: SessionRows, messages: MessageRows
):
    sessions.create(session())
    messages.append(message("m1", text="A question"))
    messages.append(message("m2", text="The\n\nanswer " + "x" * 500, kind=MessageKind.ASSISTANT))
    messages.append(message("m3", text="tool noise", kind=MessageKind.TOOL_RESULT))
    preview = sessions.newest_first()[0].preview
    assert preview.startswith("The answer xxx")
    assert len(preview) == 160


@pytest.fixture
def talks(sessions: SessionRows, messages: MessageRows) -> SessionRows:
    sessions.create(session("alps", title="Trip to Zürich"))
    sessions.create(session("work", title="Quarterly report"))
    messages.append(message("m1", "alps", text="Which trains go over the Gotthard?"))
    messages.append(message("m2", "alps", text="我喜欢在周末去爬山", kind=MessageKind.ASSISTANT))
    messages.append(message("m3", "work", text="Growth was 100% of the plan_b target"))
    messages.append(message("m4", "work", text="secretword", kind=MessageKind.TOOL_RESULT))
    return sessions


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("gotthard trains", ["alps"]),
        ("trains zürich", ["alps"]),
        ("ZURICH", ["alps"]),
        ("爬山", ["alps"]),
        ("100%", ["work"]),
        ("plan_b", ["work"]),
        ("plan%target", []),
        ("planXb", []),
        ("1_0", []),
        ("zürich report", []),
        ("secretword", []),
        ("   ", ["work", "alps"]),
    ],
)
def test_search_finds_all_words_in_any_order_and_takes_signs_literally(
    talks: SessionRows, typed: str, found: list[str]
):
    assert _ids(talks.newest_first(containing=typed)) == found


def test_a_deleted_session_is_neither_listed_nor_searched(talks: SessionRows):
    talks.delete("alps", NOON)
    assert _ids(talks.newest_first()) == ["work"]
    assert talks.newest_first(containing="gotthard") == ()


def test_undo_brings_a_deleted_session_back_with_its_messages(
    talks: SessionRows, messages: MessageRows
):
    before = talks.newest_first()
    talks.delete("work", NOON)
    talks.restore("work")
    assert talks.newest_first() == before
    assert [one.id for one in messages.after("work", 0)] == ["m3", "m4"]


def test_purging_removes_the_messages_of_long_deleted_sessions_only(
    talks: SessionRows, messages: MessageRows, jobs: JobRows
):
    log(jobs, "alps", 2)
    talks.delete("alps", NOON)
    talks.delete("work", NOON + timedelta(days=30))
    assert talks.purge_deleted(NOON + MINUTE) == 1
    assert talks.get("alps") is None
    assert messages.after("alps", 0) == ()
    assert len(messages.after("work", 0)) == 2


def test_a_deleted_session_is_not_purged_before_its_flush_is_done(
    talks: SessionRows, jobs: JobRows
):
    job = jobs.enqueue(JobKind.FLUSH_SESSION, "alps", NOON)
    talks.delete("alps", NOON)
    assert talks.purge_deleted(NOON + MINUTE) == 0
    jobs.claim_next("engine", NOON, LEASE)
    assert talks.purge_deleted(NOON + MINUTE) == 0
    jobs.finish_flush(job.id, "engine", "alps", 2, NOON)
    assert talks.purge_deleted(NOON + MINUTE) == 1


def test_a_deleted_session_is_not_purged_while_it_is_unlogged_and_nobody_asked(
    talks: SessionRows, jobs: JobRows
):
    talks.delete("alps", NOON)
    assert talks.purge_deleted(NOON + MINUTE) == 0
    log(jobs, "alps", 2)
    assert talks.purge_deleted(NOON + MINUTE) == 1


def test_a_deleted_private_session_is_purged_without_being_logged(talks: SessionRows):
    talks.set_private("alps", is_private=True)
    talks.delete("alps", NOON)
    assert talks.purge_deleted(NOON + MINUTE) == 1


def test_a_session_with_something_said_after_the_pointer_is_unlogged(
    sessions: SessionRows, messages: MessageRows
):
    sessions.create(session("said"))
    sessions.create(session("silent"))
    sessions.create(session("tools"))
    messages.append(message("m1", "said"))
    messages.append(message("m2", "tools", kind=MessageKind.TOOL_RESULT))
    messages.append(message("m3", "tools", kind=MessageKind.SYSTEM))
    assert sessions.with_unlogged_messages() == ("said",)


def test_the_unlogged_part_of_a_deleted_session_is_still_to_be_logged(
    sessions: SessionRows, messages: MessageRows
):
    sessions.create(session())
    messages.append(message("m1"))
    sessions.delete("walk", NOON)
    assert sessions.with_unlogged_messages() == ("walk",)
    deleted = sessions.get("walk")
    assert deleted is not None
    assert deleted.is_deleted


def test_nothing_of_a_private_session_is_to_be_logged(sessions: SessionRows, messages: MessageRows):
    sessions.create(session())
    messages.append(message("m1"))
    sessions.set_private("walk", is_private=True)
    assert sessions.with_unlogged_messages() == ()


def test_what_was_said_in_private_stays_private_when_the_session_opens_up(
    sessions: SessionRows, messages: MessageRows
):
    sessions.create(session(is_private=True))
    assert messages.append(message("m1")).is_private
    sessions.set_private("walk", is_private=False)
    assert sessions.with_unlogged_messages() == ()
    assert not messages.append(message("m2")).is_private
    assert sessions.with_unlogged_messages() == ("walk",)
    assert [one.is_private for one in messages.after("walk", 0)] == [True, False]
