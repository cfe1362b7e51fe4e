from datetime import timedelta

import pytest

from app.contracts.jobs import Done, JobOutcome, RetryAt
from app.contracts.memory_files import LONG_TERM_PATH
from app.engine.proposal_job import ProposalJob
from app.memory.compact_by_hand import CompactByHand
from app.memory.compaction_board import CompactionBoard
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_compactor import MemoryCompactor
from app.memory.text.word_diff import LineKind
from app.ui.screens.memory_long_term.tidy import (
    CANNOT_UNDO,
    CHANGED,
    TIDY,
    TidyStep,
    TidyViewModel,
)
from tests.conftest import House
from tests.fakes.engine import CountingEngine
from tests.fakes.tasks import InlineTasks

MESSY = """\
# Long-term Memory

## Preferences

- Likes green tea in the morning <!-- tool 2026-01-01 -->
- likes green tea in the morning
"""


class Desk:
    def __init__(self, house: House) -> None:
        self.house = house
        self.board = CompactionBoard(house.settings)
        self.compactor = MemoryCompactor(house.files, house.record_write, house.clock)
        by_hand = CompactByHand(
            self.compactor, house.files, house.jobs, CountingEngine(), self.board, house.clock
        )
        memory = LongTermMemory(house.files, house.record_write, house.clock)
        self.model = TidyViewModel(by_hand, memory, InlineTasks())
        self.put(MESSY)

    def put(self, text: str) -> None:
        place = self.house.home / LONG_TERM_PATH
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(text.encode())

    @property
    def text(self) -> str:
        return self.house.files.read(LONG_TERM_PATH).text

    @property
    def notice(self) -> str:
        notice = self.model.state.notice
        return notice.text if notice else ""

    def engine_works(self, outcome: JobOutcome | None = None) -> None:
        now = self.house.clock.now()
        job = self.house.jobs.claim_next("engine", now, timedelta(minutes=1))
        assert job is not None
        if outcome is None:
            outcome = ProposalJob(self.compactor, self.board).run(job)
        self.house.jobs.finish(job.id, "engine", outcome, now)
        self.model.look()


@pytest.fixture
def desk(house: House) -> Desk:
    return Desk(house)


def test_what_would_change_is_shown_with_the_reason_before_anything_does(desk: Desk):
    desk.model.start()
    assert desk.model.state.step is TidyStep.LOOKING
    assert desk.model.state.is_waiting
    desk.engine_works()
    state = desk.model.state
    assert state.step is TidyStep.SHOWN
    assert state.summary == "1 entry would go. Nothing is changed yet."
    removed = [line.text for line in state.lines if line.kind is LineKind.REMOVED]
    assert len(removed) == 1
    assert "green tea" in removed[0]
    assert "<!--" not in "".join(line.text for line in state.lines)
    assert len(state.reasons) == 1
    assert "It repeats" in state.reasons[0]
    assert desk.text == MESSY


def test_a_yes_applies_it_and_undo_brings_every_byte_back(desk: Desk):
    told: list[str] = []
    desk.model.on_tidied = lambda: told.append(desk.text)
    desk.model.start()
    desk.engine_works()
    desk.model.apply()
    assert desk.text.count("green tea") == 1
    assert desk.model.state.step is TidyStep.IDLE
    assert desk.notice == "Long-term memory is tidied"
    desk.model.undo()
    assert desk.text == MESSY
    assert len(told) == 2


def test_undo_after_somebody_else_wrote_changes_nothing(desk: Desk):
    desk.model.start()
    desk.engine_works()
    desk.model.apply()
    theirs = desk.text.replace("green", "white")
    desk.put(theirs)
    desk.model.undo()
    assert (desk.text, desk.notice) == (theirs, CANNOT_UNDO)


def test_a_no_changes_nothing(desk: Desk):
    desk.model.start()
    desk.engine_works()
    desk.model.cancel()
    assert desk.model.state.step is TidyStep.IDLE
    desk.model.apply()
    assert desk.text == MESSY


def test_cancelled_while_it_looks_nothing_comes_up_later(desk: Desk):
    desk.model.start()
    desk.model.cancel()
    desk.engine_works(Done())
    assert desk.model.state.step is TidyStep.IDLE
    assert desk.model.state.lines == ()


def test_changed_between_the_look_and_the_yes_it_looks_again_and_says_so(desk: Desk):
    desk.model.start()
    desk.engine_works()
    theirs = MESSY + "- Sings in a choir\n"
    desk.put(theirs)
    desk.model.apply()
    assert desk.text == theirs
    assert desk.model.state.step is TidyStep.LOOKING
    desk.engine_works()
    assert desk.model.state.note == CHANGED
    desk.model.apply()
    assert desk.text.count("green tea") == 1
    assert "choir" in desk.text


def test_a_tidy_memory_is_told_in_a_sentence(desk: Desk):
    desk.put("# Long-term Memory\n\n- Plays the cello\n")
    desk.model.start()
    desk.engine_works()
    assert desk.model.state.step is TidyStep.IDLE
    assert desk.notice == TIDY


def test_a_failure_is_told_and_can_be_tried_again(desk: Desk):
    desk.model.start()
    later = desk.house.clock.now() + timedelta(hours=1)
    desk.engine_works(RetryAt(later, "The disk is full."))
    assert desk.model.state.step is TidyStep.IDLE
    assert desk.notice == "The disk is full."
    desk.model.start()
    desk.engine_works()
    assert desk.model.state.step is TidyStep.SHOWN


def test_a_closed_database_is_a_sentence(desk: Desk):
    desk.house.database.close()
    desk.model.start()
    assert desk.model.state.step is TidyStep.IDLE
    assert desk.notice
