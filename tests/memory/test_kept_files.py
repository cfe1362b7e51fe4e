import pytest

from app.contracts.errors import UnsafePath
from app.memory.kept_files import (
    FileChangedMeanwhile,
    FileKept,
    FileUnchanged,
    KeptFiles,
    kept_folder,
    kept_path,
)
from tests.conftest import House
from tests.memory.raced_files import RacedFiles


def test_a_path_is_below_files_or_refused():
    assert kept_path("files/a/b.md") == "files/a/b.md"
    assert kept_path("b.md") == "files/b.md"
    assert kept_folder("") == kept_folder("files/") == kept_folder(".") == "files"
    assert kept_folder("files/a/") == "files/a"
    for path in ("files", "files/", "files-evil/b.md", "a/b.md", "../b.md", "files/../b.md"):
        with pytest.raises(UnsafePath):
            kept_path(path)


def test_an_editor_that_is_faster_is_not_overwritten(house: House):
    recorder = house.record_write
    KeptFiles(house.files, recorder).write("files/a.md", "one\n")
    raced = KeptFiles(RacedFiles(house.files, house.home, "typed\n"), recorder)
    assert raced.write("files/a.md", "two\n") == FileChangedMeanwhile("files/a.md")
    assert house.files.read("files/a.md").text == "typed\n"
    raced = KeptFiles(RacedFiles(house.files, house.home, "typed again\n"), recorder)
    assert raced.delete("files/a.md") == FileChangedMeanwhile("files/a.md")
    assert house.files.read("files/a.md").text == "typed again\n"


def test_a_write_whose_process_died_before_the_commit_is_announced_again(house: House):
    before = house.files.read("files/a.md")
    house.files.write("files/a.md", "one", based_on=before)
    outcome = KeptFiles(house.files, house.record_write).write("files/a.md", "one")
    assert outcome == FileUnchanged("files/a.md")
    assert house.history.uncommitted() == ()


def test_whether_a_file_is_new_is_told(house: House):
    kept = KeptFiles(house.files, house.record_write)
    first, second = kept.write("files/a.md", ""), kept.write("files/a.md", "x")
    assert isinstance(first, FileKept)
    assert first.is_new
    assert isinstance(second, FileKept)
    assert not second.is_new
