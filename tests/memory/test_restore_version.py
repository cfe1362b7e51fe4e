import pytest

from app.contracts.errors import HistoryError, UnknownVersion
from app.memory.kept_files import KeptFiles
from app.memory.restore_version import AlreadyRestored, ChangedMeanwhile, Restored, RestoreVersion
from tests.conftest import House
from tests.memory.raced_files import RacedFiles


@pytest.fixture
def first_sha(house: House) -> str:
    """The version in which files/a.md said "one"; now it says "two"."""
    kept = KeptFiles(house.files, house.record_write)
    kept.write("files/a.md", "one\n")
    sha = house.history.log(limit=1).commits[0].sha
    kept.write("files/a.md", "two\n")
    return sha


def test_before_and_after_are_told_so_that_a_screen_can_undo(house: House, first_sha: str):
    restore = RestoreVersion(house.files, house.history, house.record_write)
    outcome = restore("files/a.md", first_sha[:8])
    assert isinstance(outcome, Restored)
    assert (outcome.sha, outcome.before.text, outcome.after.text) == (first_sha, "two\n", "one\n")
    assert restore("files/a.md", first_sha) == AlreadyRestored(first_sha)


def test_an_editor_that_is_faster_is_not_overwritten(house: House, first_sha: str):
    raced = RacedFiles(house.files, house.home, "typed\n")
    restore = RestoreVersion(raced, house.history, house.record_write)
    assert restore("files/a.md", first_sha) == ChangedMeanwhile()
    assert house.files.read("files/a.md").text == "typed\n"


def test_without_a_commit_of_what_stands_there_nothing_is_replaced(house: House, first_sha: str):
    (house.home / "files/a.md").write_text("typed\n", encoding="utf-8")
    # A file where git would put its next object: the commit fails, reading goes on.
    for number in range(256):
        place = house.home / f".git/objects/{number:02x}"
        if not place.exists():
            place.write_text("in the way", encoding="utf-8")
    restore = RestoreVersion(house.files, house.history, house.record_write)
    with pytest.raises(HistoryError):
        restore("files/a.md", first_sha)
    assert house.files.read("files/a.md").text == "typed\n"


def test_an_unknown_version_changes_nothing(house: House, first_sha: str):
    restore = RestoreVersion(house.files, house.history, house.record_write)
    with pytest.raises(UnknownVersion):
        restore("files/a.md", "0" * 40)
    assert house.files.read("files/a.md").text == "two\n"
