"""The longest pause of the UI process's event loop while the engine works beside it.

    python -m tests.bench.loop_pauses [--chunks 2000]

The app's object graph without its window, the real engine as its child, and a loop that ticks all
the time, as the window does, while somebody searches twice a second. First with nothing to do, then
during a flush of a long talk, a rebuild of the index and a compaction. What a tick is late is the
pause. On a busy machine much of it is the scheduler's, so it is also told for how much of a pause
this process was at work itself. The last line is one JSON object.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random

from app.contracts.jobs import JobKind
from app.contracts.memory_files import LONG_TERM_PATH, daily_log_path
from app.wiring.environment import Environment
from app.wiring.foundations import open_foundations
from tests.bench.idle_engine import has_all_vectors
from tests.bench.talk import have_a_talk, sentence
from tests.flows.life import Life, open_life, until

TICK_SECONDS = 0.004
MESSAGES = 600
ENTRIES = 400
QUIET_SECONDS = 4.0
SEARCH_EVERY_SECONDS = 0.5
PER_DAY = 20


class Ticking:
    """Remembers by how much its latest tick came too late, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.longest_at_work = 0.0

    async def run(self) -> None:
        before, worked_before = time.perf_counter(), time.process_time()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            now, worked = time.perf_counter(), time.process_time()
            late = now - before - TICK_SECONDS
            self.longest = max(self.longest, late)
            self.longest_at_work = max(self.longest_at_work, min(late, worked - worked_before))
            before, worked_before = now, worked


def write_files(home: Path, chunks: int, chance: Random) -> None:
    """Written as files; the engine indexes and embeds them when it starts."""
    base = open_foundations(Environment(home))
    today = base.clock.now().date()
    for number in range(chunks // PER_DAY):
        day = today - timedelta(days=number + 1)
        bullets = "\n".join(f"- {sentence(chance)}" for _ in range(PER_DAY))
        _put(home / daily_log_path(day), f"# Daily Log - {day}\n\n{bullets}\n")
    entries = [f"- {sentence(chance)}\n" for _ in range(ENTRIES)]
    again = [entry.upper().replace("- ", "- ", 1) for entry in entries[::4]]
    text = "".join(("# Long-term Memory\n\n## Notes\n\n", *entries, *again))
    _put(home / LONG_TERM_PATH, text)
    base.close()


def _put(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


async def search_now_and_then(life: Life) -> None:
    while True:
        await life.chat.injector.inject("What about the red bicycle?", "now")
        await asyncio.sleep(SEARCH_EVERY_SECONDS)


async def while_it(life: Life, work: Callable[[], object]) -> tuple[Ticking, float]:
    """How the loop ticked, and how many seconds the work took."""
    ticking = Ticking()
    beside = [
        asyncio.ensure_future(ticking.run()),
        asyncio.ensure_future(search_now_and_then(life)),
    ]
    await asyncio.sleep(SEARCH_EVERY_SECONDS)
    ticking.longest = ticking.longest_at_work = 0.0
    started = time.perf_counter()
    await asyncio.to_thread(work)
    seconds = time.perf_counter() - started
    for task in beside:
        task.cancel()
    await asyncio.gather(*beside, return_exceptions=True)
    return ticking, seconds


def settle(life: Life, chunks: int) -> None:
    until(lambda: life.base.index_rows.counts().chunks >= chunks, "the engine looked")
    until(lambda: has_all_vectors(life), "all vectors")
    until(lambda: not life.base.jobs.unfinished(), "no job left")


def flush(life: Life) -> None:
    life.chat.triggers.session_left("talk")
    until(lambda: life.is_logged("talk"), "the flush")


def do(life: Life, kind: JobKind) -> None:
    life.base.jobs.enqueue(kind, "", life.base.clock.now())
    life.engine.wake()
    until(lambda: not life.base.jobs.unfinished(), f"{kind} done")


async def measure(life: Life) -> dict[str, float]:
    works: dict[str, Callable[[], object]] = {
        "nothing": lambda: time.sleep(QUIET_SECONDS),
        "flush": lambda: flush(life),
        "rebuild": lambda: do(life, JobKind.REBUILD_INDEX),
        "compaction": lambda: do(life, JobKind.COMPACT_MEMORY),
    }
    figures: dict[str, float] = {}
    for name, work in works.items():
        ticking, seconds = await while_it(life, work)
        figures[f"{name}_seconds"] = round(seconds, 1)
        figures[f"{name}_pause_ms"] = round(ticking.longest * 1000, 1)
        figures[f"{name}_at_work_ms"] = round(ticking.longest_at_work * 1000, 1)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=2_000)
    wanted = parser.parse_args()
    chance = Random(3)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        home.mkdir()
        write_files(home, wanted.chunks, chance)
        with open_life(home) as life:
            settle(life, wanted.chunks)
            # Only now: an engine that starts looks for talk that nobody logged.
            have_a_talk(life, "talk", MESSAGES, chance)
            settle(life, wanted.chunks + MESSAGES)
            figures = asyncio.run(measure(life))
    print(json.dumps({"bench": "loop_pauses", "chunks": wanted.chunks, **figures}))


if __name__ == "__main__":
    main()
