"""How fast search is, beside other systems: same chunks, same questions, one after the other.

    python -m tests.bench.search_speed [--sizes 1000,10000,100000] [--peers-python PATH] [--write]

Each system runs in a process of its own on one machine in one run; the vector of a question is
given to all. `--write` puts the tables into docs/BENCHMARKS.md between its speed marks. The last
line is one JSON object.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench.peers import PEERS
from tests.bench.report import write_section
from tests.bench.search_run import PRODUCT
from tests.bench.speed_report import BEGIN, END, speed_section
from tests.bench.synthetic import write_corpus

PROJECT = Path(__file__).parents[2]
BENCHMARKS = PROJECT / "docs" / "BENCHMARKS.md"
QUERIES = 100
SLOW_PEER = "the first design, as written"
SLOW_QUERIES = {1_000: 20, 10_000: 5, 100_000: 2}
SECONDS_EACH = 1800
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""For all alike: on a busy machine, threads that wait for each other measure the neighbours."""

Figures = dict[str, Any]


def measure(
    sizes: list[int], peers_python: str, queries: int, seconds: float
) -> dict[int, dict[str, Figures]]:
    results: dict[int, dict[str, Figures]] = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            corpus = Path(folder)
            write_corpus(corpus, size, queries)
            results[size] = {}
            for name in (PRODUCT, *PEERS):
                python = sys.executable if name == PRODUCT else peers_python
                asked = SLOW_QUERIES.get(size, 2) if name == SLOW_PEER else queries
                results[size][name] = _run(python, name, corpus, asked, seconds)
                print(size, name, json.dumps(results[size][name]), flush=True)
    return results


def _run(python: str, name: str, corpus: Path, queries: int, seconds: float) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        try:
            ended = subprocess.run(
                [python, "-m", "tests.bench.search_run", name, str(corpus), folder, str(queries)],
                cwd=PROJECT,
                capture_output=True,
                text=True,
                check=False,
                timeout=seconds,
                env={**os.environ, **ONE_THREAD},
            )
        except subprocess.TimeoutExpired:
            return {"missing": f"not done after {seconds:.0f} s"}
    if ended.returncode != 0:
        return {"missing": (ended.stderr.strip().splitlines() or ["no output"])[-1]}
    return json.loads(ended.stdout.splitlines()[-1])


def machine() -> str:
    cores = os.cpu_count()
    load = os.getloadavg()[0]
    return (
        f"{platform.system()} on {platform.machine()}, {cores} cores, Python"
        f" {platform.python_version()}, load average at the end {load:.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--peers-python", default=sys.executable)
    parser.add_argument("--queries", type=int, default=QUERIES)
    parser.add_argument("--seconds", type=float, default=SECONDS_EACH, help="at most for each")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    results = measure(sizes, arguments.peers_python, arguments.queries, arguments.seconds)
    section = speed_section(results, machine())
    print(section)
    print(json.dumps({"search": results}))
    if arguments.write:
        write_section(BENCHMARKS, BEGIN, END, section)


if __name__ == "__main__":
    main()
