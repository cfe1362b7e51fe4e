"""Counts every durable step of this process, whoever makes it, and dies with SIGKILL before one.

A step is a file placed, removed or written in place, a folder made, or a change of the database
that is about to hold. Heard from the interpreter itself, so no store can forget to tell. Before a
step is after the one before it; a scratch file that nothing points to yet is no step.
"""

import os
import re
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

AnyPath = str | os.PathLike[str]

_OBJECT = re.compile(r"objects/[0-9a-f]{2}/[0-9a-f]{38}")
_SCRATCH = re.compile(r"(^|/)(tmp[^/]*\.tmp|\.[0-9a-f]+\.oneclaw-tmp)$")
_NOTHING_YET = re.compile(r"objects/[0-9a-f]{2}$|\.lock$|\.in-use$")
"""Empty folders of objects, and locks: they hold nothing."""

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND
_TABLE = re.compile(r"(?:INTO |FROM |^)\"?(\w+)")
_NO_CHANGE = ("SELECT", "WITH", "BEGIN", "ROLLBACK", "PRAGMA", "--")
"""Two dashes begin what a trigger does in a statement that was heard of already."""


class DurableSteps:
    """Listens from its making to the end of the process; there is no way to stop."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._home = ""
        self._die_before = 0
        self._changes: dict[str, None] = {}
        self._handlers: dict[str, Callable[..., None]] = {
            "os.rename": self._on_rename,
            "os.remove": self._on_removal,
            "os.mkdir": self._on_folder,
            "open": self._on_open,
        }
        sys.addaudithook(self._hear)
        on_statement = self._on_statement

        class Heard(sqlite3.Connection):
            def __init__(self, *arguments: Any, **options: Any) -> None:
                super().__init__(*arguments, **options)
                self.set_trace_callback(lambda statement: on_statement(self, statement))

        # SQLite changes files without a word to the interpreter; so its connections have to tell.
        setattr(sqlite3, "Connection", Heard)  # noqa: B010

    def begin(self, home: Path, die_before: int) -> None:
        """Counts from 1 again, in this home alone; 0 lives on."""
        self.heard.clear()
        self._home = f"{home}/"
        self._die_before = die_before

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._home and event in self._handlers:
            self._handlers[event](*arguments)

    def _on_rename(self, _source: AnyPath, target: AnyPath, *_: object) -> None:
        self._on_file("place", target)

    def _on_removal(self, path: AnyPath, *_: object) -> None:
        self._on_file("remove", path)

    def _on_folder(self, path: AnyPath, *_: object) -> None:
        if not Path(path).exists():
            self._on_file("make folder", path)

    def _on_open(self, path: AnyPath | int, _mode: object, flags: int) -> None:
        if not isinstance(path, int) and flags & _WRITES:
            self._on_file("write", path)

    def _on_file(self, what: str, path: AnyPath) -> None:
        name = os.fsdecode(path)
        is_ours = name.startswith(self._home)
        if is_ours and not _SCRATCH.search(name) and not _NOTHING_YET.search(name):
            name = _OBJECT.sub("objects/*", name.removeprefix(self._home))
            self._step(f"{what} {name}")

    def _on_statement(self, connection: sqlite3.Connection, statement: str) -> None:
        """Called before it runs."""
        verb, _, rest = statement.lstrip().partition(" ")
        if verb == "COMMIT":
            if self._changes:
                self._step(f"database {', '.join(self._changes)}")
            self._changes.clear()
        elif verb not in _NO_CHANGE:
            change = " ".join((verb, *_TABLE.findall(rest)[:1]))
            if connection.in_transaction:
                self._changes[change] = None
            else:
                self._step(f"database {change}")

    def _step(self, what: str) -> None:
        self.heard.append(what)
        if len(self.heard) == self._die_before:
            os.kill(os.getpid(), signal.SIGKILL)
