from datetime import datetime

from app.chat.delete_session import DeleteSession
from app.chat.rename_session import RenameSession
from app.chat.session_details import LookAtSession
from app.chat.speakers import Speakers
from app.contracts.clock import Clock
from app.contracts.errors import DatabaseUnwritable
from app.memory.triggers import MemoryTriggers
from app.storage.database import AgentRows
from app.ui.screens.sessions.view_model import PAGE, SessionActions, SessionsViewModel
from tests.chat.conftest import GivenModels
from tests.conftest import House
from tests.fakes.clock import ZURICH, FixedClock
from tests.fakes.engine import CountingEngine
from tests.fakes.scripted_provider import ScriptedProvider
from tests.fakes.tasks import InlineTasks


def model_of(house: House, clock: Clock | None = None) -> SessionsViewModel:
    triggers = MemoryTriggers(house.jobs, house.sessions, CountingEngine(), house.clock)
    delete = DeleteSession(house.sessions, house.messages, house.index, triggers, house.clock)
    speakers = Speakers(AgentRows(house.database), GivenModels(ScriptedProvider()))
    actions = SessionActions(
        rename=RenameSession(house.sessions),
        delete=delete,
        restore=delete.undo,
        details=LookAtSession(house.sessions, house.messages, speakers),
    )
    return SessionsViewModel(house.sessions, actions, InlineTasks(), clock or house.clock)


def listed(model: SessionsViewModel) -> list[str]:
    return [row.id for group in model.state.groups for row in group.rows]


def test_sessions_are_grouped_by_when_they_were_last_used(house: House):
    clock = FixedClock(datetime(2026, 11, 18, 12, tzinfo=ZURICH))  # a Wednesday
    for session_id, day in (
        ("old", (2026, 9, 1)),
        ("last", (2026, 11, 9)),
        ("mon", (2026, 11, 16)),
        ("yesterday", (2026, 11, 17)),
        ("today", (2026, 11, 18)),
    ):
        house.begin_session(session_id)
        house.sessions.touch(session_id, datetime(*day, 8, tzinfo=ZURICH))
    model = model_of(house, clock)
    model.refresh()
    assert [(group.heading, [row.id for row in group.rows]) for group in model.state.groups] == [
        ("Today", ["today"]),
        ("Yesterday", ["yesterday"]),
        ("This week", ["mon"]),
        ("Last week", ["last"]),
        ("September 2026", ["old"]),
    ]


def test_searching_shows_only_sessions_with_those_words(house: House):
    house.begin_session("s1")
    house.say("The boat leaves at nine.")
    house.begin_session("s2")
    house.say("Tea, please.", session_id="s2")
    model = model_of(house)
    model.search(" nine   boat ")
    assert listed(model) == ["s1"]
    model.search("nobody said this")
    assert model.state.is_empty
    model.search("")
    assert listed(model) == ["s2", "s1"]


def test_older_chats_are_shown_a_page_at_a_time(house: House):
    for number in range(PAGE + 2):
        house.begin_session(f"s{number}")
    model = model_of(house)
    model.refresh()
    assert len(listed(model)) == PAGE
    assert model.state.has_older
    model.show_older()
    assert len(listed(model)) == PAGE + 2
    assert not model.state.has_older


def test_a_failure_becomes_a_sentence_and_goes_when_it_works_again(house: House):
    model = model_of(house)
    house.database.close()
    model.refresh()
    assert model.state.notice
    assert not model.state.is_empty


def test_a_private_chat_does_not_say_what_it_is_about(house: House):
    house.begin_session(is_private=True)
    house.say("A surprise for Ana.")
    model = model_of(house)
    model.refresh()
    (row,) = model.state.groups[0].rows
    assert (row.title, row.preview) == ("Private chat", "Nothing from here is kept")


def test_a_chat_is_renamed_once_its_name_is_one(house: House):
    house.begin_session()
    model = model_of(house)
    told: list[tuple[str, str]] = []
    model.on_renamed = lambda session_id, title: told.append((session_id, title))
    model.refresh()
    model.begin_rename("s1", "Title of s1")
    model.rename("x" * 201)
    assert model.state.refusal
    assert model.state.renaming == ("s1", "Title of s1")
    model.rename("  Boats ")
    assert model.state.renaming is None
    assert model.state.groups[0].rows[0].title == "Boats"
    assert told == [("s1", "Boats")]


def test_a_rename_that_is_left_changes_nothing(house: House):
    house.begin_session()
    model = model_of(house)
    model.begin_rename("s1", "Title of s1")
    model.cancel_rename()
    model.rename("Boats")
    session = house.sessions.get("s1")
    assert session is not None
    assert session.title == "Title of s1"


def test_a_deleted_chat_is_gone_is_told_and_comes_back_by_undo(house: House):
    house.begin_session("s1")
    house.say("The boat leaves at nine.")
    house.begin_session("s2")
    model = model_of(house)
    gone: list[str] = []
    opened: list[str] = []
    model.on_deleted, model.on_open = gone.append, opened.append
    model.refresh()
    model.mark_open("s1")
    model.delete("s1", "Boats")
    assert listed(model) == ["s2"]
    assert gone == ["s1"]
    assert model.state.said is not None
    assert model.state.said.can_undo
    assert "Boats" in model.state.said.text
    assert [job.key for job in house.jobs.unfinished()] == ["s1"]  # logged first
    model.undo_delete()
    assert listed(model) == ["s2", "s1"]
    assert opened == ["s1"]
    model.undo_delete()
    assert opened == ["s1"]


def test_undo_after_it_was_removed_for_good_says_so(house: House):
    house.begin_session(is_private=True)
    model = model_of(house)
    model.delete("s1", "Private chat")
    house.sessions.purge_private()
    model.undo_delete()
    assert model.state.said is not None
    assert "for good" in model.state.said.text


def test_a_chat_that_cannot_be_deleted_stays_and_the_reason_is_told(house: House):
    def cannot(_session_id: str) -> None:
        raise DatabaseUnwritable("The disk is full.")

    house.begin_session()
    whole = model_of(house)
    actions = SessionActions(RenameSession(house.sessions), cannot, lambda _: True, lambda _: None)
    model = SessionsViewModel(house.sessions, actions, InlineTasks(), house.clock)
    whole.refresh()
    model.refresh()
    model.delete("s1", "Boats")
    assert listed(model) == ["s1"]
    assert model.state.said is not None
    assert not model.state.said.can_undo


def test_details_say_what_waits_for_the_log(house: House):
    house.begin_session()
    house.say("The boat leaves at nine.")
    model = model_of(house)
    model.show_details("s1")
    facts = dict(model.state.facts)
    assert facts["Messages"] == "1"
    assert facts["Daily log"] == "1 message waits until you leave this chat"
    model.close_details()
    assert model.state.facts == ()
