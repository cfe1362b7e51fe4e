"""Runs the yard and reads what each home looks like afterwards, so that they can be compared."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.contracts.memory_files import LONG_TERM_PATH
from app.wiring.environment import PROJECT, Environment
from tests.flows.life import assert_history_is_whole, daily_logs, git


@dataclass(frozen=True)
class Remains:
    """All that a person could notice, and all that the next attempt depends on. The history by the
    messages of its commits, newest first, and the files each of them left.
    """

    memory: str
    logs: dict[str, str]
    subjects: tuple[str, ...]
    trees: tuple[str, ...]
    pointers: dict[str, int]
    unfinished: tuple[tuple[Any, ...], ...]
    chunks: tuple[tuple[Any, ...], ...]
    settings: tuple[tuple[Any, ...], ...]


def kill_everywhere(folder: Path) -> tuple[tuple[str, ...], Remains, tuple[Remains, ...]]:
    """What the durable steps were, what remains of a home that was left in peace, and what of
    those that were killed before each step and then finished. The work waits in `template`.
    """
    command = [sys.executable, "-m", "tests.flows.kills.yard", folder / "template", folder]
    ended = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    steps = tuple(ended.stdout.splitlines())
    unharmed = remains(folder / "000")
    homes = (folder / f"{number:03d}" for number in range(1, len(steps) + 1))
    return steps, unharmed, tuple(map(remains, homes))


def remains(home: Path) -> Remains:
    # A commit that was made, but not taken in when the end came, is made anew a moment later.
    assert_history_is_whole(home, may_dangle=True)
    history = git(home, "log", "--format=%T %s").splitlines()
    with closing(sqlite3.connect(Environment(home).database)) as connection:

        def rows(query: str) -> tuple[tuple[Any, ...], ...]:
            return tuple(connection.execute(query).fetchall())

        assert rows("PRAGMA integrity_check") == (("ok",),)
        return Remains(
            memory=(home / LONG_TERM_PATH).read_text(encoding="utf-8"),
            logs=daily_logs(home),
            subjects=tuple(line.partition(" ")[2] for line in history),
            trees=tuple(line.partition(" ")[0] for line in history),
            pointers=dict(rows("SELECT id, last_logged_sequence FROM sessions")),
            unfinished=rows("SELECT kind, key FROM jobs WHERE state IN ('pending', 'running')"),
            chunks=rows("SELECT id, chunk_text, source_path FROM memory_index ORDER BY id"),
            settings=rows("SELECT * FROM settings ORDER BY 1"),
        )
