"""What an engine costs that has nothing to do: processor time and wake-ups over a minute, memory.

    python -m tests.bench.idle_engine [--seconds 60]

It has just flushed a talk and embedded it, so the model is loaded: the dearest kind of idle. A
wake-up is a thread that was given a processor, as the kernel counts it. Needs Linux. The last line
is one JSON object.
"""

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from random import Random

from tests.bench.talk import have_a_talk
from tests.flows.life import Life, open_life, until

MESSAGES = 50
SETTLES_SECONDS = 3.0


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wake_ups(process: int) -> int:
    tasks = Path(f"/proc/{process}/task").glob("*/status")
    lines = (line for task in tasks for line in task.read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if "voluntary_ctxt_switches" in line)


def megabytes(process: int) -> tuple[float, float]:
    """Resident, and its anonymous part: what cannot be dropped and read again from a file."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    kilobytes = {name: int(size) for name, size, *_ in (line.split() for line in lines)}
    return kilobytes["Rss:"] / 1024, kilobytes["Anonymous:"] / 1024


def has_all_vectors(life: Life) -> bool:
    counts = life.base.index_rows.counts()
    return counts.with_vector == counts.chunks


def work_a_little(life: Life) -> None:
    have_a_talk(life, "talk", MESSAGES, Random(5))
    life.chat.triggers.app_left()
    life.until_logged("talk")
    until(lambda: not life.base.jobs.unfinished(), "no job left")
    until(lambda: has_all_vectors(life), "all vectors")
    assert life.found("the red bicycle")


def idle(life: Life, seconds: float) -> dict[str, float]:
    work_a_little(life)
    engine = process_of(life)
    time.sleep(SETTLES_SECONDS)
    processor, woken = processor_seconds(engine), wake_ups(engine)
    time.sleep(seconds)
    resident, anonymous = megabytes(engine)
    return {
        "seconds": seconds,
        "cpu_seconds": round(processor_seconds(engine) - processor, 3),
        "wake_ups": wake_ups(engine) - woken,
        "resident_mb": round(resident, 1),
        "anonymous_mb": round(anonymous, 1),
    }


def before_and_after_a_search(life: Life) -> dict[str, float]:
    """An engine that has nothing to do loads its model at the first question."""
    life.until_engine_answers()
    time.sleep(SETTLES_SECONDS)
    before, _ = megabytes(process_of(life))
    life.chat.search_ahead.ask()
    after, _ = megabytes(process_of(life))
    return {"without_model_mb": round(before, 1), "model_adds_mb": round(after - before, 1)}


def process_of(life: Life) -> int:
    engine = life.engine.process_id
    assert engine is not None
    return engine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        with open_life(home) as life:
            figures = idle(life, seconds)
        with open_life(home) as life:
            figures |= before_and_after_a_search(life)
    print(json.dumps({"bench": "idle_engine", **figures}))


if __name__ == "__main__":
    main()
