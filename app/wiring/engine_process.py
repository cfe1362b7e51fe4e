"""The engine process: builds its object graph, runs until its parent goes or it is stopped."""

import logging
import os
import signal
import sys
import threading

from filelock import FileLock, Timeout

from app.contracts.jobs import JobKind
from app.engine.engine import Engine
from app.engine.job_runner import JobRunner
from app.engine.socket_server import SocketServer
from app.memory.daily_log_writer import DailyLogWriter
from app.memory.daily_logs import DailyLogs
from app.memory.summarise.extractive import extractive_summary
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations, open_foundations
from app.wiring.system_clock import TimeOrderedIds

logger = logging.getLogger(__name__)


def run_engine(environment: Environment, *, dies_with_parent: bool) -> int:
    environment.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    instance = FileLock(environment.engine_lock)
    try:
        # A predecessor that was told to stop may still be finishing its last job.
        instance.acquire(timeout=20)
    except Timeout:
        logger.warning("another engine already serves this directory")
        return 0
    try:
        serve(open_foundations(environment), environment, dies_with_parent=dies_with_parent)
    finally:
        instance.release()
    return 0


def serve(base: Foundations, environment: Environment, *, dies_with_parent: bool) -> None:
    """Runs jobs until told to stop. The caller holds the instance lock."""
    owner = f"engine-{os.getpid()}-{TimeOrderedIds().new_id()}"
    base.jobs.end_leases_of_others(owner, base.clock.now())
    writer = DailyLogWriter(
        base.sessions,
        base.messages,
        base.jobs,
        DailyLogs(base.files, base.record_write),
        extractive_summary,
        base.clock,
        owner,
    )
    runner = JobRunner(base.jobs, {JobKind.FLUSH_SESSION: writer.flush}, base.clock, owner)
    engine = Engine(base.jobs, runner, base.clock)

    def wake(_frame: object) -> dict[str, object]:
        engine.wake()
        return {}

    server = SocketServer(environment.engine_socket, {"wake": wake})
    server.start()
    signal.signal(signal.SIGTERM, lambda _number, _frame: engine.stop())
    # Ctrl+C reaches both processes; the parent decides, by closing our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if dies_with_parent:
        threading.Thread(target=_stop_at_end_of_input, args=(engine,), daemon=True).start()
    try:
        engine.run()
    finally:
        server.close()
        base.close()


def _stop_at_end_of_input(engine: Engine) -> None:
    while sys.stdin.buffer.read(1024):
        pass
    engine.stop()
