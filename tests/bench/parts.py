"""The parts of `make bench`: which program measures, and what of its last line goes into the table.

Each part is a program of its own that also runs by hand; its last line is one JSON object. Limits
are those of the specification (S16, in brackets there).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from tests.bench.report import Row

Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """`quick`: the arguments for a short look. `rows` reads the last line."""

    module: str
    title: str
    rows: Callable[[Figures], tuple[Row, ...]]
    arguments: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()
    needs_data: bool = False

    def command(self, *, is_quick: bool) -> tuple[str, ...]:
        return ("-m", f"tests.bench.{self.module}", *(self.quick if is_quick else self.arguments))


def _storage(figures: Figures) -> tuple[Row, ...]:
    """For each the figure with the fewest old commits and with more."""
    named = {
        "add_entry_p95": "add an entry, p95",
        "append_block_p95": "append a block to a log, p95",
        "commit_alone_p95": "commit, p95",
        "log_50": "log page of 50",
        "log_50_memory_file": "log page of 50 of MEMORY.md",
        "log_50_daily_folder": "log page of 50 of all logs",
        "log_one_old_day": "log of one old day",
        "list_days": "list all logs",
        "start_nothing_new": "look for changes at a start",
    }
    rows: list[Row] = []
    for name, what in named.items():
        for stage, measured in figures["storage"].items():
            wall, processor = measured[name]
            rows += [Row(f"{what}, {stage} commits", wall, "ms")]
            rows += [Row(f"{what}, {stage} commits, CPU", processor, "ms")]
    return tuple(rows)


def _embedding(figures: Figures) -> tuple[Row, ...]:
    one = figures["threads_1"]
    return (
        Row("model load to first vector", one["load_to_first_vector_ms"], "ms", 3_000),
        Row("embedding a question, p50", one["query_p50_ms"], "ms"),
        Row("embedding a question, p95", one["query_p95_ms"], "ms", 200),
        Row("texts a minute", one["texts_per_second"] * 60, "", 1_000, at_least=True),
        Row("its process after 1,000 texts, resident", one["resident_mb_1000_chunks"], "MB", 100),
        Row("its process after 1,000 texts, anonymous", one["anonymous_mb_1000_chunks"], "MB"),
    )


def _search(figures: Figures) -> tuple[Row, ...]:
    limits = {"100": 200.0, "500": 500.0, "1000": 500.0}
    rows: list[Row] = []
    for size, systems in figures["search"].items():
        for system, measured in systems.items():
            if "missing" not in measured:
                is_ours = system == "OneClaw"
                limit = limits.get(size) if is_ours else None
                what = f"{int(size):,} chunks, {system}"
                rows += [Row(f"{what}, p95", measured["p95_ms"], "ms", limit)]
                rows += [Row(f"{what}, CPU", measured["cpu_ms"], "ms")] if is_ours else []
    return tuple(rows)


def _injection(figures: Figures) -> tuple[Row, ...]:
    what = f"injection added to a send, {figures['chunks']:,} chunks"
    return (
        Row(f"{what}, p50", figures["p50_ms"], "ms"),
        Row(f"{what}, p95", figures["p95_ms"], "ms", 100),
    )


def _retrieval(figures: Figures) -> tuple[Row, ...]:
    named = {"r1": "R@1", "r5": "R@5", "r10": "R@10", "ndcg10": "nDCG@10"}
    named |= {"evidence2000": "evidence in 2,000 tokens"}
    return (
        *(Row(what, figures[name], "%") for name, what in named.items()),
        Row("questions", figures["questions"], ""),
        Row("a question, p95", figures["query_p95_ms"], "ms"),
    )


def _flush(figures: Figures) -> tuple[Row, ...]:
    what = f"{figures['messages']} messages"
    return (
        Row(f"{what}, a model that answers at once, median", figures["model_median_ms"], "ms"),
        Row(f"{what}, the same, longest", figures["model_longest_ms"], "ms", 5_000),
        Row(f"{what}, without a model, median", figures["device_median_ms"], "ms"),
        Row(f"{what}, the same, longest", figures["device_longest_ms"], "ms", 5_000),
    )


def _idle_engine(figures: Figures) -> tuple[Row, ...]:
    seconds = f"in {figures['seconds']:.0f} s"
    return (
        Row(f"processor {seconds}", figures["cpu_seconds"], "s"),
        Row(f"wake-ups {seconds}", figures["wake_ups"], ""),
        Row("engine without its model, resident", figures["without_model_mb"], "MB"),
        Row("what the model adds to it", figures["model_adds_mb"], "MB", 100),
        Row("engine with its model, after work, resident", figures["resident_mb"], "MB", 100),
        Row("the same, anonymous", figures["anonymous_mb"], "MB"),
    )


def _loop_pauses(figures: Figures) -> tuple[Row, ...]:
    rows: list[Row] = []
    for work in ("nothing", "flush", "rebuild", "compaction"):
        what = f"longest pause, engine doing {work} for {figures[f'{work}_seconds']} s"
        rows += [Row(what, figures[f"{work}_pause_ms"], "ms")]
        rows += [Row("of a pause at most at work itself", figures[f"{work}_at_work_ms"], "ms")]
    return tuple(rows)


def _year_index(figures: Figures) -> tuple[Row, ...]:
    return (
        Row(f"files of a year, {figures['file_chunks']:,} chunks", figures["files_mb"], "MB", 10),
        Row(f"with its messages, {figures['all_chunks']:,} chunks", figures["all_mb"], "MB"),
        Row("chunks embedded a minute", figures["chunks_per_minute"], "", 1_000, at_least=True),
    )


def _frames(figures: Figures) -> tuple[Row, ...]:
    """What it measures it names itself."""
    return tuple(
        Row(row["what"], row["value"], row["unit"], row.get("limit")) for row in figures["rows"]
    )


_ALL = (
    Part(
        "storage",
        "A long life on disk: 10,000 entries, 3,650 logs",
        _storage,
        quick=("--entries", "2000", "--logs", "365", "--old-commits", "300"),
    ),
    Part(
        "embedding",
        "Embedding, one thread",
        _embedding,
        ("--threads", "1"),
        ("--threads", "1", "--repeat", "1"),
    ),
    Part(
        "search_speed",
        "Search",
        _search,
        ("--sizes", "100,500,1000,10000", "--queries", "60", "--seconds", "120"),
        ("--sizes", "100,1000", "--queries", "20", "--seconds", "60"),
    ),
    Part("injection", "Injection", _injection, quick=("--chunks", "1000", "--sends", "20")),
    Part("retrieval", "Finding memories", _retrieval, needs_data=True),
    Part(
        "flush", "A flush, from its trigger to the moved pointer", _flush, quick=("--flushes", "3")
    ),
    Part("idle_engine", "An idle engine", _idle_engine, quick=("--seconds", "10")),
    Part(
        "loop_pauses",
        "The window's process while the engine works",
        _loop_pauses,
        quick=("--chunks", "300"),
    ),
    Part(
        "year_index",
        "The index of a year",
        _year_index,
        quick=("--days", "90", "--embedded", "100"),
    ),
    Part("frames", "Frames of the window", _frames),
)
PARTS = tuple(part for part in _ALL if find_spec(f"tests.bench.{part.module}"))
