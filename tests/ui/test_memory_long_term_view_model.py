from math import inf

from app.contracts.memory_files import LONG_TERM_PATH, FileSnapshot
from app.memory.entry_duplicates import Repeat
from app.memory.entry_similarity import Likeness
from app.memory.entry_text import EntryOrigin
from app.memory.long_term_memory import LongTermMemory
from app.ui.screens.memory_long_term.view_model import (
    CANNOT_UNDO,
    CHANGED_MEANWHILE,
    IN_A_WHILE_SECONDS,
    EntryRow,
    LongTermState,
    LongTermViewModel,
)
from tests.conftest import House
from tests.fakes.tasks import InlineTasks


def model_of(house: House, *texts: str) -> tuple[LongTermViewModel, LongTermMemory]:
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    for text in texts:
        memory.save(text, "preferences")
    model = LongTermViewModel(memory, house.settings, InlineTasks(), house.clock)
    model.refresh()
    return model, memory


def rows(model: LongTermViewModel) -> list[EntryRow]:
    return [row for group in model.state.groups for row in group.rows]


def texts(model: LongTermViewModel) -> list[str]:
    return [row.text for row in rows(model)]


def notice(model: LongTermViewModel) -> str:
    assert model.state.notice is not None
    return model.state.notice.text


def test_nothing_saved_is_an_empty_page(house: House):
    model, _ = model_of(house)
    assert model.state.is_empty


def test_entries_stand_in_their_sections(house: House):
    model, memory = model_of(house, "Prefers tea")
    memory.save("Two cats", "profile", origin=EntryOrigin.USER)
    model.refresh()
    assert [(group.title, [row.text for row in group.rows]) for group in model.state.groups] == [
        ("User Profile", ["Two cats"]),
        ("Preferences", ["Prefers tea"]),
    ]


def test_a_mark_of_quality_comes_with_its_reason_and_a_pin_is_no_reason(house: House):
    model, memory = model_of(house, "Is currently testing the staging server")
    memory.save("Prefers tea", "preferences", is_pinned=True)
    model.refresh()
    passing, pinned = rows(model)
    assert passing.reasons
    assert "currently" in passing.reasons[0]
    assert pinned.is_pinned
    assert pinned.reasons == ()


def test_a_pin_is_set_and_taken_off(house: House):
    model, _ = model_of(house, "Prefers tea")
    model.toggle_pin(rows(model)[0])
    assert rows(model)[0].is_pinned
    model.toggle_pin(rows(model)[0])
    assert not rows(model)[0].is_pinned


def test_editing_an_entry_keeps_its_place(house: House):
    model, _ = model_of(house, "Prefers tea", "Likes trains")
    model.start_editing(rows(model)[0])
    assert model.state.editing is not None
    model.save_edit("Prefers green tea")
    assert model.state.editing is None
    assert texts(model) == ["Prefers green tea", "Likes trains"]


def test_saving_an_entry_as_it_was_writes_nothing(house: House):
    model, _ = model_of(house, "Prefers tea")
    before = house.history.log().commits
    model.start_editing(rows(model)[0])
    model.save_edit(" Prefers tea ")
    assert house.history.log().commits == before


def test_a_deleted_entry_comes_back_with_undo(house: House):
    model, _ = model_of(house, "Prefers tea", "Likes trains")
    model.delete(rows(model)[0])
    assert texts(model) == ["Likes trains"]
    assert model.state.notice is not None
    assert model.state.notice.can_undo
    model.undo()
    assert texts(model) == ["Prefers tea", "Likes trains"]


def test_undo_keeps_what_was_saved_since_the_deletion(house: House):
    model, memory = model_of(house, "Prefers tea", "Likes trains")
    model.delete(rows(model)[0])
    memory.save("Two cats", "profile")
    model.undo()
    assert texts(model) == ["Two cats", "Prefers tea", "Likes trains"]


def test_an_undo_that_does_not_fit_says_where_the_entry_is(house: House):
    model, memory = model_of(house, "Prefers tea", "Likes trains")
    model.delete(rows(model)[0])
    memory.update("Likes trains", "Likes night trains")
    model.undo()
    assert notice(model) == CANNOT_UNDO
    assert texts(model) == ["Likes night trains"]


def test_undo_twice_does_it_once(house: House):
    model, _ = model_of(house, "Prefers tea")
    model.delete(rows(model)[0])
    model.undo()
    model.undo()
    assert texts(model) == ["Prefers tea"]


def test_an_emptied_entry_is_deleted_with_undo(house: House):
    model, _ = model_of(house, "Prefers tea")
    model.start_editing(rows(model)[0])
    model.save_edit("  ")
    assert texts(model) == []
    model.undo()
    assert texts(model) == ["Prefers tea"]


def test_an_entry_that_changed_meanwhile_is_left_alone(house: House):
    model, memory = model_of(house, "Prefers tea")
    row = rows(model)[0]
    memory.update("Prefers tea", "Prefers coffee")
    model.delete(row)
    assert notice(model) == CHANGED_MEANWHILE
    assert texts(model) == ["Prefers coffee"]


def test_an_entry_that_is_too_long_is_refused_with_a_sentence(house: House):
    model, _ = model_of(house, "Prefers tea")
    model.start_editing(rows(model)[0])
    model.save_edit("x" * 5_001)
    assert "5,000" in notice(model)
    assert texts(model) == ["Prefers tea"]


def test_a_file_that_cannot_be_read_says_so_and_is_not_touched(house: House):
    model, _ = model_of(house, "Prefers tea")
    place = house.home / LONG_TERM_PATH
    place.write_bytes(b"\xff\x00")
    model.refresh()
    assert model.state.problem
    assert not model.state.groups
    assert place.read_bytes() == b"\xff\x00"


def test_a_long_memory_gives_advice(house: House):
    model, _ = model_of(house)
    place = house.home / LONG_TERM_PATH
    place.parent.mkdir(exist_ok=True)
    place.write_text("## Notes\n" + "".join(f"- fact {n}\n" for n in range(210)), encoding="utf-8")
    model.refresh()
    assert "200 lines" in model.state.advice


def test_two_notices_with_the_same_words_differ(house: House):
    model, _ = model_of(house, "Prefers tea", "Likes trains")
    model.delete(rows(model)[0])
    first = model.state.notice
    model.delete(rows(model)[0])
    assert model.state.notice != first


class Engine:
    """Implements MeaningRepeats: the second entry repeats the first, once it has had the time."""

    def __init__(self, needs_seconds: float) -> None:
        self.needs_seconds = needs_seconds
        self.asked = 0

    def of(self, snapshot: FileSnapshot, seconds: float) -> tuple[Repeat, ...] | None:
        self.asked += 1
        if seconds < self.needs_seconds:
            return None
        return (Repeat(1, 0, Likeness.MEANING),)


SAME = ("Means the same as “Enjoys films”.",)


def asking(house: House, engine: Engine) -> tuple[LongTermViewModel, list[tuple[str, ...]]]:
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    memory.save("Enjoys films", "interests")
    memory.save("Likes movies", "interests")
    model = LongTermViewModel(memory, house.settings, InlineTasks(), house.clock, repeats=engine)
    shown: list[tuple[str, ...]] = []

    def look(state: LongTermState) -> None:
        shown.extend(group.rows[1].reasons for group in state.groups)

    model.observable.subscribe(look)
    return model, shown


def test_a_repeat_by_meaning_that_is_known_is_shown_at_once(house: House):
    engine = Engine(0)
    model, shown = asking(house, engine)
    model.refresh()
    assert shown == [SAME]
    assert engine.asked == 1


def test_the_entries_do_not_wait_for_a_slow_engine(house: House):
    engine = Engine(IN_A_WHILE_SECONDS)
    model, shown = asking(house, engine)
    model.refresh()
    assert shown == [(), SAME]


def test_without_the_engine_words_alone_decide(house: House):
    engine = Engine(inf)
    model, shown = asking(house, engine)
    model.refresh()
    assert shown == [()]
    assert engine.asked == 2


def test_an_empty_memory_asks_nobody(house: House):
    engine = Engine(0)
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    LongTermViewModel(memory, house.settings, InlineTasks(), house.clock, repeats=engine).refresh()
    assert engine.asked == 0
