"""Plays the same work again and again, each time killed at the next durable step, then finishes it.

Usage: python -m tests.flows.kills.yard TEMPLATE FOLDER

TEMPLATE is a home with work waiting. FOLDER/000 becomes the home where nobody was killed,
FOLDER/NNN the one killed before step NNN, which the next engine finished. Prints the steps, one a
line. One process that forks for each attempt: what costs time is to start Python.
"""

import gc
import os
import shutil
import signal
import sys
from pathlib import Path

from tests.flows.kills.durable_steps import DurableSteps
from tests.flows.kills.work import work


def attempt(steps: DurableSteps, home: Path, die_before: int) -> int:
    """How it ended; negative is the number of a signal."""
    child = os.fork()
    if child == 0:
        steps.begin(home, die_before)
        work(home)
        os._exit(os.EX_OK)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(template: Path, folder: Path) -> None:
    steps = DurableSteps()
    # In this process, so that those it forks find everything imported.
    unharmed = shutil.copytree(template, folder / "000")
    steps.begin(unharmed, 0)
    work(unharmed)
    heard = tuple(steps.heard)
    print("\n".join(heard))
    # Those it forks share its memory for as long as nobody touches it.
    gc.collect()
    gc.freeze()
    gc.disable()
    for number in range(1, len(heard) + 1):
        home = shutil.copytree(template, folder / f"{number:03d}")
        killed = attempt(steps, home, number)
        assert killed == -signal.SIGKILL, f"{killed} at {heard[number - 1]}"
        finished = attempt(steps, home, 0)
        assert finished == os.EX_OK, f"{finished} after a kill before {heard[number - 1]}"


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
