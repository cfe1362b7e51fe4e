"""Deleting a conversation: logged first, hidden at once, brought back whole, or gone for good."""

from datetime import timedelta

import pytest

from app.chat.delete_session import DeleteSession
from app.contracts.conversation import MessageKind
from app.contracts.jobs import JobKind
from app.memory.indexed_messages import IndexedMessages
from app.memory.triggers import MemoryTriggers
from app.storage.database import IndexRows
from tests.conftest import House
from tests.fakes.engine import CountingEngine


class Drawer:
    """A conversation about kites, findable, and the wish to be rid of it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.engine = CountingEngine()
        triggers = MemoryTriggers(house.jobs, house.sessions, self.engine, house.clock)
        messages = IndexedMessages(house.messages, house.index, lambda: None)
        self.delete = DeleteSession(house.sessions, messages, house.index, triggers, house.clock)
        house.begin_session()
        said = house.say("The kite is red.")
        answer = house.say("A fine kite.", kind=MessageKind.ASSISTANT)
        tool = house.say("{}", kind=MessageKind.TOOL_CALL)
        house.index.index_messages([said, answer, tool])

    def listed(self) -> list[str]:
        return [session.id for session in self.house.sessions.newest_first()]

    def findable(self) -> list[str]:
        return sorted(chunk.text for chunk in IndexRows(self.house.database).all())

    def waiting(self) -> list[tuple[JobKind, str]]:
        return [(job.kind, job.key) for job in self.house.jobs.unfinished()]


@pytest.fixture
def drawer(house: House) -> Drawer:
    return Drawer(house)


def test_what_was_not_logged_is_asked_for_before_it_is_hidden(drawer: Drawer):
    assert drawer.findable() == ["A fine kite.", "The kite is red."]
    drawer.delete("s1")
    assert drawer.listed() == []
    assert drawer.findable() == []
    assert drawer.waiting() == [(JobKind.FLUSH_SESSION, "s1")]
    assert drawer.engine.wakes == 1


def test_undo_brings_it_back_and_its_messages_into_the_search(drawer: Drawer):
    drawer.delete("s1")
    assert drawer.delete.undo("s1")
    assert drawer.listed() == ["s1"]
    assert drawer.findable() == ["A fine kite.", "The kite is red."]
    assert (JobKind.EMBED_PENDING, "") in drawer.waiting()


def test_undo_of_what_was_never_deleted_changes_nothing(drawer: Drawer):
    before = drawer.findable()
    assert drawer.delete.undo("s1")
    assert drawer.findable() == before


def test_nothing_of_a_private_conversation_becomes_findable_by_undo(drawer: Drawer):
    drawer.house.begin_session("hidden", is_private=True)
    drawer.house.say("The safe is behind the clock.", session_id="hidden")
    drawer.delete("hidden")
    assert drawer.delete.undo("hidden")
    assert drawer.findable() == ["A fine kite.", "The kite is red."]


def test_after_the_purge_there_is_no_undo(drawer: Drawer):
    house = drawer.house
    drawer.delete("s1")
    job = house.jobs.claim_next("engine", house.clock.now(), timedelta(minutes=1))
    assert job is not None
    last = house.messages.newest("s1")[-1].sequence
    house.jobs.finish_flush(job.id, "engine", "s1", last, house.clock.now())
    house.clock.move(hours=2)
    assert house.sessions.purge_deleted(house.clock.now()) == 1
    assert not drawer.delete.undo("s1")
    assert drawer.listed() == []
