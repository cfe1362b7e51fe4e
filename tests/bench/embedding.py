"""How fast and how large the embedder is: `python -m tests.bench.embedding`.

Measures in fresh child processes; the last line printed is one JSON object.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import quantiles

from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from models.conversion.measured_texts import proof_texts

ROOT = Path(__file__).resolve().parents[2]
QUERIES = 200
CHUNKS = 1000
Figures = dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--repeat", type=int, default=3, help="processes for each; the best counts")
    parser.add_argument("--child-started", type=float, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child_started is not None:
        print(json.dumps(_measure(arguments.threads[0], arguments.child_started)))
        return
    results: dict[str, Figures] = {}
    for threads in arguments.threads:
        runs = [_run_child(threads) for _ in range(arguments.repeat)]
        results[f"threads_{threads}"] = _best(runs)
        print(f"{threads} thread(s):", results[f"threads_{threads}"], flush=True)
    print(json.dumps(results))


def _run_child(threads: int) -> Figures:
    started = f"{time.time():.6f}"
    command = [sys.executable, "-m", "tests.bench.embedding"]
    command += ["--threads", str(threads), "--child-started", started]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def _best(runs: list[Figures]) -> Figures:
    """Least of each, most texts a second: other work on the machine only ever makes it worse."""
    return {
        name: (max if name == "texts_per_second" else min)(run[name] for run in runs)
        for name in runs[0]
    }


def _measure(threads: int, process_started: float) -> Figures:
    embedder = OnnxEmbedder(ModelSource([ROOT / "models"], threads))
    before = _megabytes()
    load_started = time.perf_counter()
    embedder.embed(["the first text of the day"])
    loaded = time.perf_counter()
    figures = {
        "cold_ms": (time.time() - process_started) * 1000,
        "load_to_first_vector_ms": (loaded - load_started) * 1000,
    }
    figures |= _named(before, "before")
    figures |= _named(_megabytes(), "first_vector")
    figures |= _query_latency(embedder)
    figures |= _throughput(embedder)
    figures |= _named(_megabytes(), "1000_chunks")
    embedder.release()
    figures |= _named(_megabytes(), "released")
    return {name: round(value, 2) for name, value in figures.items()}


def _query_latency(embedder: OnnxEmbedder) -> Figures:
    times: list[float] = []
    for number in range(QUERIES):
        started = time.perf_counter()
        embedder.embed([f"what did I decide about the garden fence in week {number}?"])
        times.append((time.perf_counter() - started) * 1000)
    steps = quantiles(times, n=20)
    return {"query_p50_ms": steps[9], "query_p95_ms": steps[18]}


def _throughput(embedder: OnnxEmbedder) -> Figures:
    """Chunks as memory has them: one or two sentences, some a whole paragraph."""
    sentences = proof_texts()[:195]
    chunks = [
        " ".join(sentences[(number * 7 + step) % len(sentences)] for step in range(1 + number % 4))
        for number in range(CHUNKS)
    ]
    tokens = sum(embedder.token_count(chunk) for chunk in chunks)
    started = time.perf_counter()
    embedder.embed(chunks)
    seconds = time.perf_counter() - started
    return {"texts_per_second": CHUNKS / seconds, "tokens_per_text": tokens / CHUNKS}


def _megabytes() -> tuple[float, float]:
    """Resident, and its anonymous part: what cannot be dropped and read again from a file."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]
    kilobytes = {name: int(size) for name, size, *_ in (line.split() for line in lines)}
    return kilobytes["Rss:"] / 1024, kilobytes["Anonymous:"] / 1024


def _named(megabytes: tuple[float, float], moment: str) -> Figures:
    return {f"resident_mb_{moment}": megabytes[0], f"anonymous_mb_{moment}": megabytes[1]}


if __name__ == "__main__":
    main()
