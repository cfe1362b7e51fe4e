"""Looks at a memory directory and says how it is: `python -m app.wiring.doctor [--repair] [DIR]`.

Without --repair not a byte is changed. With it, what is derived is mended: history, database,
index, cache. A memory file is never touched. Ends with 0: all is well, 1: something is not as it
should be, 2: it could not be looked at.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.contracts.check_up import DatabaseHealth, HistoryHealth
from app.contracts.errors import DatabaseError, OneClawError
from app.memory.catch_up import CatchUp
from app.memory.check_up.check_up import CheckedHistory, IndexParts, check_up
from app.memory.check_up.findings import CheckUpReport
from app.memory.check_up.plain_words import report_lines
from app.memory.index_builder import IndexBuilder, fits_the_model
from app.storage.database import IndexRows, MessageRows, open_recovering
from app.storage.database.inspection import check_database, mend_indexes, reading_only
from app.storage.git_history import GitHistory
from app.storage.left_behind import LeftBehind
from app.storage.memory_files import LOCK_NAME, MemoryFilesOnDisk
from app.storage.quiet_moment import is_held, quiet_moment
from app.wiring.environment import Environment, read_environment
from app.wiring.foundations import open_foundations
from app.wiring.system_clock import SystemClock

FINE, FINDINGS, CANNOT_CHECK = 0, 1, 2


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="doctor", description="Checks a memory directory: files, history, database, index."
    )
    parser.add_argument("directory", nargs="?", type=Path, help="instead of the app's own")
    parser.add_argument(
        "--repair", action="store_true", help="mend what is derived; memory files stay as they are"
    )
    options = parser.parse_args(arguments)
    environment = read_environment(os.environ)
    if options.directory is not None:
        environment = replace(environment, home=options.directory.absolute())
    if refusal := _refusal(environment):
        _say(refusal)
        return CANNOT_CHECK
    try:
        if options.repair:
            repair(environment)
        report = look(environment)
    except (OneClawError, OSError) as error:
        _say(f"This could not be done: {getattr(error, 'sentence', error)}")
        return CANNOT_CHECK
    _say(f"Memory in {environment.home}", "", *report_lines(report))
    return FINDINGS if report.findings else FINE


def look(environment: Environment) -> CheckUpReport:
    """Changes nothing, and keeps writers away while it compares."""
    history = GitHistory(environment.home, SystemClock())
    # Reading all of it may take long, and nobody has to wait: versions are only ever added.
    health = history.check()
    with quiet_moment(environment.home / LOCK_NAME):
        return _looked_at(environment, history, history.check() if health.problems else health)


def repair(environment: Environment) -> None:
    """What every start does, but thoroughly: nothing is believed by its look."""
    clock = SystemClock()
    files = MemoryFilesOnDisk(environment.home)
    with files.lock():
        GitHistory(environment.home, clock).prepare(thorough=True)
        engine_runs = is_held(environment.engine_lock)
    opened = open_recovering(environment.database, clock.now())
    mend_indexes(opened.database)
    opened.database.close()
    base = open_foundations(environment)
    try:
        CatchUp(base.files, base.history, base.index, base.seen_files, base.unindexed).run(
            thorough=True
        )
        with files.lock():
            _left_behind(environment).remove(engine_runs=engine_runs)
    finally:
        base.close()


def _looked_at(
    environment: Environment, history: GitHistory, health: HistoryHealth
) -> CheckUpReport:
    files = MemoryFilesOnDisk(environment.home)
    versions = CheckedHistory(health, history.uncommitted)
    left = _left_behind(environment).found(engine_runs=is_held(environment.engine_lock))
    if not environment.database.exists():
        missing = DatabaseHealth(exists=False, problems=_missing_database(environment))
        return check_up(files, versions, missing, None, left)
    try:
        with reading_only(environment.database) as database:
            found = check_database(database)
            rows = IndexRows(database)
            builder = IndexBuilder(rows, SystemClock(), fits_the_model)
            parts = IndexParts(rows, MessageRows(database), builder) if found.is_usable else None
            return check_up(files, versions, found, parts, left)
    except DatabaseError as error:
        damaged = DatabaseHealth(exists=True, problems=(error.sentence,))
        return check_up(files, versions, damaged, None, left)


def _missing_database(environment: Environment) -> tuple[str, ...]:
    has_memory = (environment.home / "memory").is_dir()
    return ("There are memory files, but no database that knows them.",) if has_memory else ()


def _left_behind(environment: Environment) -> LeftBehind:
    return LeftBehind(environment.home, environment.search_cache, environment.engine_socket)


def _refusal(environment: Environment) -> str:
    home = environment.home
    if not home.exists():
        return f"There is no directory {home}. The app makes it when it is first started."
    if not home.is_dir():
        return f"{home} is not a directory."
    if not os.access(home, os.R_OK | os.X_OK):
        return f"{home} cannot be read."
    # A repair in just any directory would start a version history there.
    if not environment.database.exists() and not (home / "memory").is_dir():
        return f"{home} holds no memory of OneClaw."
    return ""


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
