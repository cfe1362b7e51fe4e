"""What the other process does in the tests: append, claim or hold, until it is told or killed.

`python -m tests.storage.database.child_process append|claim|hold DATABASE NAME`
"""

import sys
from datetime import timedelta
from pathlib import Path

from app.contracts.jobs import Done
from app.storage.database import Database, JobRows, MessageRows, open_database
from tests.storage.database.values import LEASE, NOON, CountedIds, message


def _say(word: str) -> None:
    print(word, flush=True)


def append(database: Database, name: str) -> None:
    """A message id is said only after `append` returned: from then on it must survive."""
    messages = MessageRows(database)
    for number in range(100_000):
        messages.append(message(f"{name}{number}", text=f"message {number} " * 40))
        _say(f"{name}{number}")


def claim(database: Database, name: str) -> None:
    jobs = JobRows(database, CountedIds(name))
    while (job := jobs.claim_next(name, NOON, LEASE)) is not None:
        _say(job.id)
        jobs.finish(job.id, name, Done(), NOON)


def hold(database: Database, name: str) -> None:
    jobs = JobRows(database, CountedIds(name))
    job = jobs.claim_next(name, NOON, timedelta(minutes=5))
    if job is not None:
        jobs.keep_plan(job.id, name, {"through": "7"})
        _say(job.id)
    sys.stdin.readline()


if __name__ == "__main__":
    _, role, path, own_name = sys.argv
    opened = open_database(Path(path))
    _say("ready")
    sys.stdin.readline()
    {"append": append, "claim": claim, "hold": hold}[role](opened, own_name)
    opened.close()
