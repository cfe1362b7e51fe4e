import pytest

from app.memory.forget_fact import ForgetFact, ForgetParts
from app.memory.long_term_memory import LongTermMemory
from app.storage.database.trace_rows import TraceRows
from app.ui.forgetting import NOT_IN_FILES, ForgettingViewModel
from tests.conftest import House
from tests.fakes.tasks import InlineTasks

FACT = "Saw the blue heron"


def said(model: ForgettingViewModel) -> str:
    return model.state.notice.text if model.state.notice else ""


@pytest.fixture
def model(house: House) -> ForgettingViewModel:
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    memory.save(FACT, "notes")
    memory.save("Likes tea", "notes")
    parts = ForgetParts(TraceRows(house.database), house.settings)
    forget = ForgetFact(house.files, house.history, house.record_write, parts)
    return ForgettingViewModel(forget, InlineTasks())


def text(house: House) -> str:
    return house.files.read("memory/MEMORY.md").text


def test_what_would_go_is_shown_before_anything_goes(model: ForgettingViewModel, house: House):
    model.ask(FACT)
    assert model.state.question == (f"- {FACT}",)
    assert FACT in text(house)
    model.answer(is_yes=False)
    assert model.state.question == ()
    assert FACT in text(house)


def test_after_a_yes_it_is_gone_and_the_pages_are_read_again(
    model: ForgettingViewModel, house: House
):
    told: list[str] = []
    model.on_forgotten = lambda: told.append(text(house))
    model.ask(FACT)
    model.answer(is_yes=True)
    assert FACT not in text(house)
    assert "Likes tea" in text(house)
    assert said(model) == "Forgotten: 1 line, in every version"
    assert len(told) == 1
    model.answer(is_yes=True)
    assert len(told) == 1


def test_what_no_file_says_is_told_so(model: ForgettingViewModel):
    model.ask("Plays the cello")
    assert said(model) == NOT_IN_FILES
    assert model.state.question == ()


def test_a_failure_is_a_sentence_and_it_can_be_tried_again(
    model: ForgettingViewModel, house: House
):
    model.ask(FACT)
    house.database.close()
    model.answer(is_yes=True)
    assert said(model)
    assert not model.state.is_working
