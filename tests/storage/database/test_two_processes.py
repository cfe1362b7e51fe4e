"""The same file in two processes, one of them killed without warning."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.contracts.jobs import JobKind
from app.storage.database import (
    Database,
    JobRows,
    MessageRows,
    SessionRows,
    open_recovering,
)
from tests.storage.database.values import LEASE, NOON, message, session


@contextmanager
def _child(role: str, path: Path, name: str) -> Generator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.storage.database.child_process", role, str(path), name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert _line(process) == "ready"
        yield process
    finally:
        process.kill()
        process.communicate()


def _line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def _go(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def test_two_processes_never_claim_the_same_job(path: Path, jobs: JobRows):
    expected = {
        jobs.enqueue(JobKind.FLUSH_SESSION, f"session{number}", NOON).id for number in range(40)
    }
    with _child("claim", path, "one") as one, _child("claim", path, "two") as two:
        _go(one)
        _go(two)
        claimed = [*one.communicate()[0].split(), *two.communicate()[0].split()]
    assert sorted(claimed) == sorted(expected)
    assert jobs.unfinished() == ()


def test_the_job_of_a_killed_process_is_claimed_when_its_lease_ran_out(path: Path, jobs: JobRows):
    job = jobs.enqueue(JobKind.FLUSH_SESSION, "walk", NOON)
    with _child("hold", path, "killed") as holder:
        _go(holder)
        assert _line(holder) == job.id
        holder.kill()
        holder.wait()
    assert jobs.claim_next("engine", NOON, LEASE) is None
    again = jobs.claim_next("engine", NOON + LEASE, LEASE)
    assert again is not None
    assert (again.id, again.attempts, again.plan) == (job.id, 2, {"through": "7"})


@pytest.mark.parametrize("acknowledged", [1, 25, 90])
def test_a_process_killed_while_appending_loses_no_acknowledged_message(
    path: Path, database: Database, acknowledged: int
):
    SessionRows(database).create(session())
    database.close()
    with _child("append", path, "m") as writer:
        _go(writer)
        said = [_line(writer) for _ in range(acknowledged)]
        writer.kill()
        assert writer.stdout is not None
        # `communicate` would pass over the lines that came together with those already read.
        said += writer.stdout.read().split()
    opened = open_recovering(path, NOON)
    assert opened.report.findings == ()
    kept = [one.id for one in MessageRows(opened.database).after("walk", 0)]
    assert kept[: len(said)] == said
    # The very last one may have been written without there being time to say so.
    assert len(kept) - len(said) in {0, 1}
    assert opened.database.values("PRAGMA integrity_check") == [("ok",)]
    opened.database.close()


def test_the_two_processes_append_to_one_session_without_mixing_up_the_order(
    path: Path, sessions: SessionRows, messages: MessageRows
):
    sessions.create(session())
    with _child("append", path, "theirs") as writer:
        _go(writer)
        for number in range(20):
            _line(writer)
            messages.append(message(f"ours{number}"))
        writer.kill()
        writer.wait()
    kept = [one.id for one in messages.after("walk", 0)]
    for name in ("ours", "theirs"):
        own = [int(one.removeprefix(name)) for one in kept if one.startswith(name)]
        assert own == list(range(len(own)))
        assert len(own) >= 20
