from datetime import date, time

from app.memory.daily_log import new_block
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.memory.restore_version import RestoreVersion
from app.memory.text.word_diff import LineKind
from app.ui.screens.history.view_model import PAGE, HistoryViewModel, Scope
from tests.conftest import House
from tests.fakes.tasks import InlineTasks


def model_of(house: House) -> HistoryViewModel:
    restore = RestoreVersion(house.files, house.history, house.record_write)
    return HistoryViewModel(house.history, restore, InlineTasks(), house.clock)


def write_everything(house: House) -> LongTermMemory:
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    memory.save("Prefers long answers", "preferences")
    house.logs.append_block(date(2026, 2, 27), new_block("b1", time(9), "Talk", "- One"))
    KeptFiles(house.files, house.record_write).write("plan.md", "# Plan\n")
    house.clock.move(days=1)
    memory.update("Prefers long answers", "Prefers short answers")
    return memory


def messages(model: HistoryViewModel) -> list[str]:
    return [row.message for row in model.state.rows]


def shas(model: HistoryViewModel) -> list[str]:
    return [row.sha for row in model.state.rows]


def notice(model: HistoryViewModel) -> str:
    assert model.state.notice is not None
    return model.state.notice.text


def test_newest_first_with_day_time_and_short_name(house: House):
    write_everything(house)
    model = model_of(house)
    model.refresh()
    newest = model.state.rows[0]
    assert messages(model)[:3] == [
        "memory: update MEMORY.md",
        "file: write files/plan.md",
        "log: add daily log 2026-02-27",
    ]
    assert newest.detail == f"{newest.sha[:7]} · 09:30"
    assert [row.day for row in model.state.rows[:2]] == ["Today", "Yesterday"]
    assert [row.scope for row in model.state.rows[:3]] == [Scope.MEMORY, Scope.FILES, Scope.LOGS]


def test_a_chip_shows_only_its_part(house: House):
    write_everything(house)
    model = model_of(house)
    model.refresh()
    model.choose(Scope.MEMORY)
    assert messages(model) == ["memory: update MEMORY.md"] * 2
    model.choose(Scope.LOGS)
    assert messages(model) == ["log: add daily log 2026-02-27"]
    model.choose(Scope.FILES)
    assert messages(model) == ["file: write files/plan.md"]


def test_pages_of_fifty_are_added_below_and_a_filter_is_applied_before(house: House):
    kept = KeptFiles(house.files, house.record_write)
    for number in range(PAGE + 3):
        kept.write("plan.md", f"{number}\n")
    model = model_of(house)
    model.choose(Scope.FILES)
    assert len(shas(model)) == PAGE
    assert model.state.next_from
    model.load_more()
    assert len(shas(model)) == PAGE + 3
    assert not model.state.next_from
    model.load_more()
    assert len(set(shas(model))) == PAGE + 3


def test_a_diff_marks_words_and_signs(house: House):
    write_everything(house)
    model = model_of(house)
    model.refresh()
    model.open(model.state.rows[0].sha)
    assert model.state.shown is not None
    (file,) = model.state.shown.files
    changed = [line for line in file.lines if line.kind in (LineKind.ADDED, LineKind.REMOVED)]
    marked = [[p.text for p in line.pieces if p.is_changed] for line in changed]
    assert marked == [["long"], ["short"]]
    assert model.state.shown.restore_label == "Restore this version"
    copied = model.state.shown.as_text.splitlines()
    assert copied[0] == "memory: update MEMORY.md"
    assert "- - Prefers long answers" in copied
    assert "+ - Prefers short answers" in copied


def test_each_change_tells_how_many_lines_came_and_went(house: House):
    write_everything(house)
    model = model_of(house)
    model.refresh()
    newest = model.state.rows[0]
    assert (newest.added, newest.removed) == (1, 1)
    assert all(row.added is not None for row in model.state.rows)


def test_the_apps_own_marks_are_not_shown(house: House):
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    memory.save("Prefers tea", "preferences")
    memory.set_pinned(memory.document().entries()[0], is_pinned=True)
    house.logs.append_block(date(2026, 2, 27), new_block("b1", time(9), "Talk", "- One"))
    model = model_of(house)
    model.refresh()
    for row in model.state.rows[:3]:
        model.open(row.sha)
        assert model.state.shown is not None
        assert "<!--" not in str(model.state.shown.files)
    pin = model.state.rows[1]
    assert (pin.added, pin.removed) == (0, 0)
    model.open(pin.sha)
    assert model.state.shown is not None
    assert model.state.shown.files[0].lines == ()


def test_restoring_asks_then_brings_the_version_back_as_a_new_one(house: House):
    memory = write_everything(house)
    model = model_of(house)
    model.choose(Scope.MEMORY)
    old = model.state.rows[1].sha
    model.open(old)
    model.ask_restore()
    assert model.state.asks_restore
    model.answer_restore(is_yes=False)
    assert "short" in memory.snapshot().text
    model.ask_restore()
    model.answer_restore(is_yes=True)
    assert "long" in memory.snapshot().text
    assert model.state.shown is None
    assert messages(model)[0] == f"file: restore memory/MEMORY.md from {old[:7]}"
    assert "Restored" in notice(model)


def test_restoring_what_is_there_changes_nothing(house: House):
    write_everything(house)
    model = model_of(house)
    model.refresh()
    count = len(model.state.rows)
    model.open(model.state.rows[0].sha)
    model.ask_restore()
    model.answer_restore(is_yes=True)
    assert "already" in notice(model)
    assert len(model.state.rows) == count


def test_a_deleted_file_is_brought_back_from_the_version_before(house: House):
    write_everything(house)
    KeptFiles(house.files, house.record_write).delete("plan.md")
    model = model_of(house)
    model.refresh()
    model.open(model.state.rows[0].sha)
    assert model.state.shown is not None
    assert model.state.shown.restore_label == "Bring it back"
    model.ask_restore()
    model.answer_restore(is_yes=True)
    assert (house.home / "files/plan.md").read_text(encoding="utf-8") == "# Plan\n"


def test_the_first_commit_offers_no_restore(house: House):
    model = model_of(house)
    model.refresh()
    model.open(model.state.rows[-1].sha)
    assert model.state.shown is not None
    model.ask_restore()
    assert not model.state.asks_restore


def test_an_unknown_version_is_a_sentence(house: House):
    model = model_of(house)
    model.open("0" * 40)
    assert model.state.shown is None
    assert notice(model)
