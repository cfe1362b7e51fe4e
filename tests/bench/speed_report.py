"""Tables of speed for docs/BENCHMARKS.md. Touches nothing outside its own marks."""

from collections.abc import Mapping
from typing import Any

from tests.bench.search_run import PRODUCT

BEGIN, END = "<!-- speed:begin -->", "<!-- speed:end -->"

ABOUT = """`make bench-search`, one run: {machine}.
Made-up chunks of 20 words with random unit vectors; the question's vector is given to all; ten
hits; each system in a process of its own with one thread for array arithmetic. `CPU` is processor
time of the whole process a query, which a busy machine disturbs less than the clock. The ratios are
theirs over ours. `found` is the share of questions whose chunk was among the ten. Memory is what
was added: by opening and searching for OneClaw, by building too for the others."""
_HEAD = (
    "system | p50 ms | ratio | p95 ms | CPU ms | ratio | found % | build s | open ms | memory MB"
)

Figures = Mapping[str, Any]


def speed_section(results: Mapping[int, Mapping[str, Figures]], machine: str) -> str:
    parts = [
        BEGIN,
        "## Speed of search beside other systems",
        "",
        ABOUT.format(machine=machine),
    ]
    for size, systems in results.items():
        parts += ["", f"### {size:,} chunks", "", *_table(systems), "", _start(systems[PRODUCT])]
    return "\n".join((*parts, END))


def _table(systems: Mapping[str, Figures]) -> list[str]:
    ours = systems[PRODUCT]
    head = (f"| {_HEAD} |", "|---" * len(_HEAD.split("|")) + "|")
    return [*head, *(_row(name, figures, ours) for name, figures in systems.items())]


def _row(name: str, figures: Figures, ours: Figures) -> str:
    if "missing" in figures:
        return f"| {name} | missing: {figures['missing']} | | | | | | | | |"
    return (
        f"| {name} | {figures['p50_ms']:.2f} | {_ratio(figures, ours, 'p50_ms')}"
        f" | {figures['p95_ms']:.2f} | {figures['cpu_ms']:.2f} | {_ratio(figures, ours, 'cpu_ms')}"
        f" | {figures['found']:.0f} | {figures['build_seconds']:.1f} | {figures['load_ms']:.0f}"
        f" | {figures['memory_mb']:.0f} |"
    )


def _ratio(theirs: Figures, ours: Figures, name: str) -> str:
    return f"{theirs[name] / ours[name]:.1f} x" if name in ours else ""


def _start(ours: Figures) -> str:
    if "missing" in ours:
        return ""
    return (
        f"OneClaw with the question embedded by the model: p50 {ours['with_model_p50_ms']:.2f} ms,"
        f" p95 {ours['with_model_p95_ms']:.2f} ms. Cold open from the rows without the cache file:"
        f" {ours['load_without_cache_ms']:.0f} ms."
    )
