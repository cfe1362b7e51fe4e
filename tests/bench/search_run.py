"""Measures one system over one corpus, in a process of its own, and prints one JSON object.

python -m tests.bench.search_run NAME CORPUS_FOLDER WORK_FOLDER QUERIES
"""

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench.peers import Peer, open_peer
from tests.bench.synthetic import Asked, read_corpus

PRODUCT = "OneClaw"
LIMIT = 10
WARM_UP = 3


def main(name: str, corpus_folder: Path, folder: Path, queries: int) -> dict[str, float | str]:
    started_with = _resident_megabytes()
    corpus = read_corpus(corpus_folder)
    if name == PRODUCT:
        return _product(folder, corpus_folder, queries)
    try:
        peer = open_peer(name, folder)
    except ImportError as error:
        return {"missing": str(error)}
    build_seconds = _seconds(lambda: peer.build(corpus))
    load_seconds = _seconds(peer.load)
    asked = corpus.queries[:queries]
    return {
        "build_seconds": build_seconds,
        "load_ms": load_seconds * 1000,
        **_latencies(peer, asked),
        "memory_mb": _resident_megabytes() - started_with,
    }


def _product(folder: Path, corpus_folder: Path, queries: int) -> dict[str, float | str]:
    # Only here: the peers' environment has none of the app's packages.
    from tests.bench.product_search import ProductSearch

    product = ProductSearch(folder)
    corpus = read_corpus(corpus_folder)
    build_seconds = _seconds(lambda: product.build(corpus))
    asked = corpus.queries[:queries]
    product.load()
    before = _resident_megabytes()
    load_seconds = _seconds(product.open_again)
    figures: dict[str, float | str] = {
        "build_seconds": build_seconds,
        "load_ms": load_seconds * 1000,
        "load_without_cache_ms": product.seconds_without_cache * 1000,
        **_latencies(product, asked),
        "memory_mb": _resident_megabytes() - before,
    }
    product.embed_each_question()
    with_model = _latencies(product, asked)
    figures["with_model_p50_ms"] = with_model["p50_ms"]
    figures["with_model_p95_ms"] = with_model["p95_ms"]
    return figures


def _latencies(peer: Peer, asked: tuple[Asked, ...]) -> dict[str, float]:
    for one in asked[:WARM_UP]:
        peer.search(one, LIMIT)
    times: list[float] = []
    found = 0
    processor = time.process_time()
    for one in asked:
        started = time.perf_counter()
        numbers = peer.search(one, LIMIT)
        times.append((time.perf_counter() - started) * 1000)
        found += one.about in numbers
    processor = time.process_time() - processor
    times.sort()
    return {
        "p50_ms": times[len(times) // 2],
        "p95_ms": times[min(int(len(times) * 0.95), len(times) - 1)],
        "cpu_ms": 1000 * processor / len(asked),
        "found": 100 * found / len(asked),
    }


def _seconds(work: Callable[[], None]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _resident_megabytes() -> float:
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    name, corpus_folder, folder, queries = sys.argv[1:5]
    print(json.dumps(main(name, Path(corpus_folder), Path(folder), int(queries))))
