"""The index of a year: how large it is on disk, and how fast one core makes it.

    python -m tests.bench.year_index [--days 365] [--embedded 600]

A log for each day and a full MEMORY.md; and the same with the messages of the year, which are
findable too. The size is of the real rows with a vector each, and of the cache that search is
opened from. Those vectors are random; how long real ones take is measured on the first chunks
alone. The last line is one JSON object.
"""

import argparse
import json
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from random import Random

import numpy as np

from app.contracts.conversation import MessageKind, NewMessage, Session
from app.contracts.memory_files import LONG_TERM_PATH, daily_log_path
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.embedding.word_vectors import WordVectors
from app.memory.index_builder import embed_pending
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from app.wiring.environment import PROJECT, Environment
from app.wiring.foundations import Foundations, open_foundations
from tests.bench.injection import give_vectors
from tests.bench.talk import sentence

FIRST_DAY = date(2025, 1, 1)
BULLETS_A_DAY = 6
MESSAGES_A_DAY = 10
ENTRIES = 300
BATCH = 16


def texts_of(days: int, chance: Random) -> dict[str, str]:
    texts: dict[str, str] = {}
    for number in range(days):
        day = FIRST_DAY + timedelta(days=number)
        bullets = "\n".join(f"- {sentence(chance)}" for _ in range(BULLETS_A_DAY))
        block = f"## 21:10 · Talk {number}\n\n{bullets}\n\n<!-- block b{number} -->\n---\n"
        texts[daily_log_path(day)] = f"# Daily Log - {day}\n\n{block}"
    entries = "\n".join(f"- {sentence(chance)}" for _ in range(ENTRIES))
    texts[LONG_TERM_PATH] = f"# Long-term Memory\n\n## Notes\n\n{entries}\n"
    return texts


def index_messages(base: Foundations, days: int, chance: Random) -> None:
    now = base.clock.now()
    base.sessions.create(Session("s", "Talk", "general-assistant", now, now))
    said = [
        base.messages.append(NewMessage(f"m{number}", "s", MessageKind.USER, sentence(chance), now))
        for number in range(days * MESSAGES_A_DAY)
    ]
    base.index.index_messages(said)


def megabytes(home: Path, embedder: OnnxEmbedder, words: WordVectors) -> tuple[float, int]:
    """With the vectors that are missing; of all that search stands on, messages included."""
    base = open_foundations(Environment(home))
    give_vectors(base, np.random.default_rng(1))
    search = HybridSearch(base.index_feed, SearchModels(embedder, words), cache=base.index_cache)
    search.warm_up()
    search.save()
    chunks = base.index_rows.counts().chunks
    base.close()
    environment = Environment(home)
    return sum(
        it.stat().st_size for it in (environment.database, environment.search_cache)
    ) / 1e6, chunks


def chunks_per_minute(base: Foundations, embedder: OnnxEmbedder, wanted: int) -> float:
    embedder.embed(["the model is loaded"])
    done, started = 0, time.perf_counter()
    while done < wanted and (embedded := embed_pending(base.index_rows, embedder, limit=BATCH)):
        done += embedded
    return done / (time.perf_counter() - started) * 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--embedded", type=int, default=600)
    wanted = parser.parse_args()
    chance = Random(11)
    source = ModelSource([PROJECT / "models"], threads=1)
    embedder, words = OnnxEmbedder(source), WordVectors(source)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        base = open_foundations(Environment(home))
        started = time.perf_counter()
        base.index.index_files(texts_of(wanted.days, chance))
        cutting = time.perf_counter() - started
        pace = chunks_per_minute(base, embedder, wanted.embedded)
        base.close()
        files_mb, file_chunks = megabytes(home, embedder, words)
        base = open_foundations(Environment(home))
        index_messages(base, wanted.days, chance)
        base.close()
        all_mb, all_chunks = megabytes(home, embedder, words)
    figures = {
        "file_chunks": file_chunks,
        "files_mb": round(files_mb, 2),
        "all_chunks": all_chunks,
        "all_mb": round(all_mb, 2),
        "seconds_without_vectors": round(cutting, 2),
        "chunks_per_minute": round(pace),
    }
    print(json.dumps({"bench": "year_index", **figures}))


if __name__ == "__main__":
    main()
