"""What has to be true when the killing is over: of files and history at once, of all the rest after
one healthy start of the engine.
"""

import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from app.contracts.jobs import JobKind
from app.memory.daily_log import parse_blocks
from app.wiring.environment import PROJECT, Environment
from app.wiring.foundations import Foundations, open_foundations
from tests.torture.commands import engine_command
from tests.torture.promises import Promises, broken_promises, git_complaints, git_status

LONGEST_WAIT = 120.0


def complaints(home: Path, promises: Promises) -> list[str]:
    found = [*broken_promises(home, promises), *git_complaints(home), *_database(home)]
    found += _after_a_healthy_start(home, promises)
    return [*found, *_doctor(home), *broken_promises(home, promises), *git_complaints(home)]


def _database(home: Path) -> Iterator[str]:
    with closing(sqlite3.connect(home / "oneclaw.db")) as connection:
        verdict = connection.execute("PRAGMA integrity_check").fetchall()
        if verdict != [("ok",)]:
            yield f"integrity_check: {verdict}"


def _after_a_healthy_start(home: Path, promises: Promises) -> list[str]:
    environment = Environment(home)
    base = open_foundations(environment)
    try:
        for session_id in base.sessions.with_unlogged_messages():  # as every start of the app
            base.jobs.enqueue(JobKind.FLUSH_SESSION, session_id, base.clock.now())
        _let_the_engine_finish(environment, base)
        return [*_talks(home, base, promises), *_database(home)]
    finally:
        base.close()


def _let_the_engine_finish(environment: Environment, base: Foundations) -> None:
    process = subprocess.Popen(
        engine_command(), cwd=PROJECT, env=environment.for_child(), stdin=subprocess.PIPE
    )
    deadline = time.monotonic() + LONGEST_WAIT
    while flushes := [it for it in base.jobs.unfinished() if it.kind is JobKind.FLUSH_SESSION]:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{len(flushes)} flushes are not done")
        time.sleep(0.1)
    process.communicate()
    if process.returncode:
        raise RuntimeError(f"the engine ended with {process.returncode}")


def _talks(home: Path, base: Foundations, promises: Promises) -> Iterator[str]:
    """Every acknowledged message is stored once, and every session is logged to its end."""
    base.jobs.clear_finished(base.clock.now())
    blocks = [
        block
        for path in sorted((home / "memory/daily").glob("*.md"))
        for block in parse_blocks(path.read_text(encoding="utf-8"))
    ]
    twice = [name for name, n in Counter(block.id for block in blocks).items() if n > 1]
    yield from (f"block {name} was written twice" for name in twice)
    logged = "\n".join(block.body for block in blocks if block.title.startswith("Talk "))
    for session_id, words in promises.said.items():
        stored = base.messages.after(session_id, 0)
        if [it.id for it in stored][: len(words)] != words:
            yield f"{session_id}: its messages are not those that were acknowledged"
        session = base.sessions.get(session_id)
        if session is None or session.last_logged_sequence != stored[-1].sequence:
            yield f"{session_id} was not logged to its end"
        yield from (
            f"{word} was logged {n} times"
            for word in words
            if (n := logged.count(f"to {word}.")) > 1
        )


def _doctor(home: Path) -> Iterator[str]:
    for option in (["--repair"], []):
        command = [sys.executable, "-m", "app.wiring.doctor", *option, str(home)]
        ended = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
        if ended.returncode:
            yield f"doctor {option}: {ended.stdout}{ended.stderr}"
    if status := git_status(home):
        yield f"git status: {status}"
