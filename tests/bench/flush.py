"""How long a flush of 50 messages takes in the real engine, without the model's own time.

    python -m tests.bench.flush [--flushes 10]

From the trigger to the moved pointer, which is after file, commit and index rows. Once with a model
on loopback that answers at once, once with the summariser of this device, which has no such time to
leave out. The last line is one JSON object.
"""

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

from tests.bench.talk import have_a_talk
from tests.fakes.loopback_model import Asked, loopback_model, says
from tests.flows.life import Life, choose_model, open_life
from tests.providers.raw_server import Reply

MESSAGES = 50
LOOK_AGAIN_SECONDS = 0.002


def answer(asked: Asked) -> Reply:
    del asked
    bullets = "\n".join(f"- They spoke about plan number {number}." for number in range(8))
    return says(f"## Daily Summary\n{bullets}\n\n## Long-term Facts\n- Owns a red bicycle")


def milliseconds_of_flushes(life: Life, flushes: int) -> list[float]:
    chance = Random(5)
    times: list[float] = []
    for number in range(flushes + 1):
        session_id = f"talk {number}"
        have_a_talk(life, session_id, MESSAGES, chance)
        started = time.perf_counter()
        life.chat.triggers.session_left(session_id)
        while not life.is_logged(session_id):
            time.sleep(LOOK_AGAIN_SECONDS)
        times.append((time.perf_counter() - started) * 1000)
        life.until_no_flush_waits()
    return times[1:]  # the first one waits for the engine to start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flushes", type=int, default=10)
    flushes = parser.parse_args().flushes
    figures: dict[str, float] = {"messages": MESSAGES, "flushes": flushes}
    with tempfile.TemporaryDirectory() as folder, loopback_model(answer) as model:
        with_model, without = Path(folder, "with"), Path(folder, "without")
        choose_model(with_model, model.address)
        for name, home in (("model", with_model), ("device", without)):
            with open_life(home) as life:
                times = milliseconds_of_flushes(life, flushes)
            figures[f"{name}_median_ms"] = round(statistics.median(times), 1)
            figures[f"{name}_longest_ms"] = round(max(times), 1)
    print(json.dumps({"bench": "flush", **figures}))


if __name__ == "__main__":
    main()
