"""`python -m tests.bench`: every measurement, one after the other, into a table.

    python -m tests.bench [--quick] [--only NAME,…] [--data FILE] [--peers-python PATH] [--no-write]

Prints the table and writes it into docs/BENCHMARKS.md. What needs the evaluation files is left out
with a sentence when they are not given. A part that fails makes the whole fail, at the end.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench.parts import PARTS, Part
from tests.bench.report import Measured, table, write_parts
from tests.bench.search_speed import BENCHMARKS, PROJECT, machine

NO_DATA = "Left out: the evaluation files are not part of this repository (`make bench DATA=FILE`)."

FAILED = "It failed; what it said stands above the tables."


def last_line(command: Sequence[str]) -> dict[str, Any] | None:
    """The JSON object a program ends with; None when it failed. What it prints goes on."""
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        last = ""
        for line in process.stdout:
            print(f"   {line}", end="", flush=True)
            last = line.strip() or last
    return json.loads(last) if process.returncode == 0 else None


def measured(part: Part, options: argparse.Namespace) -> Measured:
    print(f"== {part.title}", flush=True)
    if part.needs_data and options.data is None:
        return Measured(part.module, part.title, machine(), note=NO_DATA)
    command = [sys.executable, *part.command(is_quick=options.quick)]
    if part.needs_data:
        command += ["--data", str(options.data)]
    if part.module == "search_speed" and options.peers_python.exists():
        command += ["--peers-python", str(options.peers_python)]
    figures = last_line(command)
    if figures is None:
        return Measured(part.module, part.title, machine(), note=FAILED)
    return Measured(part.module, part.title, machine(), part.rows(figures))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few minutes, small sizes")
    parser.add_argument("--only", default="", help="names of parts: " + names(PARTS))
    parser.add_argument("--data", type=Path, help="an evaluation file for retrieval")
    parser.add_argument("--peers-python", type=Path, default=PROJECT / ".venv-bench/bin/python")
    parser.add_argument("--no-write", dest="writes", action="store_false")
    options = parser.parse_args()
    wanted = [part for part in PARTS if not options.only or part.module in options.only.split(",")]
    results = [measured(part, options) for part in wanted]
    print("\n\n".join(map(table, results)))
    if options.writes:
        write_parts(BENCHMARKS, results)
    return int(any(it.note == FAILED for it in results))


def names(parts: Sequence[Part]) -> str:
    return ", ".join(part.module for part in parts)


if __name__ == "__main__":
    sys.exit(main())
