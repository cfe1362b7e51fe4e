"""A long life on disk: 10,000 entries in MEMORY.md and 3,650 daily logs, through the real parts.

    python -m tests.bench.storage [--entries N] [--logs N] [--old-commits N,N]

Measures with few commits and again after each number of old ones, so that it shows what grows: the
time on the wall, and this process's own, which a busy machine does not change. Prints a table; the
last line is one JSON object, times in milliseconds.
"""

import argparse
import json
import statistics
import tempfile
import time as clock
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta
from itertools import count
from pathlib import Path

from app.contracts.memory_files import LONG_TERM_PATH, daily_log_path
from app.memory.catch_up import CatchUp
from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs
from app.memory.long_term_document import STANDARD_SECTIONS
from app.memory.long_term_memory import LongTermMemory
from app.memory.write_recorder import WriteRecorder
from app.storage.git_history import GitHistory
from app.storage.git_history.durable_disk import DurableDisk
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations, open_foundations
from tests.bench.history import UPKEEP_EVERY, BenchClock, unflushed

FIRST_DAY = date(2016, 1, 1)
MEASURED = 40


@dataclass(frozen=True)
class Taken:
    """Milliseconds on the wall, and of the processor."""

    wall: float
    processor: float


Figures = dict[str, Taken]


def taken(work: Callable[[], object]) -> Taken:
    wall, processor = clock.perf_counter(), clock.process_time()
    work()
    return Taken((clock.perf_counter() - wall) * 1_000, (clock.process_time() - processor) * 1_000)


@dataclass(frozen=True)
class Life:
    home: Path
    base: Foundations
    days: int
    numbers: Iterator[int]

    @property
    def record_write(self) -> WriteRecorder:
        return WriteRecorder(self.base.history, self.base.files, self.base.index)

    def add_entry(self) -> None:
        memory = LongTermMemory(self.base.files, self.record_write, self.base.clock)
        memory.save(f"Newly learnt number {next(self.numbers)}: keeps bees behind the house.")

    def append_block(self) -> None:
        number = next(self.numbers)
        body = f"- Talked about hive {number}."
        day = FIRST_DAY + timedelta(days=self.days - 1 - number % 7)
        logs = DailyLogs(self.base.files, self.record_write)
        logs.append_block(day, new_block(f"b{number}", time(9), "Bees", body))

    def commit_alone(self) -> Taken:
        """A log changes as another program would change it; only its commit is timed."""
        path = daily_log_path(FIRST_DAY + timedelta(days=self.days - 10))
        with (self.home / path).open("a", encoding="utf-8") as file:
            file.write(f"- line {next(self.numbers)}\n")
        return taken(lambda: self.base.history.commit([path], "bench"))

    def catch_up(self) -> CatchUp:
        base = self.base
        return CatchUp(base.files, base.history, base.index, base.seen_files, base.unindexed)

    def read_log(self, under: str | None = None) -> Taken:
        """As a process that has just been started would."""
        history = GitHistory(self.home, self.base.clock)
        return taken(lambda: history.log(under=under, limit=50))


def write_files(home: Path, entries: int, logs: int) -> None:
    (home / "memory/daily").mkdir(parents=True)
    parts = ["# Long-term Memory\n"]
    for place, section in enumerate(STANDARD_SECTIONS):
        parts.append(f"\n## {section}\n\n")
        parts += [
            f"- Fact {number}: the {number * 7919 % 100_003}th thing worth keeping about somebody"
            " <!-- tool 2026-02-28 -->\n"
            for number in range(place, entries, len(STANDARD_SECTIONS))
        ]
    (home / LONG_TERM_PATH).write_text("".join(parts), encoding="utf-8")
    for number in range(logs):
        day = FIRST_DAY + timedelta(days=number)
        (home / daily_log_path(day)).write_text(
            f"# Daily Log - {day}\n\n## 10:00 · Talk {number}\n\n- Decided thing {number}.\n"
            f"- Spoke about trip {number % 97}.\n\n<!-- block first{number} -->\n---\n",
            encoding="utf-8",
        )


def begin_history(home: Path) -> None:
    GitHistory(home, BenchClock(), disk=DurableDisk(home / ".git/oneclaw", unflushed)).prepare()


def add_old_commits(life: Life, commits: int) -> None:
    history = GitHistory(
        life.home, BenchClock(), disk=DurableDisk(life.home / ".git/oneclaw", unflushed)
    )
    for number in range(commits):
        is_fact = number % 10 == 0
        day = FIRST_DAY + timedelta(days=number % life.days)
        path = LONG_TERM_PATH if is_fact else daily_log_path(day)
        with (life.home / path).open("a", encoding="utf-8") as file:
            file.write(f"- Old line {number}\n")
        history.commit([path], f"old {number}")
        if number % UPKEEP_EVERY == UPKEEP_EVERY - 1:
            history.collect_garbage()


def spread(work: Callable[[], Taken], name: str) -> Figures:
    times = [work() for _ in range(MEASURED)]
    walls, processors = [it.wall for it in times], [it.processor for it in times]
    return {
        f"{name}_median": Taken(statistics.median(walls), statistics.median(processors)),
        f"{name}_p95": Taken(_p95(walls), _p95(processors)),
    }


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def measured(life: Life) -> Figures:
    base = life.base
    first_catch_up = taken(life.catch_up().run)
    figures: Figures = {
        "start_nothing_new": taken(life.catch_up().run),
        "uncommitted_reading_all": taken(base.history.uncommitted),
        "list_days": taken(DailyLogs(base.files, life.record_write).days),
        **spread(lambda: taken(life.add_entry), "add_entry"),
        **spread(lambda: taken(life.append_block), "append_block"),
        **spread(life.commit_alone, "commit_alone"),
        "log_50": life.read_log(),
        "log_50_memory_file": life.read_log(LONG_TERM_PATH),
        "log_50_daily_folder": life.read_log("memory/daily"),
        "log_one_old_day": life.read_log(daily_log_path(FIRST_DAY)),
    }
    return {"catch_up_all": first_catch_up, **figures}


def compared(entries: int, logs: int, stages: list[int]) -> dict[str, Figures]:
    """By how many old commits there were besides those of the measurement itself."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        write_files(home, entries, logs)
        begin_history(home)
        base = open_foundations(Environment(home))
        life = Life(home, base, logs, count())
        results = {"+0": measured(life)}
        there = 0
        for stage in stages:
            add_old_commits(life, stage - there)
            there = stage
            results[f"+{stage}"] = measured(life)
        base.close()
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description="What storage costs after years of use.")
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--logs", type=int, default=3_650)
    parser.add_argument("--old-commits", default="1000,5000", help="rising numbers")
    options = parser.parse_args()
    stages = [int(number) for number in options.old_commits.split(",")]
    results = compared(options.entries, options.logs, stages)
    print(f"{options.entries:,} entries, {options.logs:,} logs; milliseconds, and the processor's")
    print(f"{'':<26}" + "".join(f"{stage:>20}" for stage in results))
    for name in results["+0"]:
        figures = (f"{it[name].wall:>12.1f}{it[name].processor:>8.1f}" for it in results.values())
        print(f"{name:<26}" + "".join(figures))
    rounded = {
        when: {name: [round(it.wall, 1), round(it.processor, 1)] for name, it in figures.items()}
        for when, figures in results.items()
    }
    print(json.dumps({"storage": rounded}))


if __name__ == "__main__":
    main()
