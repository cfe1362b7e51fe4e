import errno
import os
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.contracts.errors import UnreadableFile, UnsafePath, WriteFailed
from app.contracts.memory_files import (
    LONG_TERM_PATH,
    EditConflict,
    FileInfo,
    FileSnapshot,
    MemoryFiles,
    Written,
)
from app.storage.atomic_file import TEMPORARY_SUFFIX
from app.storage.memory_files import LOCK_NAME, MemoryFilesOnDisk
from tests.property_settings import without_deadline
from tests.storage.failing_operations import FailingOperations


@pytest.fixture
def files(tmp_path: Path) -> MemoryFiles:
    return MemoryFilesOnDisk(tmp_path / "home")


def written(outcome: Written | EditConflict) -> FileSnapshot:
    assert isinstance(outcome, Written)
    return outcome.snapshot


def put(tmp_path: Path, data: bytes, path: str = LONG_TERM_PATH) -> Path:
    place = tmp_path / "home" / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return place


def test_a_missing_file_reads_as_empty(files: MemoryFiles) -> None:
    snapshot = files.read(LONG_TERM_PATH)
    assert (snapshot.text, snapshot.exists) == ("", False)


def test_what_was_written_is_read_back(files: MemoryFiles) -> None:
    snapshot = written(files.write(LONG_TERM_PATH, "- a\n", based_on=files.read(LONG_TERM_PATH)))
    assert files.read(LONG_TERM_PATH) == snapshot
    assert snapshot.text == "- a\n"


@without_deadline
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_any_text_survives_byte_for_byte(tmp_path_factory: pytest.TempPathFactory, text: str):
    root = tmp_path_factory.mktemp("home")
    files = MemoryFilesOnDisk(root)
    files.write(LONG_TERM_PATH, text, based_on=files.read(LONG_TERM_PATH))
    assert files.read(LONG_TERM_PATH).text == text
    assert (root / LONG_TERM_PATH).read_bytes() == text.encode()


def test_line_ends_a_byte_order_mark_and_a_missing_last_newline_are_kept(
    files: MemoryFiles, tmp_path: Path
) -> None:
    data = b"\xef\xbb\xbf# Mine\r\n\r\n- a\r\n- b\nlast"
    place = put(tmp_path, data)
    snapshot = files.read(LONG_TERM_PATH)
    assert snapshot.text.encode() == data
    files.write(LONG_TERM_PATH, snapshot.text + "!", based_on=snapshot)
    assert place.read_bytes() == data + b"!"


@pytest.mark.parametrize("data", [b"\xff\xfe- \x00a", b"- caf\xe9\n", b"PNG\x00\x01", b"\xc3"])
def test_what_is_not_text_is_reported_and_never_overwritten(
    files: MemoryFiles, tmp_path: Path, data: bytes
) -> None:
    place = put(tmp_path, data)
    nothing = FileSnapshot(LONG_TERM_PATH, "", "", exists=False)
    attempts: list[Callable[[], object]] = [
        lambda: files.read(LONG_TERM_PATH),
        lambda: files.write(LONG_TERM_PATH, "- a\n", based_on=nothing),
        lambda: files.delete(LONG_TERM_PATH, based_on=nothing),
    ]
    for attempt in attempts:
        with pytest.raises(UnreadableFile):
            attempt()
    assert place.read_bytes() == data


def test_a_folder_or_a_pipe_in_place_of_a_file_is_reported(
    files: MemoryFiles, tmp_path: Path
) -> None:
    (tmp_path / "home" / LONG_TERM_PATH).mkdir(parents=True)
    os.mkfifo(tmp_path / "home" / "memory" / "pipe.md")
    for path in (LONG_TERM_PATH, "memory/pipe.md"):
        with pytest.raises(UnreadableFile):
            files.read(path)


def test_a_file_in_place_of_the_folder_is_reported_and_kept(
    files: MemoryFiles, tmp_path: Path
) -> None:
    place = put(tmp_path, b"mine", "memory")
    missing = FileSnapshot(LONG_TERM_PATH, "", "", exists=False)
    with pytest.raises(UnreadableFile):
        files.write(LONG_TERM_PATH, "- a\n", based_on=missing)
    assert place.read_bytes() == b"mine"


def test_a_link_out_of_the_folder_is_neither_read_nor_written(
    files: MemoryFiles, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("secret")
    (tmp_path / "home" / "memory").mkdir(parents=True)
    (tmp_path / "home" / LONG_TERM_PATH).symlink_to(secret)
    with pytest.raises(UnsafePath):
        files.read(LONG_TERM_PATH)
    with pytest.raises(UnsafePath):
        files.write(LONG_TERM_PATH, "x", based_on=FileSnapshot(LONG_TERM_PATH, "", "", False))
    assert secret.read_text() == "secret"


def test_a_root_that_is_itself_a_link_works(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    files = MemoryFilesOnDisk(tmp_path / "link")
    files.write(LONG_TERM_PATH, "- a\n", based_on=files.read(LONG_TERM_PATH))
    assert (tmp_path / "real" / LONG_TERM_PATH).read_text() == "- a\n"


@pytest.mark.parametrize("text", ["a\0b", "half \ud83d"])
def test_text_that_no_file_can_hold_is_refused(files: MemoryFiles, text: str) -> None:
    with pytest.raises(WriteFailed):
        files.write(LONG_TERM_PATH, text, based_on=files.read(LONG_TERM_PATH))
    assert not files.read(LONG_TERM_PATH).exists


def test_an_edit_is_merged_with_a_change_elsewhere(files: MemoryFiles, tmp_path: Path) -> None:
    put(tmp_path, b"- a\n- b\n- c\n")
    based_on = files.read(LONG_TERM_PATH)
    put(tmp_path, b"- a\n- b\n- C\n")
    outcome = files.write(LONG_TERM_PATH, "- A\n- b\n- c\n", based_on=based_on)
    assert isinstance(outcome, Written)
    assert (outcome.merged, outcome.snapshot.text) == (True, "- A\n- b\n- C\n")
    assert files.read(LONG_TERM_PATH) == outcome.snapshot


def test_an_edit_of_the_same_line_is_a_conflict_with_both_texts(
    files: MemoryFiles, tmp_path: Path
) -> None:
    put(tmp_path, b"- a\n")
    based_on = files.read(LONG_TERM_PATH)
    place = put(tmp_path, b"- theirs\n")
    outcome = files.write(LONG_TERM_PATH, "- mine\n", based_on=based_on)
    assert outcome == EditConflict(LONG_TERM_PATH, "- a\n", "- mine\n", files.read(LONG_TERM_PATH))
    assert place.read_bytes() == b"- theirs\n"


def test_an_edit_of_a_file_deleted_meanwhile_is_a_conflict(
    files: MemoryFiles, tmp_path: Path
) -> None:
    place = put(tmp_path, b"- a\n")
    based_on = files.read(LONG_TERM_PATH)
    place.unlink()
    outcome = files.write(LONG_TERM_PATH, "- b\n", based_on=based_on)
    assert isinstance(outcome, EditConflict)
    assert not outcome.theirs.exists


def test_saving_unchanged_text_does_not_bring_a_deleted_file_back(
    files: MemoryFiles, tmp_path: Path
) -> None:
    place = put(tmp_path, b"- a\n")
    based_on = files.read(LONG_TERM_PATH)
    place.unlink()
    files.write(LONG_TERM_PATH, "- a\n", based_on=based_on)
    assert not place.exists()


def test_a_file_created_by_somebody_else_meanwhile_is_a_conflict(
    files: MemoryFiles, tmp_path: Path
) -> None:
    based_on = files.read(LONG_TERM_PATH)
    put(tmp_path, b"- theirs\n")
    assert isinstance(files.write(LONG_TERM_PATH, "- mine\n", based_on=based_on), EditConflict)


def test_writing_what_is_there_already_touches_nothing(tmp_path: Path) -> None:
    operations = FailingOperations(fail_at=10_000)
    files = MemoryFilesOnDisk(tmp_path, operations=operations)
    snapshot = written(files.write("files/a.md", "a", based_on=files.read("files/a.md")))
    before = len(operations.calls)
    assert written(files.write("files/a.md", "a", based_on=snapshot)) == snapshot
    assert len(operations.calls) == before


def test_an_empty_file_can_be_created(files: MemoryFiles) -> None:
    assert written(files.write("files/a.md", "", based_on=files.read("files/a.md"))).exists


def test_a_deletion_needs_the_version_that_was_seen(files: MemoryFiles, tmp_path: Path) -> None:
    place = put(tmp_path, b"- a\n")
    based_on = files.read(LONG_TERM_PATH)
    place.write_bytes(b"- changed\n")
    assert isinstance(files.delete(LONG_TERM_PATH, based_on=based_on), EditConflict)
    assert place.exists()
    seen = files.read(LONG_TERM_PATH)
    assert not written(files.delete(LONG_TERM_PATH, based_on=seen)).exists
    assert not place.exists()
    assert isinstance(files.delete(LONG_TERM_PATH, based_on=seen), Written)


def test_the_list_shows_plain_files_only(files: MemoryFiles, tmp_path: Path) -> None:
    put(tmp_path, b"12345", "memory/daily/2026-02-28.md")
    put(tmp_path, b"1", "memory/MEMORY.md")
    put(tmp_path, b"1", "memory/.hidden")
    put(tmp_path, b"1", "memory/.hidden folder/x.md")
    put(tmp_path, b"1", f"memory/.12{TEMPORARY_SUFFIX}")
    put(tmp_path, b"1", "secret.md")
    (tmp_path / "home" / "memory" / "link.md").symlink_to(tmp_path / "home" / "secret.md")
    (tmp_path / "home" / "memory" / "linked").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "home" / "memory" / "pipe")
    (tmp_path / "home" / "memory" / os.fsdecode(b"bad\xff.md")).write_bytes(b"1")
    assert files.list("memory") == (
        FileInfo("memory/MEMORY.md", 1),
        FileInfo("memory/daily/2026-02-28.md", 5),
    )
    assert files.list("files") == ()


def test_left_over_temporary_files_go_with_the_first_lock(
    files: MemoryFiles, tmp_path: Path
) -> None:
    torn = put(tmp_path, b"torn", f"memory/daily/.12ab{TEMPORARY_SUFFIX}")
    with files.lock():
        assert not torn.exists()


def test_the_lock_is_re_entered_by_its_thread_even_through_another_object(
    files: MemoryFiles, tmp_path: Path
) -> None:
    other = MemoryFilesOnDisk(tmp_path / "home")
    with files.lock(), files.lock(), other.lock():
        other.write(LONG_TERM_PATH, "- a\n", based_on=other.read(LONG_TERM_PATH))
    assert files.read(LONG_TERM_PATH).text == "- a\n"
    assert (tmp_path / "home" / LOCK_NAME).exists()


def test_another_thread_waits_for_the_lock_and_gives_up_with_a_sentence(tmp_path: Path) -> None:
    holder = MemoryFilesOnDisk(tmp_path)
    waiter = MemoryFilesOnDisk(tmp_path, lock_timeout=timedelta(milliseconds=20))
    failures: list[WriteFailed] = []

    def write() -> None:
        try:
            waiter.write(LONG_TERM_PATH, "- b\n", based_on=waiter.read(LONG_TERM_PATH))
        except WriteFailed as failure:
            failures.append(failure)

    with holder.lock():
        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
    assert "busy" in failures[0].sentence
    write()
    assert holder.read(LONG_TERM_PATH).text == "- b\n"


def test_an_error_inside_the_lock_releases_it(files: MemoryFiles, tmp_path: Path) -> None:
    with pytest.raises(UnsafePath), files.lock():
        files.read("../x")
    other = MemoryFilesOnDisk(tmp_path / "home", lock_timeout=timedelta(milliseconds=20))
    passed: list[bool] = []

    def enter() -> None:
        with other.lock():
            passed.append(True)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert passed == [True]


def test_a_full_disk_at_any_call_keeps_the_old_text_and_the_next_write_works(
    tmp_path: Path,
) -> None:
    counting = FailingOperations(fail_at=10_000)
    overwrite(MemoryFilesOnDisk(tmp_path / "count", operations=counting))
    total = len(counting.calls)
    assert total >= 15
    for fail_at in range(total):
        root = tmp_path / str(fail_at)
        broken = MemoryFilesOnDisk(root, operations=FailingOperations(fail_at, errno.ENOSPC))
        with pytest.raises(WriteFailed) as failure:
            overwrite(broken)
        assert "no space" in failure.value.sentence
        assert broken.read(LONG_TERM_PATH).text in ("", "old\n")
        overwrite(broken)
        assert broken.read(LONG_TERM_PATH).text == "new\n"
        assert [path for path in root.rglob("*") if path.name.endswith(TEMPORARY_SUFFIX)] == []


def overwrite(files: MemoryFiles) -> None:
    for text in ("old\n", "new\n"):
        files.write(LONG_TERM_PATH, text, based_on=files.read(LONG_TERM_PATH))


def test_a_file_looks_the_same_until_it_changes_and_is_not_judged_while_it_is_fresh(tmp_path: Path):
    place = tmp_path / "memory/a.md"
    place.parent.mkdir()
    place.write_text("one", encoding="utf-8")
    (fresh,) = MemoryFilesOnDisk(tmp_path).list("memory")
    assert fresh.look == ""
    later = MemoryFilesOnDisk(tmp_path, nanoseconds=lambda: place.stat().st_ctime_ns + 10**10)
    (before,) = later.list("memory")
    assert (before.look, later.list("memory")) == (before.look or "a look", (before,))
    place.write_text("two", encoding="utf-8")
    os.utime(place, (1, 1))
    (after,) = later.list("memory")
    assert (after.size, after.look == before.look) == (before.size, False)
