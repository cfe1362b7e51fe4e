"""How long the version history takes as it grows: `python -m tests.bench.history [files commits]…`

Builds each repository without flushing, packs it every 300 commits as the monthly upkeep would,
then measures with the real disk. The last line is JSON, times in milliseconds.
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise
from pathlib import Path

from app.storage.git_history import GitHistory
from app.storage.git_history.durable_disk import DurableDisk

MEASURED_COMMITS = 40
UPKEEP_EVERY = 300
DEFAULT_SIZES = (100, 100, 3_650, 100, 100, 5_000, 3_650, 5_000)


class BenchClock:
    def __init__(self) -> None:
        self._minutes = count()

    def now(self) -> datetime:
        return datetime(2016, 1, 1, tzinfo=UTC) + timedelta(minutes=next(self._minutes))


def unflushed(handle: int) -> None:
    del handle


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1_000


def day_path(number: int) -> str:
    return f"memory/daily/{(datetime(2016, 1, 1, tzinfo=UTC) + timedelta(days=number)).date()}.md"


def writes(root: Path, files: int) -> Iterator[str]:
    """The next write of a life: now a fact, now a block in the newest logs."""
    for number in count():
        path = "memory/MEMORY.md" if number % 3 == 0 else day_path(files - 2 - number % 7)
        with (root / path).open("a") as file:
            file.write(f"- entry {number} of the bench, as long as such a line usually is\n")
        yield path


def built(root: Path, files: int, commits: int) -> None:
    clock = BenchClock()
    history = GitHistory(root, clock, disk=DurableDisk(root / ".git/oneclaw", unflushed))
    (root / "memory/daily").mkdir(parents=True)
    for number in range(files - 1):
        (root / day_path(number)).write_text(f"# Daily Log\n\n- day {number}\n\n---\n")
    (root / "memory/MEMORY.md").write_text("# Long-term Memory\n")
    history.prepare()
    for number, path in zip(range(commits - 1), writes(root, files), strict=False):
        history.commit([path], f"log: {number}")
        if number % UPKEEP_EVERY == UPKEEP_EVERY - 1:
            history.collect_garbage()


def measured(files: int, commits: int) -> dict[str, float | int]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        built(root, files, commits)
        history = GitHistory(root, BenchClock())
        prepare = milliseconds(history.prepare)
        changes = writes(root, files)

        def write_next() -> float:
            path = next(changes)
            return milliseconds(lambda: history.commit([path], "bench"))

        times = [write_next() for _ in range(MEASURED_COMMITS)]

        def read(under: str | None = None) -> Callable[[], object]:
            """As a process that has just been started would."""
            return lambda: GitHistory(root, BenchClock()).log(under=under, limit=50)

        return {
            "files": files,
            "commits": commits,
            "prepare": round(prepare, 1),
            "commit_median": round(statistics.median(times), 1),
            "commit_p95": round(statistics.quantiles(times, n=20)[-1], 1),
            "log_50": round(milliseconds(read()), 1),
            "log_50_memory_file": round(milliseconds(read("memory/MEMORY.md")), 1),
            "log_50_daily_folder": round(milliseconds(read("memory/daily")), 1),
            "log_one_old_day": round(milliseconds(read(day_path(1))), 1),
            "uncommitted": round(milliseconds(history.uncommitted), 1),
            "git_kilobytes": sum(p.stat().st_size for p in (root / ".git").rglob("*")) // 1024,
        }


def main(sizes: tuple[int, ...]) -> None:
    results: list[dict[str, float | int]] = []
    for files, commits in list(pairwise(sizes))[::2]:
        results.append(measured(files, commits))
        print(results[-1])
    print(json.dumps({"history": results}))


if __name__ == "__main__":
    main(tuple(int(argument) for argument in sys.argv[1:]) or DEFAULT_SIZES)
