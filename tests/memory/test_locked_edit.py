from pathlib import Path

import pytest

from app.contracts.errors import WriteFailed
from app.contracts.memory_files import FileSnapshot
from app.memory.locked_edit import EditMade, LockedEdit, NewText
from tests.memory.memory_on_disk import open_memory

PATH = "memory/MEMORY.md"


def test_an_editor_that_was_faster_is_not_overwritten(tmp_path: Path) -> None:
    memory = open_memory(tmp_path)
    memory.put("- a\n")
    asked: list[str] = []

    def plan(before: FileSnapshot) -> NewText:
        asked.append(before.text)
        if len(asked) == 1:
            memory.put("- a\n- typed meanwhile\n")
        return NewText(before.text + "- mine\n")

    outcome = LockedEdit(memory.files, ignore).run(PATH, "message", plan)
    assert isinstance(outcome, EditMade)
    assert asked == ["- a\n", "- a\n- typed meanwhile\n"]
    assert memory.text() == "- a\n- typed meanwhile\n- mine\n"


def test_an_editor_that_never_stops_ends_in_a_failure_not_a_loss(tmp_path: Path) -> None:
    memory = open_memory(tmp_path)
    typed: list[str] = []

    def plan(before: FileSnapshot) -> NewText:
        typed.append(f"- {len(typed)}\n")
        memory.put("".join(typed))
        return NewText(before.text + "- mine\n")

    with pytest.raises(WriteFailed):
        LockedEdit(memory.files, ignore).run(PATH, "message", plan)
    assert memory.text() == "".join(typed)


def test_a_refusal_and_an_unchanged_text_write_nothing(tmp_path: Path) -> None:
    memory = open_memory(tmp_path)
    edit = LockedEdit(memory.files, refuse)
    assert edit.run(PATH, "message", lambda _: "refused") == "refused"
    missing = memory.files.read(PATH)
    assert edit.run(PATH, "message", lambda before: NewText(before.text)) == EditMade(
        missing, missing
    )
    assert not (tmp_path / PATH).exists()


def ignore(path: str, commit_message: str) -> None:
    assert (path, commit_message) == (PATH, "message")


def refuse(path: str, commit_message: str) -> None:
    pytest.fail(f"{path} was announced: {commit_message}")
