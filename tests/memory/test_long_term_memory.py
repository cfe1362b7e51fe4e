from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from app.contracts.errors import UnreadableFile, WriteFailed
from app.contracts.memory_files import LONG_TERM_PATH, EditConflict, Written
from app.memory.entry_similarity import Likeness
from app.memory.entry_text import EntryMarks, EntryOrigin
from app.memory.long_term_document import Entry
from app.memory.long_term_memory import section_title
from app.memory.long_term_outcomes import (
    AmbiguousMatch,
    Deleted,
    Duplicate,
    NotFound,
    Rejected,
    Saved,
    Unchanged,
    Updated,
)
from tests.memory.memory_on_disk import MemoryOnDisk, open_memory
from tests.storage.failing_operations import FailingOperations

ANNOUNCED = (LONG_TERM_PATH, "memory: update MEMORY.md")


@pytest.fixture
def memory(tmp_path: Path) -> MemoryOnDisk:
    return open_memory(tmp_path)


def entry(memory: MemoryOnDisk, text: str) -> Entry:
    (found,) = [one for one in memory.long_term.document().entries() if one.text == text]
    return found


def test_a_save_creates_the_file_with_its_sections(memory: MemoryOnDisk) -> None:
    outcome = memory.long_term.save("Likes tea", "preferences")
    assert isinstance(outcome, Saved)
    assert (outcome.section, outcome.text, outcome.before.exists) == (
        "Preferences",
        "Likes tea",
        False,
    )
    assert [section.title for section in memory.long_term.document().sections()] == [
        "User Profile",
        "Preferences",
        "Interests",
        "Workflow",
        "Projects",
        "Notes",
    ]
    assert memory.announced == [ANNOUNCED]


def test_the_outcome_carries_the_text_after_the_save(memory: MemoryOnDisk) -> None:
    outcome = memory.long_term.save("Likes tea")
    assert isinstance(outcome, Saved)
    assert "- Likes tea" in outcome.after.text
    assert outcome.after.text == memory.text()


def test_a_saved_entry_says_who_saved_it_and_when(memory: MemoryOnDisk) -> None:
    memory.long_term.save("By the model", is_pinned=True)
    memory.long_term.save("By the summary", origin=EntryOrigin.FLUSH)
    memory.long_term.save("By the person", origin=EntryOrigin.USER)
    marks = [one.marks for one in memory.long_term.document().entries()]
    assert marks == [
        EntryMarks(EntryOrigin.TOOL, date(2026, 2, 28), is_pinned=True),
        EntryMarks(EntryOrigin.FLUSH, date(2026, 2, 28)),
        EntryMarks(),
    ]
    assert "- By the person\n" in memory.text()


@pytest.mark.parametrize(
    ("category", "title"),
    [
        ("profile", "User Profile"),
        (" Projects ", "Projects"),
        ("notes", "Notes"),
        ("recipes", "Notes"),
        ("", "Notes"),
        (None, "Notes"),
    ],
)
def test_a_category_has_its_section_and_notes_take_the_rest(
    category: str | None, title: str
) -> None:
    assert section_title(category) == title


@pytest.mark.parametrize("content", ["", "  \n", "-", "x" * 5001])
def test_content_that_is_empty_or_too_long_is_rejected(memory: MemoryOnDisk, content: str) -> None:
    assert isinstance(memory.long_term.save(content), Rejected)
    assert memory.announced == []
    assert not memory.files.read(LONG_TERM_PATH).exists


def test_content_of_the_full_length_is_saved(memory: MemoryOnDisk) -> None:
    assert isinstance(memory.long_term.save("x" * 5000), Saved)


def test_a_duplicate_is_reported_with_what_is_there(memory: MemoryOnDisk) -> None:
    memory.long_term.save("Likes tea", "preferences")
    text = memory.text()
    assert memory.long_term.save("The user likes tea.", "notes") == Duplicate(
        "Likes tea", Likeness.SAME
    )
    assert memory.text() == text


def test_a_duplicate_by_meaning_is_dropped_while_it_is_still_there(tmp_path: Path) -> None:
    class FirstText:
        def find(self, content: str, texts: Sequence[str]) -> int | None:
            return 0 if texts else None

    memory = open_memory(tmp_path, same_meaning=FirstText())
    assert isinstance(memory.long_term.save("Drinks tea all day"), Saved)
    assert memory.long_term.save("Fond of a hot brew") == Duplicate(
        "Drinks tea all day", Likeness.MEANING
    )


def test_an_entry_deleted_while_meanings_are_compared_hides_no_save(tmp_path: Path) -> None:
    class SlowMeaning:
        def find(self, content: str, texts: Sequence[str]) -> int | None:
            open_memory(tmp_path).put("## Notes\n")
            return 0

    open_memory(tmp_path).put("## Notes\n- Drinks tea all day\n")
    memory = open_memory(tmp_path, same_meaning=SlowMeaning())
    assert isinstance(memory.long_term.save("Fond of a hot brew"), Saved)


def test_an_update_replaces_one_whole_entry_and_keeps_its_marks(memory: MemoryOnDisk) -> None:
    memory.long_term.save("Likes tea", is_pinned=True)
    memory.long_term.save("Likes tea with milk from the farm")
    outcome = memory.long_term.update("Likes tea", "Likes coffee")
    assert isinstance(outcome, Updated)
    assert outcome.after.text == memory.text()
    assert entry(memory, "Likes coffee").marks.is_pinned
    assert entry(memory, "Likes tea with milk from the farm")


def test_an_update_to_nothing_deletes_the_entry(memory: MemoryOnDisk) -> None:
    memory.long_term.save("Likes tea")
    assert isinstance(memory.long_term.update("Likes tea", " "), Deleted)
    assert memory.text().endswith("## Notes\n")
    assert memory.announced == [ANNOUNCED, ANNOUNCED]


def test_an_update_of_nothing_or_to_the_same_is_rejected(memory: MemoryOnDisk) -> None:
    assert isinstance(memory.long_term.update(" ", "x"), Rejected)
    assert isinstance(memory.long_term.update("x", " x "), Rejected)
    assert isinstance(memory.long_term.update("x", "y" * 5001), Rejected)


def test_an_update_that_changes_no_byte_is_unchanged(memory: MemoryOnDisk) -> None:
    memory.put("- Likes tea\n")
    assert memory.long_term.update("Likes tea", "- Likes tea") == Unchanged()
    assert memory.announced == []


def test_an_update_that_finds_nothing_suggests_the_closest(memory: MemoryOnDisk) -> None:
    memory.put("- Likes tea with milk\n- Plays chess\n")
    assert memory.long_term.update("Likes tea", "x") == NotFound(("Likes tea with milk",))
    assert memory.text() == "- Likes tea with milk\n- Plays chess\n"


def test_an_update_that_finds_two_says_how_many(memory: MemoryOnDisk) -> None:
    memory.put("- a\n\n## Notes\n- a\n")
    assert memory.long_term.update("a", "b") == AmbiguousMatch(2)


def test_an_update_never_touches_a_heading(memory: MemoryOnDisk) -> None:
    memory.put("## Likes tea\n\n- x\n")
    assert isinstance(memory.long_term.update("Likes tea", "y"), NotFound)
    assert isinstance(memory.long_term.update("## Likes tea", ""), NotFound)


def test_an_entry_is_edited_pinned_unpinned_and_deleted(memory: MemoryOnDisk) -> None:
    memory.put("# Mine\r\n\r\n- a\r\n  more\r\n- b")
    first = entry(memory, "a\nmore")
    assert isinstance(memory.long_term.set_pinned(first, is_pinned=True), Updated)
    assert memory.text() == "# Mine\r\n\r\n- a <!-- pinned -->\r\n  more\r\n- b"
    assert memory.long_term.set_pinned(first, is_pinned=True) == Unchanged()
    assert isinstance(memory.long_term.edit_entry(first, "new\nlines"), Updated)
    assert memory.text() == "# Mine\r\n\r\n- new <!-- pinned -->\r\n  lines\r\n- b"
    memory.long_term.set_pinned(entry(memory, "new\nlines"), is_pinned=False)
    assert isinstance(memory.long_term.delete_entry(entry(memory, "new\nlines")), Deleted)
    assert memory.text() == "# Mine\r\n\r\n- b"
    assert memory.long_term.delete_entry(first) == NotFound()


def test_a_deletion_is_undone_by_the_text_before_it(memory: MemoryOnDisk) -> None:
    memory.put("## Notes\n\n- a\n- b\n- c\n")
    deleted = memory.long_term.delete_entry(entry(memory, "b"))
    assert isinstance(deleted, Deleted)
    assert isinstance(memory.long_term.save_text(deleted.before.text, deleted.after), Written)
    assert memory.text() == "## Notes\n\n- a\n- b\n- c\n"


def test_an_edit_goes_to_the_entry_wherever_it_moved(memory: MemoryOnDisk) -> None:
    memory.put("- a\n- b\n")
    seen = entry(memory, "b")
    memory.put("# New title\n\nwords\n\n- b\n- a\n")
    memory.long_term.edit_entry(seen, "B")
    assert memory.text() == "# New title\n\nwords\n\n- B\n- a\n"


def test_the_editors_text_is_merged_or_given_back_as_a_conflict(memory: MemoryOnDisk) -> None:
    memory.put("## Preferences\n\n- a\n\n## Notes\n\n- n\n")
    opened = memory.long_term.snapshot()
    memory.long_term.save("saved meanwhile", "notes", origin=EntryOrigin.USER)
    outcome = memory.long_term.save_text(opened.text.replace("- a", "- A"), opened)
    assert isinstance(outcome, Written)
    assert memory.text() == "## Preferences\n\n- A\n\n## Notes\n\n- n\n- saved meanwhile\n"
    conflict = memory.long_term.save_text(opened.text.replace("- n", "- N"), opened)
    assert isinstance(conflict, EditConflict)
    assert "saved meanwhile" in conflict.theirs.text
    assert memory.announced == [ANNOUNCED, ANNOUNCED]


def test_an_unchanged_editor_text_is_not_announced(memory: MemoryOnDisk) -> None:
    memory.put("- a\n")
    opened = memory.long_term.snapshot()
    assert isinstance(memory.long_term.save_text("- a\n", opened), Written)
    assert memory.announced == []


def test_an_unreadable_file_is_reported_and_never_overwritten(memory: MemoryOnDisk) -> None:
    place = memory.put(b"- caf\xe9\n")
    seen = Entry("", "a", EntryMarks(), 1, 1)
    with pytest.raises(UnreadableFile):
        memory.long_term.save("Likes tea")
    with pytest.raises(UnreadableFile):
        memory.long_term.update("a", "b")
    with pytest.raises(UnreadableFile):
        memory.long_term.set_pinned(seen, is_pinned=True)
    with pytest.raises(UnreadableFile):
        memory.long_term.document()
    assert place.read_bytes() == b"- caf\xe9\n"


def test_content_no_file_can_hold_is_cleaned_and_saved(memory: MemoryOnDisk) -> None:
    assert isinstance(memory.long_term.save("Likes \ud83d\0tea"), Saved)
    assert "Likes \ufffd\ufffdtea" in memory.text()


def test_a_full_disk_keeps_every_entry_and_the_next_save_works(tmp_path: Path) -> None:
    for fail_at in range(20):
        root = tmp_path / str(fail_at)
        open_memory(root).long_term.save("Old fact")
        operations = FailingOperations(fail_at)
        memory = open_memory(root, operations=operations)
        before = memory.text()
        try:
            memory.long_term.save("New fact")
        except WriteFailed:
            assert memory.text() == before
            assert memory.announced == []
            assert isinstance(memory.long_term.save("New fact"), Saved)
        assert entry(memory, "Old fact")
        assert entry(memory, "New fact")
        if not operations.has_failed:
            return
    pytest.fail("every call failed once, and there are more than expected")
