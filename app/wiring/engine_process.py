"""The engine process: builds its object graph, runs until its parent goes or it is stopped."""

import logging
import os
import sys
import threading
from collections.abc import Callable
from datetime import timedelta

from filelock import FileLock, Timeout

from app.contracts.errors import OneClawError
from app.engine.engine import Engine
from app.engine.index_check import check_index
from app.memory.catch_up import CatchUp
from app.wiring.engine_parts import ask_for_vectors, build_engine
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations, open_foundations
from app.wiring.system_clock import TimeOrderedIds
from app.wiring.told_to_stop import when_told_to_stop

logger = logging.getLogger(__name__)


def run_engine(
    environment: Environment, *, dies_with_parent: bool, stops_after: timedelta | None = None
) -> int:
    """`stops_after` so long without work it ends by itself; else it lives with its parent."""
    environment.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    instance = FileLock(environment.engine_lock)
    try:
        # A predecessor that was told to stop may still be finishing its last job.
        instance.acquire(timeout=20)
    except Timeout:
        logger.warning("another engine already serves this directory")
        return 0
    try:
        base = open_foundations(environment)
    except OneClawError as error:
        # A full disk, say. Whoever started us tries again.
        logger.warning("the engine cannot start: %s", error)
        instance.release()
        return os.EX_TEMPFAIL
    try:
        serve(base, environment, dies_with_parent=dies_with_parent, stops_after=stops_after)
    finally:
        instance.release()
    return 0


def serve(
    base: Foundations,
    environment: Environment,
    *,
    dies_with_parent: bool,
    stops_after: timedelta | None = None,
) -> None:
    """Runs jobs until told to stop. The caller holds the instance lock."""
    owner = f"engine-{os.getpid()}-{TimeOrderedIds().new_id()}"
    _if_it_can(lambda: base.jobs.end_leases_of_others(owner, base.clock.now()))
    catch_up = CatchUp(
        base.files,
        base.history,
        base.index,
        base.seen_files,
        base.unindexed,
        lambda: ask_for_vectors(base),
    )
    _if_it_can(lambda: _catch_up(catch_up))
    parts = build_engine(base, environment, catch_up, owner, stops_after)
    engine, server = parts.engine, parts.server
    _if_it_can(lambda: check_index(base.index_rows, base.jobs, base.clock))
    _if_it_can(parts.upkeep.ask)
    server.start()
    when_told_to_stop(engine.stop)
    if dies_with_parent:
        threading.Thread(target=_stop_at_end_of_input, args=(engine,), daemon=True).start()
    try:
        engine.run()
    finally:
        server.close()
        base.close()


def _if_it_can(step: Callable[[], object]) -> None:
    """What a start puts in order. A disk that is full keeps no engine from running: it answers
    questions and tells the trouble, and the next start tries again.
    """
    try:
        step()
    except OneClawError as error:
        logger.warning("something was not put in order at the start: %s", error)


def _catch_up(catch_up: CatchUp) -> None:
    """What a crash or another editor left is put in order before anybody asks."""
    done = catch_up.run()
    if done.committed:
        logger.info("committed what was left over: %s", ", ".join(done.committed))


def _stop_at_end_of_input(engine: Engine) -> None:
    """Reads the descriptor itself: a buffered reader's lock, held by this thread when the
    interpreter ends, would end it with a crash.
    """
    try:
        while os.read(sys.stdin.fileno(), 1024):
            pass
    except OSError as error:
        logger.warning("the parent can no longer be watched: %s", error)
    engine.stop()
