import errno
from pathlib import Path

import pytest

from app.contracts.errors import WriteFailed
from app.storage.atomic_file import TEMPORARY_SUFFIX, AtomicFileWriter, OperatingSystemFiles
from tests.storage.failing_operations import FailingOperations

OLD = b"old contents, which must survive\n"
NEW = b"new contents of another length\n"


def calls_of_one_replacement(folder: Path) -> list[str]:
    folder.mkdir()
    counting = FailingOperations(fail_at=10_000)
    AtomicFileWriter(counting).replace(folder / "deep" / "note.md", NEW)
    return counting.calls


def temporary_files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.name.endswith(TEMPORARY_SUFFIX)]


def test_a_file_and_its_folders_are_made_private(tmp_path: Path) -> None:
    target = tmp_path / "memory" / "daily" / "note.md"
    AtomicFileWriter(OperatingSystemFiles()).replace(target, NEW)
    assert target.read_bytes() == NEW
    assert target.stat().st_mode & 0o777 == 0o600
    assert target.parent.stat().st_mode & 0o777 == 0o700


def test_a_replaced_file_keeps_its_mode(tmp_path: Path) -> None:
    target = tmp_path / "note.md"
    target.write_bytes(OLD)
    target.chmod(0o640)
    AtomicFileWriter(OperatingSystemFiles()).replace(target, NEW)
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (NEW, 0o640)


def test_the_temporary_file_is_synced_before_the_rename_and_the_folder_after(
    tmp_path: Path,
) -> None:
    calls = calls_of_one_replacement(tmp_path / "count")
    assert calls.index("sync") < calls.index("rename") < len(calls) - 1
    assert calls[-1] == "sync_folder"


def test_a_name_of_the_longest_length_can_be_written(tmp_path: Path) -> None:
    target = tmp_path / ("x" * 255)
    AtomicFileWriter(OperatingSystemFiles()).replace(target, NEW)
    assert target.read_bytes() == NEW


@pytest.mark.parametrize("for_good", [False, True])
def test_whichever_call_fails_the_old_contents_stand_and_the_next_write_works(
    tmp_path: Path, *, for_good: bool
) -> None:
    for fail_at in range(len(calls_of_one_replacement(tmp_path / "count"))):
        target = tmp_path / str(fail_at) / "note.md"
        target.parent.mkdir()
        target.write_bytes(OLD)
        operations = FailingOperations(fail_at, for_good=for_good)
        failed = False
        try:
            AtomicFileWriter(operations).replace(target, NEW)
        except WriteFailed:
            failed = True
        assert failed == operations.has_failed
        if failed and not (for_good and operations.calls[fail_at] == "sync_folder"):
            assert target.read_bytes() == OLD
        if failed and not for_good:
            assert temporary_files(tmp_path) == []
        AtomicFileWriter(OperatingSystemFiles()).replace(target, NEW)
        assert target.read_bytes() == NEW


def test_whichever_call_fails_a_new_file_is_not_half_there(tmp_path: Path) -> None:
    for fail_at in range(len(calls_of_one_replacement(tmp_path / "count"))):
        target = tmp_path / str(fail_at) / "deep" / "note.md"
        target.parent.parent.mkdir()
        with pytest.raises(WriteFailed):
            AtomicFileWriter(FailingOperations(fail_at)).replace(target, NEW)
        assert not target.exists()


def test_a_removal_that_fails_leaves_the_file(tmp_path: Path) -> None:
    for fail_at in range(2):
        target = tmp_path / f"{fail_at}.md"
        target.write_bytes(OLD)
        with pytest.raises(WriteFailed):
            AtomicFileWriter(FailingOperations(fail_at)).remove(target)
        assert target.read_bytes() == OLD


def test_removing_what_is_not_there_is_no_failure(tmp_path: Path) -> None:
    AtomicFileWriter(FailingOperations(fail_at=0)).remove(tmp_path / "none.md")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "no space left"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "no permission"),
        (errno.EIO, "refused"),
    ],
)
def test_the_failure_says_why_in_words(tmp_path: Path, code: int, words: str) -> None:
    with pytest.raises(WriteFailed) as failure:
        AtomicFileWriter(FailingOperations(0, code)).replace(tmp_path / "note.md", NEW)
    assert words in failure.value.sentence


def test_left_over_temporary_files_are_cleared_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "daily").mkdir()
    (tmp_path / "daily" / f".0123{TEMPORARY_SUFFIX}").write_bytes(b"torn")
    (tmp_path / "daily" / "2026-02-28.md").write_bytes(OLD)
    (tmp_path / ".keep").write_bytes(OLD)
    AtomicFileWriter(OperatingSystemFiles()).remove_leftovers(tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*")) == [".keep", "2026-02-28.md", "daily"]


def test_a_file_of_the_persons_own_that_only_sounds_temporary_stays(tmp_path: Path):
    own = tmp_path / f"notes{TEMPORARY_SUFFIX}"
    own.write_text("mine")
    AtomicFileWriter(OperatingSystemFiles()).remove_leftovers(tmp_path)
    assert own.read_text() == "mine"
