import pytest

from app.contracts.memory_files import LONG_TERM_PATH
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_draft import kept_draft
from app.memory.text.torn_places import Side
from app.ui.screens.memory_editor.view_model import MemoryEditorViewModel, Question
from tests.conftest import House
from tests.fakes.tasks import InlineTasks

START = "# Long-term Memory\n\n## Notes\n- tea\n- cats\n"


class Editor:
    def __init__(self, house: House) -> None:
        self.place = house.home / LONG_TERM_PATH
        self.memory = LongTermMemory(house.files, house.record_write, house.clock)
        self.memory.save_text(START, self.memory.snapshot())
        self.model = MemoryEditorViewModel(self.memory, house.settings, InlineTasks())
        self.closed = 0
        self.model.on_close = self._close
        self.model.open()

    def _close(self) -> None:
        self.closed += 1

    @property
    def on_disk(self) -> str:
        return self.place.read_text(encoding="utf-8")


@pytest.fixture
def editor(house: House) -> Editor:
    return Editor(house)


def test_it_opens_with_the_file(editor: Editor):
    assert editor.model.state.text == START
    assert not editor.model.state.is_changed


def test_saving_writes_commits_and_closes(editor: Editor, house: House):
    editor.model.typed(START + "- boats\n")
    editor.model.save()
    assert editor.on_disk == START + "- boats\n"
    assert house.history.log(limit=1).commits[0].message == "memory: update MEMORY.md"
    assert editor.closed == 1


def test_saving_without_a_change_only_closes(editor: Editor, house: House):
    before = house.history.log().commits
    editor.model.save()
    assert editor.closed == 1
    assert house.history.log().commits == before


def test_leaving_keeps_the_draft_for_the_next_process(editor: Editor, house: House):
    editor.model.typed(START + "- half a tho")
    editor.model.leave()
    assert editor.closed == 1
    again = MemoryEditorViewModel(editor.memory, house.settings, InlineTasks())
    again.open()
    assert again.state.text == START + "- half a tho"
    assert again.state.is_draft
    assert editor.on_disk == START


def test_a_kept_draft_still_notices_what_was_written_meanwhile(editor: Editor, house: House):
    editor.model.typed(START.replace("tea", "green tea"))
    editor.model.leave()
    editor.place.write_text(START.replace("tea", "black tea"), encoding="utf-8")
    editor.model.open()
    editor.model.save()
    assert editor.model.state.conflict is not None
    assert "black tea" in editor.on_disk


def test_a_saved_or_undone_text_leaves_no_draft(editor: Editor, house: House):
    editor.model.typed(START + "- boats\n")
    editor.model.keep_draft()
    assert kept_draft(house.settings) is not None
    editor.model.typed(START)
    editor.model.keep_draft()
    assert kept_draft(house.settings) is None


def test_discarding_asks_first(editor: Editor, house: House):
    editor.model.typed("something else")
    editor.model.keep_draft()
    editor.model.discard()
    assert editor.model.state.question is Question.DISCARD
    editor.model.answer(is_yes=False)
    assert editor.model.state.text == "something else"
    editor.model.discard()
    editor.model.answer(is_yes=True)
    assert editor.closed == 1
    assert kept_draft(house.settings) is None
    assert editor.on_disk == START


def test_a_blank_save_asks_first(editor: Editor):
    editor.model.typed("  \n")
    editor.model.save()
    assert editor.model.state.question is Question.SAVE_BLANK
    assert editor.on_disk == START
    editor.model.answer(is_yes=True)
    assert editor.on_disk.strip() == ""
    assert editor.closed == 1


def test_edits_that_do_not_touch_are_joined_without_asking(editor: Editor):
    editor.model.typed(START.replace("# Long-term Memory", "# Long-term Memory of Ana"))
    editor.place.write_text(START + "- boats\n", encoding="utf-8")
    editor.model.save()
    assert "of Ana" in editor.on_disk
    assert "boats" in editor.on_disk
    assert editor.closed == 1


@pytest.mark.parametrize(
    ("side", "lines"),
    [
        (Side.MINE, ["- green tea"]),
        (Side.THEIRS, ["- black tea"]),
        (Side.BOTH, ["- green tea", "- black tea"]),
    ],
)
def test_a_conflict_is_solved_as_the_person_says(editor: Editor, side: Side, lines: list[str]):
    editor.model.typed(START.replace("- tea", "- green tea"))
    theirs = START.replace("- tea", "- black tea") + "- boats\n"
    editor.place.write_text(theirs, encoding="utf-8")
    editor.model.save()
    conflict = editor.model.state.conflict
    assert conflict is not None
    assert "".join(piece.text for piece in conflict.places[0].mine) == "- green tea"
    assert [p.text for p in conflict.places[0].theirs if p.is_changed] == ["black"]
    editor.model.resolve(side)
    tea = [line for line in editor.on_disk.splitlines() if "tea" in line]
    assert tea == lines
    assert "- boats" in editor.on_disk
    assert editor.closed == 1


MARKED = "# Long-term Memory\n\n## Notes\n- tea <!-- tool 2026-02-24 pinned -->\n- cats\n"


@pytest.fixture
def marked(editor: Editor) -> Editor:
    """The app knows where the first entry came from, and that it is pinned."""
    editor.place.write_text(MARKED, encoding="utf-8")
    editor.model.open()
    return editor


def test_the_marks_of_the_app_are_not_shown_and_kept(marked: Editor):
    assert marked.model.state.text == START
    marked.model.typed(START.replace("cats", "dogs"))
    marked.model.save()
    assert marked.on_disk == MARKED.replace("cats", "dogs")


def test_what_is_typed_back_is_no_change(marked: Editor):
    marked.model.typed(START + "- boats\n")
    marked.model.typed(START)
    assert not marked.model.state.is_changed


def test_a_draft_keeps_the_marks_over_a_restart(marked: Editor, house: House):
    marked.model.typed(START + "- boats\n")
    marked.model.leave()
    again = MemoryEditorViewModel(marked.memory, house.settings, InlineTasks())
    again.open()
    again.save()
    assert marked.on_disk == MARKED + "- boats\n"


def test_a_conflict_shows_words_and_no_marks(marked: Editor):
    marked.model.typed(START.replace("tea", "green tea"))
    marked.place.write_text(MARKED.replace("tea", "black tea"), encoding="utf-8")
    marked.model.save()
    conflict = marked.model.state.conflict
    assert conflict is not None
    (place,) = conflict.places
    assert "".join(piece.text for piece in place.mine) == "- green tea"
    assert "".join(piece.text for piece in place.theirs) == "- black tea"
    marked.model.resolve(Side.MINE)
    assert "- green tea <!-- pinned -->\n" in marked.on_disk


def test_going_on_editing_after_a_conflict_keeps_my_text(editor: Editor):
    editor.model.typed(START.replace("- tea", "- green tea"))
    editor.place.write_text(START.replace("- tea", "- black tea"), encoding="utf-8")
    editor.model.save()
    editor.model.go_on_editing()
    assert editor.model.state.conflict is None
    assert "green tea" in editor.model.state.text
    assert "black tea" in editor.on_disk


def test_a_third_change_during_a_conflict_asks_again(editor: Editor):
    editor.model.typed(START.replace("- tea", "- green tea"))
    editor.place.write_text(START.replace("- tea", "- black tea"), encoding="utf-8")
    editor.model.save()
    editor.place.write_text(START.replace("- tea", "- white tea"), encoding="utf-8")
    editor.model.resolve(Side.MINE)
    assert editor.closed == 0
    assert editor.model.state.conflict is not None
    assert "white tea" in editor.on_disk


def test_an_unreadable_file_is_a_sentence_and_cannot_be_overwritten(editor: Editor):
    editor.place.write_bytes(b"\xff\x00")
    editor.model.open()
    assert editor.model.state.problem
    editor.model.typed("anything")
    editor.model.save()
    assert editor.place.read_bytes() == b"\xff\x00"


def test_a_broken_draft_is_no_draft(house: House):
    house.settings.put("memory.editor_draft", '{"text": 1}')
    assert kept_draft(house.settings) is None
    house.settings.put("memory.editor_draft", "not json")
    assert kept_draft(house.settings) is None
