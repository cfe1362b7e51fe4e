from app.device.desktop_sharing import DesktopSharing
from app.memory.kept_files import KeptFiles
from app.ui.screens.memory_files.view_model import CHANGED, GONE, FilesViewModel
from tests.conftest import House
from tests.fakes.tasks import InlineTasks


def model_of(house: House, **files: str) -> tuple[FilesViewModel, KeptFiles]:
    kept = KeptFiles(house.files, house.record_write)
    for name, text in files.items():
        kept.write(f"{name}.md", text)
    model = FilesViewModel(kept, DesktopSharing(house.home / "exports"), InlineTasks())
    model.refresh()
    return model, kept


def names(model: FilesViewModel) -> list[str]:
    return [row.name for row in model.state.rows]


def notice(model: FilesViewModel) -> str:
    assert model.state.notice is not None
    return model.state.notice.text


def test_without_files_the_page_is_empty(house: House):
    assert model_of(house)[0].state.is_empty


def test_files_are_listed_with_their_size(house: House):
    model, _ = model_of(house, plan="a" * 2_400, list="b")
    assert [(row.name, row.size) for row in model.state.rows] == [
        ("list.md", "1 byte"),
        ("plan.md", "2 KB"),
    ]


def test_a_file_is_opened_and_closed(house: House):
    model, _ = model_of(house, plan="# Plan\n")
    model.open("files/plan.md")
    assert model.state.open_file is not None
    assert (model.state.open_file.name, model.state.open_file.text) == ("plan.md", "# Plan\n")
    model.close_file()
    assert model.state.open_file is None


def test_a_deleted_file_comes_back_with_undo_and_both_are_in_the_history(house: House):
    model, _ = model_of(house, plan="# Plan\n")
    model.delete("files/plan.md")
    assert names(model) == []
    assert model.state.notice is not None
    assert model.state.notice.can_undo
    model.undo()
    assert names(model) == ["plan.md"]
    assert (house.home / "files/plan.md").read_text(encoding="utf-8") == "# Plan\n"
    messages = [commit.message for commit in house.history.log(limit=2).commits]
    assert messages == ["file: write files/plan.md", "file: delete files/plan.md"]


def test_undo_does_not_replace_a_new_file_of_the_same_name(house: House):
    model, kept = model_of(house, plan="old")
    model.delete("files/plan.md")
    kept.write("plan.md", "new")
    model.undo()
    assert (house.home / "files/plan.md").read_text(encoding="utf-8") == "new"
    assert "new file" in notice(model)


def test_a_file_that_is_gone_is_said(house: House):
    model, kept = model_of(house, plan="x")
    kept.delete("plan.md")
    model.open("files/plan.md")
    assert notice(model) == GONE
    assert names(model) == []


def test_an_unreadable_file_is_a_sentence_and_stays(house: House):
    model, _ = model_of(house, plan="x")
    (house.home / "files/plan.md").write_bytes(b"\xff\x00")
    model.open("files/plan.md")
    assert notice(model) not in {GONE, CHANGED}
    model.delete("files/plan.md")
    assert (house.home / "files/plan.md").exists()


def test_sharing_an_open_file_leaves_a_copy(house: House):
    model, _ = model_of(house, plan="# Plan\n")
    model.share()
    model.open("files/plan.md")
    model.share()
    assert (house.home / "exports/plan.md").read_text(encoding="utf-8") == "# Plan\n"
