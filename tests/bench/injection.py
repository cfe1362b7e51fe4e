"""What injection adds to a send: the search through a real engine process and building the prompt.

    python -m tests.bench.injection [--chunks 10000] [--sends 60]

The last line of the output is one JSON object. Vectors are random: the engine only has to weigh
them, and the time to make ten thousand real ones is not what is asked here.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from random import Random

import numpy as np

from app.chat.prompt_builder import build_request
from app.contracts.conversation import Message, MessageKind, NewMessage, Session
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.wiring.environment import PROJECT, Environment
from app.wiring.foundations import Foundations, open_foundations
from tests.flows.life import Life, open_life, until

PEOPLE = "Ana Bruno Chiara Dmitri Emeka Fatima Goran Hanna Ivo Jun Kofi Leila".split()
DOING = "likes hates repairs sells paints studies lost found ordered returned".split()
THINGS = (
    "cameras bicycles lamps stoves teapots violins kites boats maps clocks radios tents candles "
    "puzzles ladders curtains engines gardens recipes invoices contracts passports tickets"
).split()
PLACES = "Lisbon Zurich Kyoto Bergen Quito Accra Hanoi Oslo Turin Basel Porto Lviv".split()


def sentence(chance: Random) -> str:
    told = (chance.choice(PEOPLE), chance.choice(DOING), chance.choice(THINGS))
    return f"{' '.join(told)} in {chance.choice(PLACES)}, number {chance.randrange(100_000)}."


def fill(home: Path, chunks: int, chance: Random) -> None:
    base = open_foundations(Environment(home))
    now = base.clock.now()
    for session in range(max(1, chunks // 100)):
        base.sessions.create(Session(f"s{session}", "Talk", "general", now, now))
        said = [_stored(base, f"s{session}", number, sentence(chance)) for number in range(100)]
        base.index.index_messages(said)
    give_vectors(base, np.random.default_rng(1))
    base.close()


def _stored(base: Foundations, session_id: str, number: int, words: str) -> Message:
    said_at = base.clock.now() - timedelta(days=number)
    return base.messages.append(
        NewMessage(f"{session_id}-{number}", session_id, MessageKind.USER, words, said_at)
    )


def give_vectors(base: Foundations, chance: np.random.Generator) -> None:
    model_id = OnnxEmbedder(ModelSource([PROJECT / "models"])).model_id
    while pending := base.index_rows.waiting_for_vector(model_id, 1_000):
        raw = chance.normal(size=(len(pending), 384)).astype("<f4")
        raw /= np.linalg.norm(raw, axis=1, keepdims=True)
        vectors = {chunk.id: row.tobytes() for chunk, row in zip(pending, raw, strict=True)}
        base.index_rows.put_vectors(vectors, model_id)


async def one_send(life: Life, words: str) -> tuple[float, int]:
    """Milliseconds for what comes before the request goes out, and how many memories went in."""
    started = time.perf_counter()
    injection = await life.chat.injector.inject(words, "now")
    build_request("model", injection.section, ())
    return (time.perf_counter() - started) * 1000, len(injection.memories)


async def measure(life: Life, sends: int, chance: Random) -> dict[str, object]:
    figures = [await one_send(life, sentence(chance)) for _ in range(sends)]
    times = sorted(milliseconds for milliseconds, _ in figures)
    return {
        "sends": sends,
        "p50_ms": round(statistics.median(times), 2),
        "p95_ms": round(times[int(len(times) * 0.95) - 1], 2),
        "longest_ms": round(times[-1], 2),
        "memories_per_send": round(statistics.mean(count for _, count in figures), 1),
    }


def answers(life: Life) -> bool:
    hits = life.found("Ana likes cameras in Lisbon")
    return any(hit.vector_score is not None for hit in hits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--sends", type=int, default=60)
    wanted = parser.parse_args()
    chance = Random(7)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        fill(home, wanted.chunks, chance)
        with open_life(home) as life:
            until(lambda: answers(life), "a search with vectors by the engine")
            counts = life.base.index_rows.counts()
            figures = asyncio.run(measure(life, wanted.sends, chance))
    print(json.dumps({"bench": "injection", **asdict(counts), **figures}))


if __name__ == "__main__":
    main()
