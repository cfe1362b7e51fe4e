"""Several real processes on the same files: at once, killed at any moment, on a full disk."""

import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from app.memory.daily_log import LogBlock, parse_blocks
from app.memory.long_term_document import LongTermDocument
from app.storage.atomic_file import TEMPORARY_SUFFIX
from tests.memory.memory_on_disk import open_memory
from tests.memory.writing_child import DAY, DISK_FULL

PROJECT = Path(__file__).parents[2]
KILLS = 20


def start(
    root: Path, name: str, count: int, largest_file: int = 1_000_000
) -> subprocess.Popen[str]:
    arguments = [str(root), name, str(count), str(largest_file)]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.memory.writing_child", *arguments],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )


def finish(child: subprocess.Popen[str]) -> list[str]:
    output, _ = child.communicate()
    return output.splitlines()


def assert_whole_and_single(root: Path, promises: Iterable[str]) -> None:
    """Every promise is kept exactly once, and whatever else is there is whole."""
    memory = open_memory(root)
    document = LongTermDocument(memory.text())
    facts = [entry.text for entry in document.entries()]
    blocks = parse_blocks(memory.logs.read(DAY).text)
    words = [fact.split("\n")[0].removeprefix("fact ") for fact in facts]
    assert facts == [f"fact {word}\nwith a second line {word}" for word in words]
    assert [(block.title, block.body) for block in blocks] == [
        (block.id, f"- said {block.id}\n- end") for block in blocks
    ]
    assert len(set(words)) == len(words)
    assert len(ids(blocks)) == len(blocks)
    for promise in promises:
        kind, word = promise.split(" ")
        assert word in (words if kind == "fact" else ids(blocks))


def ids(blocks: Iterable[LogBlock]) -> set[str]:
    return {block.id for block in blocks}


def test_processes_writing_at_once_keep_every_write_once(tmp_path: Path) -> None:
    children = [start(tmp_path, f"c{number}", count=8) for number in range(4)]
    promises = [promise for child in children for promise in finish(child)]
    assert [child.returncode for child in children] == [0] * 4
    assert len(promises) == 4 * 8 * 2
    assert_whole_and_single(tmp_path, promises)


def test_processes_killed_at_any_moment_leave_whole_files_and_every_promise(
    tmp_path: Path,
) -> None:
    promises: list[str] = []
    for kill in range(0, KILLS, 2):
        pair = [start(tmp_path, f"k{kill + number}", count=1000) for number in range(2)]
        for child in pair:
            assert child.stdout is not None
            heard = random.randrange(1, 8)
            promises += [child.stdout.readline().strip() for _ in range(heard)]
            child.kill()
            promises += finish(child)
        assert_whole_and_single(tmp_path, promises)
    # A killed process leaves its temporary file at most until the next one writes.
    assert finish(start(tmp_path, "last", count=1)) == ["fact lastn0", "block lastn0"]
    assert [path for path in tmp_path.rglob("*") if path.name.endswith(TEMPORARY_SUFFIX)] == []


def test_a_real_limit_of_the_file_size_leaves_the_old_contents(tmp_path: Path) -> None:
    finish(start(tmp_path, "before", count=1))
    limited = start(tmp_path, "after", count=50, largest_file=1000)
    promises = finish(limited)
    assert limited.returncode == DISK_FULL
    assert_whole_and_single(tmp_path, [*promises, "fact beforen0", "block beforen0"])
