from datetime import date, time

from app.memory.daily_log import new_block
from app.memory.long_term_memory import LongTermMemory
from app.ui.screens.memory.view_model import MemoryViewModel
from tests.conftest import House
from tests.fakes.tasks import InlineTasks


def model_of(house: House) -> tuple[MemoryViewModel, LongTermMemory]:
    long_term = LongTermMemory(house.files, house.record_write, house.clock)
    return MemoryViewModel(long_term, house.logs, InlineTasks()), long_term


def test_an_empty_memory_has_no_pages(house: House):
    model, _ = model_of(house)
    assert model.state.is_loading
    model.refresh()
    assert not model.state.is_loading
    assert model.state.pages == ()


def test_long_term_memory_comes_first_then_the_newest_day(house: House):
    model, long_term = model_of(house)
    long_term.save("Prefers tea", "preferences")
    for day in (date(2026, 2, 27), date(2026, 2, 28)):
        house.logs.append_block(day, new_block("b1", time(9, 5), "Talk", "- One thing"))
    model.refresh()
    assert [page.title for page in model.state.pages] == [
        "Long-term memory",
        "Saturday, 28 February 2026",
        "Friday, 27 February 2026",
    ]
    preferences, talk = model.state.pages[0].groups[0], model.state.pages[1].groups[0]
    assert (preferences.heading, preferences.lines) == ("Preferences", ("Prefers tea",))
    assert (talk.heading, talk.lines) == ("09:05 · Talk", ("One thing",))


def test_a_file_that_cannot_be_read_says_so_and_hides_no_other(house: House):
    model, long_term = model_of(house)
    long_term.save("Prefers tea", "preferences")
    folder = house.home / "memory" / "daily"
    folder.mkdir(parents=True)
    (folder / "2026-02-28.md").write_bytes(b"\xff\x00")
    model.refresh()
    readable, broken = model.state.pages
    assert readable.groups
    assert broken.problem
    assert (folder / "2026-02-28.md").read_bytes() == b"\xff\x00"
