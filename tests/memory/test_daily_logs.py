from datetime import date, time
from pathlib import Path

import pytest

from app.contracts.errors import UnreadableFile, UnsafePath, WriteFailed
from app.memory.daily_log import new_block
from app.memory.daily_logs import AlreadyThere, Appended, DailyLogInfo, DailyLogs
from tests.memory.memory_on_disk import open_memory
from tests.storage.failing_operations import FailingOperations

DAY = date(2026, 2, 28)
PATH = "memory/daily/2026-02-28.md"
BLOCK = new_block("job1", time(23, 59), "Late talk", "- Slept badly.")


def test_a_block_is_appended_and_announced(tmp_path: Path) -> None:
    memory = open_memory(tmp_path)
    outcome = memory.logs.append_block(DAY, BLOCK)
    assert isinstance(outcome, Appended)
    assert memory.logs.read(DAY) == outcome.snapshot
    assert memory.logs.blocks(DAY) == (BLOCK,)
    assert memory.announced == [(PATH, "log: add daily log 2026-02-28")]


def test_appending_twice_writes_one_block(tmp_path: Path) -> None:
    memory = open_memory(tmp_path)
    memory.logs.append_block(DAY, BLOCK)
    text = memory.logs.read(DAY).text
    outcome = memory.logs.append_block(DAY, BLOCK)
    assert outcome == AlreadyThere(memory.logs.read(DAY))
    assert memory.logs.read(DAY).text == text


def test_a_block_found_already_written_is_announced_again(tmp_path: Path) -> None:
    died_before_commit = open_memory(tmp_path)
    died_before_commit.logs.append_block(DAY, BLOCK)
    memory = open_memory(tmp_path)
    memory.logs.append_block(DAY, BLOCK)
    assert memory.announced == [(PATH, "log: add daily log 2026-02-28")]


def test_the_announcement_comes_inside_the_lock_when_the_file_is_there(tmp_path: Path) -> None:
    memory = open_memory(tmp_path)
    seen: list[str] = []

    def commit(path: str, commit_message: str) -> None:
        with memory.files.lock():
            seen.append(f"{commit_message}: {memory.files.read(path).text.count('---')}")

    DailyLogs(memory.files, commit).append_block(DAY, BLOCK)
    assert seen == ["log: add daily log 2026-02-28: 1"]


def test_a_block_goes_to_the_day_it_is_about(tmp_path: Path) -> None:
    logs = open_memory(tmp_path).logs
    logs.append_block(date(2026, 2, 27), new_block("j-27", time(23, 50), "Talk", "- before"))
    logs.append_block(DAY, new_block("j-28", time(0, 10), "Talk", "- after"))
    assert "- before" in logs.read(date(2026, 2, 27)).text
    assert "- after" in logs.read(DAY).text


def test_days_are_listed_newest_first_without_foreign_files(tmp_path: Path) -> None:
    memory = open_memory(tmp_path)
    for name in ("2026-02-28", "2025-12-31", "2026-02-30", "notes", "2026-2-3", "٢٠٢٦-02-01"):
        memory.put("12345", f"memory/daily/{name}.md")
    memory.put("12345", "memory/daily/2026-01-01.txt")
    memory.put("12345", "memory/daily/old/2024-01-01.md")
    assert memory.logs.days() == (
        DailyLogInfo(DAY, PATH, 5),
        DailyLogInfo(date(2025, 12, 31), "memory/daily/2025-12-31.md", 5),
    )
    assert memory.logs.total_size() == 10


def test_without_logs_there_is_nothing_to_list(tmp_path: Path) -> None:
    logs = open_memory(tmp_path).logs
    assert (logs.days(), logs.total_size(), logs.blocks(DAY)) == ((), 0, ())
    assert not logs.read(DAY).exists


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"a\x00b"])
def test_an_unreadable_log_is_reported_and_kept(tmp_path: Path, data: bytes) -> None:
    memory = open_memory(tmp_path)
    place = memory.put(data, PATH)
    with pytest.raises(UnreadableFile):
        memory.logs.append_block(DAY, BLOCK)
    assert place.read_bytes() == data
    assert memory.announced == []


def test_a_folder_or_a_link_in_place_of_a_log_is_reported(tmp_path: Path) -> None:
    memory = open_memory(tmp_path / "home")
    memory.put("", f"{PATH}/inside.md")
    with pytest.raises(UnreadableFile):
        memory.logs.append_block(DAY, BLOCK)
    (tmp_path / "home" / "memory" / "daily" / "2026-03-01.md").symlink_to(tmp_path / "out.md")
    with pytest.raises(UnsafePath):
        memory.logs.append_block(date(2026, 3, 1), BLOCK)
    assert not (tmp_path / "out.md").exists()


def test_a_full_disk_loses_no_old_block_and_the_retry_writes_one(tmp_path: Path) -> None:
    first = new_block("job0", time(8), "Early", "- Woke up.")
    for fail_at in range(20):
        root = tmp_path / str(fail_at)
        open_memory(root).logs.append_block(DAY, first)
        operations = FailingOperations(fail_at)
        memory = open_memory(root, operations=operations)
        try:
            memory.logs.append_block(DAY, BLOCK)
        except WriteFailed:
            assert memory.logs.blocks(DAY) == (first,)
            assert memory.announced == []
            memory.logs.append_block(DAY, BLOCK)
        assert memory.logs.blocks(DAY) == (first, BLOCK)
        if not operations.has_failed:
            return
    pytest.fail("every call failed once, and there are more than expected")
