"""The whole road of the button: asked for, worked out by the engine's job, looked at, applied."""

import asyncio
import threading
import time
from datetime import timedelta

import pytest

from app.contracts.active_model import ActiveModel
from app.contracts.errors import ProviderUnreachable
from app.contracts.jobs import Done, GivenUp, JobKind, JobOutcome, RetryAt
from app.contracts.memory_files import LONG_TERM_PATH
from app.contracts.model_provider import StreamFailed
from app.engine.proposal_job import ProposalJob
from app.memory.compact_by_hand import (
    NO_RESULT,
    ChangedMeanwhile,
    CompactByHand,
    LookFailed,
    NothingToTidy,
    Proposed,
    StillLooking,
    Tidied,
)
from app.memory.compaction_board import CompactionBoard
from app.memory.forget_fact import ForgetFact, ForgetParts, ForgetPlan
from app.memory.memory_compactor import MemoryCompactor
from app.storage.database.trace_rows import TraceRows
from tests.conftest import House
from tests.fakes.engine import CountingEngine
from tests.fakes.scripted_provider import ScriptedProvider, Wait

MESSY = """\
# Long-term Memory

## Preferences

- Likes green tea in the morning <!-- tool 2026-01-01 -->
- likes green tea in the morning
- Plays the cello <!-- pinned -->
"""


class OneModel:
    def __init__(self, provider: ScriptedProvider) -> None:
        self._model = ActiveModel(provider, "m", "Model", 32_000)

    def for_agent(self, agent_id: str) -> ActiveModel:
        assert agent_id
        return self._model


class Desk:
    """A person at the button, and the engine's job beside it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.board = CompactionBoard(house.settings)
        self.compactor = MemoryCompactor(house.files, house.record_write, house.clock)
        self.engine = CountingEngine()
        self.hand = CompactByHand(
            self.compactor, house.files, house.jobs, self.engine, self.board, house.clock
        )
        self.put(MESSY)

    def put(self, text: str) -> None:
        place = self.house.home / LONG_TERM_PATH
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(text.encode())

    @property
    def text(self) -> str:
        return self.house.files.read(LONG_TERM_PATH).text

    def engine_works(
        self, models: OneModel | None = None, outcome: JobOutcome | None = None
    ) -> None:
        now = self.house.clock.now()
        job = self.house.jobs.claim_next("engine", now, timedelta(minutes=1))
        assert job is not None
        assert job.kind is JobKind.PROPOSE_COMPACTION
        if outcome is None:
            outcome = ProposalJob(self.compactor, self.board, models).run(job)
        self.house.jobs.finish(job.id, "engine", outcome, now)

    def proposed(self) -> Proposed:
        asked = self.hand.ask()
        self.engine_works()
        found = self.hand.look(asked)
        assert isinstance(found, Proposed)
        return found


@pytest.fixture
def desk(house: House) -> Desk:
    return Desk(house)


def test_looking_changes_nothing_and_applying_writes_what_was_shown(desk: Desk) -> None:
    asked = desk.hand.ask()
    assert desk.engine.wakes == 1
    assert desk.hand.look(asked) == StillLooking(is_waiting=True, done=0, total=0)
    desk.engine_works()
    found = desk.hand.look(asked)
    assert isinstance(found, Proposed)
    assert desk.text == MESSY
    assert isinstance(desk.hand.apply(found), Tidied)
    assert desk.text == found.plan.after
    assert desk.text.count("green tea") == 1
    assert "<!-- pinned -->" in desk.text


def test_a_file_changed_before_the_look_asks_for_a_new_one(desk: Desk) -> None:
    asked = desk.hand.ask()
    desk.engine_works()
    desk.put(MESSY + "- Sings in a choir\n")
    assert desk.hand.look(asked) == ChangedMeanwhile()


def test_a_file_changed_after_the_look_is_not_touched(desk: Desk) -> None:
    found = desk.proposed()
    changed = MESSY + "- Sings in a choir\n"
    desk.put(changed)
    assert desk.hand.apply(found) == ChangedMeanwhile()
    assert desk.text == changed


def test_applied_twice_it_is_done_once(desk: Desk) -> None:
    found = desk.proposed()
    assert isinstance(desk.hand.apply(found), Tidied)
    once = desk.text
    assert desk.hand.apply(found) == ChangedMeanwhile()
    assert desk.text == once


def test_a_tidy_memory_says_so(desk: Desk) -> None:
    desk.put("# Long-term Memory\n\n- Plays the cello\n")
    asked = desk.hand.ask()
    desk.engine_works()
    assert desk.hand.look(asked) == NothingToTidy("")


def test_a_model_that_cannot_be_reached_leaves_what_needs_none(desk: Desk) -> None:
    provider = ScriptedProvider()
    error = ProviderUnreachable("No connection.")
    provider.enqueue([StreamFailed(error)])
    asked = desk.hand.ask()
    desk.engine_works(OneModel(provider))
    found = desk.hand.look(asked)
    assert isinstance(found, Proposed)
    assert found.note == error.sentence
    assert found.plan.after.count("green tea") == 1


def test_cancelled_before_the_engine_came_to_it_nothing_is_proposed(desk: Desk) -> None:
    asked = desk.hand.ask()
    desk.hand.cancel(asked)
    provider = ScriptedProvider()
    desk.engine_works(OneModel(provider))
    assert desk.board.read(asked) is None
    assert provider.requests == []


def test_a_model_that_thinks_for_long_is_left_alone_on_cancel(desk: Desk) -> None:
    provider = ScriptedProvider()
    provider.enqueue([Wait(asyncio.Event())])
    asked = desk.hand.ask()
    working = threading.Thread(target=desk.engine_works, args=(OneModel(provider),))
    working.start()
    deadline = time.monotonic() + 10
    while not provider.requests and time.monotonic() < deadline:
        time.sleep(0.01)
    desk.hand.cancel(asked)
    working.join(10)
    assert not working.is_alive()
    assert desk.board.read(asked) is None
    assert desk.text == MESSY


def test_asked_again_after_a_cancel_it_is_done(desk: Desk) -> None:
    desk.hand.cancel(desk.hand.ask())
    assert desk.proposed().plan.edits


def test_a_job_that_failed_tells_why_and_is_not_tried_behind_the_back(desk: Desk) -> None:
    asked = desk.hand.ask()
    later = desk.house.clock.now() + timedelta(hours=1)
    desk.engine_works(outcome=RetryAt(later, "The disk is full."))
    assert desk.hand.look(asked) == LookFailed("The disk is full.")
    assert desk.board.is_cancelled(asked)


def test_a_job_that_was_given_up_or_lost_tells_so(desk: Desk) -> None:
    asked = desk.hand.ask()
    desk.engine_works(outcome=GivenUp("There is no way."))
    assert desk.hand.look(asked) == LookFailed("There is no way.")
    asked = desk.hand.ask()
    desk.engine_works(outcome=Done())
    assert desk.hand.look(asked) == LookFailed(NO_RESULT)


def test_a_damaged_note_counts_as_none(desk: Desk) -> None:
    for damaged in ("{", "[]", "7", '{"job": "x", "edits": 3}', '{"job": "x"}'):
        desk.house.settings.put("memory_compaction.proposal", damaged)
        assert desk.board.read("x") is None


def test_how_far_it_is_can_be_read_while_it_works(desk: Desk) -> None:
    asked = desk.hand.ask()
    desk.board.tell(asked, 1, 3)
    assert desk.hand.look(asked) == StillLooking(is_waiting=True, done=1, total=3)
    desk.board.tell("another", 2, 3)
    assert desk.hand.look(asked) == StillLooking(is_waiting=True, done=0, total=0)


def test_forgetting_takes_the_proposal_away(desk: Desk) -> None:
    house = desk.house
    desk.proposed()
    traces = TraceRows(house.database)
    forget = ForgetFact(
        house.files, house.history, house.record_write, ForgetParts(traces, house.settings)
    )
    plan = forget.look("Plays the cello")
    assert isinstance(plan, ForgetPlan)
    forget(plan)
    assert house.settings.get("memory_compaction.proposal") is None
