from datetime import datetime

from app.ui.screens.sessions.view_model import SessionsViewModel
from tests.conftest import House
from tests.fakes.clock import ZURICH, FixedClock
from tests.fakes.tasks import InlineTasks


def test_sessions_are_grouped_by_when_they_were_last_used(house: House):
    clock = FixedClock(datetime(2026, 11, 18, 12, tzinfo=ZURICH))  # a Wednesday
    for session_id, day in (
        ("old", (2026, 9, 1)),
        ("last", (2026, 11, 9)),
        ("mon", (2026, 11, 16)),
    ):
        house.begin_session(session_id)
        house.sessions.touch(session_id, datetime(*day, 8, tzinfo=ZURICH))
    for session_id, day in (("yesterday", (2026, 11, 17)), ("today", (2026, 11, 18))):
        house.begin_session(session_id)
        house.sessions.touch(session_id, datetime(*day, 8, tzinfo=ZURICH))
    model = SessionsViewModel(house.sessions, InlineTasks(), clock)
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
    model = SessionsViewModel(house.sessions, InlineTasks(), house.clock)
    model.search("nine boat")
    assert [row.id for group in model.state.groups for row in group.rows] == ["s1"]


def test_a_closed_database_becomes_a_sentence(house: House):
    model = SessionsViewModel(house.sessions, InlineTasks(), house.clock)
    house.database.close()
    model.refresh()
    assert model.state.notice
