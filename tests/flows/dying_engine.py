"""The real engine, which kills itself with SIGKILL at one step of a flush. Run as a child process.

Every step there is, one by one, is gone through in `tests/flows/kills`.

Usage: python -m tests.flows.dying_engine STEP   (ONECLAW_HOME says where)
"""

import os
import signal
import sys
from dataclasses import replace
from datetime import datetime

from filelock import FileLock

from app.wiring.engine_process import serve
from app.wiring.environment import read_environment
from app.wiring.foundations import Foundations, open_foundations

STEPS = ("after-claim", "before-pointer")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class _DyingJobs:
    """The real queue, with an end at the chosen step."""

    def __init__(self, base: Foundations, step: str) -> None:
        self._jobs = base.jobs
        self._step = step

    def __getattr__(self, name: str) -> object:
        return getattr(self._jobs, name)

    def keep_plan(self, job_id: str, owner: str, plan: dict[str, str]) -> bool:
        kept = self._jobs.keep_plan(job_id, owner, plan)
        if self._step == "after-claim":
            die()
        return kept

    def finish_flush(
        self, job_id: str, owner: str, session_id: str, logged_sequence: int, now: datetime
    ) -> bool:
        if self._step == "before-pointer":
            die()
        return self._jobs.finish_flush(job_id, owner, session_id, logged_sequence, now)


def main(step: str) -> None:
    environment = read_environment(os.environ)
    with FileLock(environment.engine_lock):
        base = open_foundations(environment)
        jobs = _DyingJobs(base, step)
        dying = replace(base, jobs=jobs)  # pyright: ignore[reportArgumentType]
        serve(dying, environment, dies_with_parent=True)


if __name__ == "__main__":
    main(sys.argv[1])
