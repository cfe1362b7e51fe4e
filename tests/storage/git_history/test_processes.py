"""Real processes that commit at the same time, and that are killed while they do."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest
from filelock import FileLock

from app.contracts.errors import HistoryError
from app.storage.git_history.durable_disk import DurableDisk
from tests.storage.git_history.place import Place

PROJECT = Path(__file__).parents[3]


def committing(
    place: Place, name: str, *, count: int, maintenance: int = 0
) -> subprocess.Popen[str]:
    arguments = [str(place.root), f"{place.root}.lock", name, str(count), str(maintenance)]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.storage.git_history.commit_until_killed", *arguments],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )


def acknowledged(process: subprocess.Popen[str]) -> list[str]:
    output, _ = process.communicate()
    return [line for line in output.splitlines() if len(line) == 40]


def test_every_commit_that_was_told_survives_a_kill(place: Place):
    """Pitfall 7. A few commits of each process are awaited, then it is killed at once."""
    random = Random(4711)
    told: list[str] = []
    for turn in range(16):
        process = committing(place, f"turn-{turn}", count=10_000, maintenance=5 * (turn % 2))
        assert process.stdout is not None
        told += [process.stdout.readline().strip() for _ in range(random.randint(1, 12))]
        process.kill()
        told += acknowledged(process)
        place.check()
        known = set(place.git("log", "--format=%H").split())
        assert all(sha in known for sha in told)
    again = place.reopened()
    again.history.prepare()
    again.history.commit(again.history.uncommitted(), "what the kills left")
    assert place.is_clean()
    place.check()


def test_two_processes_at_once_lose_nothing(place: Place):
    processes = [
        committing(place, name, count=15, maintenance=every) for name, every in (("a", 0), ("b", 6))
    ]
    told = [sha for process in processes for sha in acknowledged(process)]
    assert len(set(told)) == 30
    assert set(told) <= set(place.git("log", "--format=%H").split())
    assert len(place.messages()) == 1 + 30 + 2
    assert place.git("show", "HEAD:files/a.md") == "a 14\n" * 15
    assert place.is_clean()
    place.check()


def test_two_threads_at_once_lose_nothing(place: Place):
    told: list[str] = []

    def work(name: str) -> None:
        for number in range(15):
            with FileLock(f"{place.root}.lock"):
                told.append(place.commit(f"files/{name}.md", f"{number}\n"))
            place.history.log(under="files")

    threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(told)) == 30
    assert len(place.messages()) == 31
    place.check()


class InterruptedDisk(DurableDisk):
    """Lets somebody else have a turn just before the branch would move."""

    def __init__(self, scratch: Path, others_turn: Callable[[], object]) -> None:
        super().__init__(scratch)
        self._others_turn = [others_turn]

    def sync_folders(self, folders: Iterable[Path]) -> None:
        super().sync_folders(folders)
        while self._others_turn:
            self._others_turn.pop()()


def test_without_the_lock_the_later_one_is_refused_and_nothing_is_lost(place: Place):
    disk = InterruptedDisk(
        place.root / ".git/oneclaw", lambda: place.commit("files/a.md", "a\n", "other")
    )
    late = place.reopened(disk)
    with pytest.raises(HistoryError, match="same time"):
        late.commit("memory/MEMORY.md", "- tea\n", "late")
    assert place.messages()[0] == "other"
    late.history.commit(["memory/MEMORY.md"], "late")
    assert place.messages()[:2] == ["late", "other"]
    place.check()
