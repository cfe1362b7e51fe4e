import asyncio
import errno
import threading

import pytest

from app.contracts.memory_files import LONG_TERM_PATH
from app.contracts.model_provider import ToolCall
from app.storage.memory_files import MemoryFilesOnDisk
from app.tools.executor import ToolExecutor
from app.tools.registry import ToolRegistry
from app.tools.tool import ToolContext
from tests.storage.failing_operations import FailingOperations
from tests.tools.conftest import Desk, call
from tests.tools.git_command import git, subjects
from tests.tools.simple_tools import time_is_up_when

MEMORY = """\
# Long-term Memory

## Preferences

- Tea
- Tea with milk
- Works from home

## Notes

- Preferences
- Twin
- Twin
- Two lines
  of one entry
"""


@pytest.fixture
def written(desk: Desk) -> Desk:
    files = desk.house.files
    files.write(LONG_TERM_PATH, MEMORY, based_on=files.read(LONG_TERM_PATH))
    return desk


async def test_one_entry_is_replaced_committed_and_announced(written: Desk):
    result = await written.call("update_memory", old_text="Tea", new_text="Coffee")
    assert result.text == "Updated. The entry now reads: Coffee"
    assert written.memory_text() == MEMORY.replace("- Tea\n", "- Coffee\n")
    assert subjects(written.house.home)[0] == "memory: update MEMORY.md"
    assert git(written.house.home, "show", f"HEAD:{LONG_TERM_PATH}") == written.memory_text()
    assert written.announcements.heard == [(LONG_TERM_PATH, "memory: update MEMORY.md")]


async def test_pitfall_23_deleting_leaves_no_stub_and_no_double_blank_line(written: Desk):
    result = await written.call("update_memory", old_text="Works from home", new_text="")
    assert result.text.startswith("Deleted.")
    assert written.memory_text() == MEMORY.replace("- Works from home\n", "")


async def test_pitfall_23_a_part_of_a_longer_entry_is_not_a_match(written: Desk):
    result = await written.call("update_memory", old_text="with milk", new_text="with lemon")
    assert result.text.startswith("not_found: No entry has exactly this text.")
    assert "Tea with milk" in result.text
    assert written.memory_text() == MEMORY


async def test_pitfall_23_a_heading_is_never_touched(written: Desk):
    result = await written.call("update_memory", old_text="Preferences", new_text="Habits")
    assert not result.is_error
    assert written.memory_text() == MEMORY.replace("- Preferences", "- Habits")
    for heading in ("## Notes", "Notes", "# Long-term Memory"):
        refused = await written.call("update_memory", old_text=heading, new_text="")
        assert refused.text.startswith("not_found: ")


async def test_an_entry_of_several_lines_is_replaced_as_a_whole(written: Desk):
    old = "Two lines\nof one entry"
    assert not (await written.call("update_memory", old_text=old, new_text="One")).is_error
    assert written.memory_text() == MEMORY.replace("- Two lines\n  of one entry", "- One")


async def test_two_entries_of_the_same_text_are_an_ambiguous_match_with_the_count(written: Desk):
    result = await written.call("update_memory", old_text="Twin", new_text="Single")
    assert result.text.startswith("ambiguous_match: 2 entries")
    assert written.memory_text() == MEMORY


async def test_empty_identical_or_mistyped_arguments_are_a_validation_error(written: Desk):
    for arguments in (
        '{"old_text": "", "new_text": "x"}',
        '{"old_text": "  \\n", "new_text": "x"}',
        '{"old_text": "Tea", "new_text": "Tea"}',
        '{"old_text": "Tea", "new_text": " Tea\\n"}',
        '{"old_text": "Tea", "new_text": "- Tea"}',
        '{"old_text": "Tea"}',
        '{"old_text": "Tea", "new_text": null}',
        '{"old_text": null, "new_text": "x"}',
        '{"old_text": 5, "new_text": "x"}',
        '{"old_text": "Tea", "new_text": "x", "all": true}',
        '{"old_text": "Tea", "new_text": "' + "x" * 5_001 + '"}',
        '{"old_text": "Tea", ',
    ):
        result = await call(written.tools()["update_memory"], arguments)
        assert result.text.startswith("validation_error: "), arguments[:80]
    assert written.memory_text() == MEMORY


async def test_a_huge_or_strange_old_text_is_not_found(written: Desk):
    for old in ("x" * 100_000, "\ud83d", "%", "_", ".*", "\x00"):
        result = await written.call("update_memory", old_text=old, new_text="y")
        assert result.text.startswith("not_found: ")


async def test_without_a_memory_file_everything_is_not_found(desk: Desk):
    result = await desk.call("update_memory", old_text="Tea", new_text="Coffee")
    assert result.text.startswith("not_found: ")


async def test_a_full_disk_is_update_failed_and_the_old_file_stands(written: Desk):
    full = MemoryFilesOnDisk(written.house.home, operations=FailingOperations(0, errno.ENOSPC))
    result = await call(
        written.tools(files=full)["update_memory"], '{"old_text": "Tea", "new_text": "Coffee"}'
    )
    assert result.text.startswith("update_failed: There is no space left")
    assert written.memory_text() == MEMORY


async def test_pitfall_26_slow_indexing_after_the_change_does_not_tell_the_model_it_failed(
    written: Desk,
):
    is_indexing, may_end = threading.Event(), threading.Event()

    def slow_observer(path: str, commit_message: str) -> None:
        is_indexing.set()
        assert may_end.wait(30)
        written.announcements(path, commit_message)

    tool = written.tools(on_written=slow_observer)["update_memory"]
    executor = ToolExecutor(ToolRegistry([tool]), ends_within=time_is_up_when(is_indexing))
    wanted = ToolCall("c", "update_memory", '{"old_text": "Tea", "new_text": "Coffee"}')
    try:
        (result,) = await executor.run_round([wanted], ToolContext("s1"))
    finally:
        may_end.set()
    assert not result.is_error
    assert result.text.startswith("The change is saved.")
    assert "- Coffee" in written.memory_text()

    def wait_for_the_lock() -> None:
        with written.house.files.lock():
            pass

    await asyncio.to_thread(wait_for_the_lock)
    assert subjects(written.house.home)[0] == "memory: update MEMORY.md"
