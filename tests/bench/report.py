"""The table of `make bench`: what was measured, what it may be at most, and how far apart they are.

Touches nothing of a document outside the marks it is given.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"
ABOUT = """`make bench`: every part in processes of its own, one after the other. Below each table
stands where it ran. `limit` is what the specification allows at most (at least, for figures that
should be high); `times better` is how often the figure fits into it. Without a limit the figure is
only watched. `CPU` is processor time, which a busy machine disturbs less than the clock."""


@dataclass(frozen=True, slots=True)
class Row:
    """`at_least`: the limit is a floor."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False

    @property
    def times_better(self) -> float | None:
        if self.limit is None or not self.value:
            return None
        return self.value / self.limit if self.at_least else self.limit / self.value


@dataclass(frozen=True, slots=True)
class Measured:
    """One part of the bench. `note` says why there is nothing to show."""

    name: str
    title: str
    machine: str
    rows: tuple[Row, ...] = ()
    note: str = ""


def table(part: Measured) -> str:
    if part.note:
        return f"### {part.title}\n\n{part.note}"
    head = ("| what | measured | limit | times better |", "|---|---|---|---|")
    return "\n".join((f"### {part.title}", "", *head, *map(_line, part.rows), "", part.machine))


def write_parts(path: Path, parts: Iterable[Measured]) -> None:
    """Each in the place of the one that is there. One that was left out takes nobody's place."""
    if BEGIN not in path.read_text(encoding="utf-8"):
        write_section(path, BEGIN, END, f"{BEGIN}\n## Speed and size\n\n{ABOUT}\n{END}")
    for part in parts:
        begin, end = f"<!-- bench {part.name}:begin -->", f"<!-- bench {part.name}:end -->"
        text = "\n".join((begin, table(part), end))
        if part.rows or begin not in path.read_text(encoding="utf-8"):
            write_section(path, begin, end, text)


def write_section(path: Path, begin: str, end: str, text: str) -> None:
    """In the place of the one that is there, else at the end."""
    old = path.read_text(encoding="utf-8") if path.exists() else "# Benchmarks\n"
    if begin in old and end in old:
        before, _, rest = old.partition(begin)
        new = before + text + rest.partition(end)[2]
    else:
        new = f"{old.rstrip()}\n\n{text}\n"
    path.write_text(new, encoding="utf-8")


def _line(row: Row) -> str:
    limit = "" if row.limit is None else _number(row.limit, row.unit)
    ratio = "" if row.times_better is None else _number(row.times_better, "x")
    return f"| {row.what} | {_number(row.value, row.unit)} | {limit} | {ratio} |"


def _number(value: float, unit: str) -> str:
    """Three digits say what there is to say."""
    if value >= 100 or value == int(value):
        digits = f"{value:,.0f}"
    else:
        digits = f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return f"{digits} {unit}".rstrip()
