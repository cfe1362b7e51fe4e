"""The engine as a child process: started, watched, restarted with back-off, and it dies with us.

The child's standard input is a pipe we hold: when this process goes, even by SIGKILL, the pipe
closes and the child ends itself.
"""

import logging
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence

from app.device.engine_client import EngineClient

FIRST_RESTART_SECONDS = 0.5
LONGEST_RESTART_SECONDS = 60.0
STOP_SECONDS = 15.0
WAKE_SECONDS = 1.0

logger = logging.getLogger(__name__)


class DesktopEngine:
    """Implements EngineControl."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        client: EngineClient,
        *,
        first_restart: float = FIRST_RESTART_SECONDS,
    ) -> None:
        self._command = tuple(command)
        self._environment = dict(environment)
        self._client = client
        self._first_restart = first_restart
        self._stopping = threading.Event()
        self._is_wanted = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: threading.Thread | None = None

    @property
    def process_id(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        if self._watcher is not None and self._watcher.is_alive():
            return
        self._stopping.clear()
        self._watcher = threading.Thread(target=self._keep_running, name="engine", daemon=True)
        self._watcher.start()

    def wake(self) -> None:
        """One that waits to be started again waits no longer: what made it end may be over."""
        if self._client.ask({"call": "wake"}, WAKE_SECONDS) is None:
            logger.debug("the engine is not up yet; it will find the job when it is")
            self._is_wanted.set()

    def stop(self) -> None:
        self._stopping.set()
        self._is_wanted.set()
        process = self._process
        if process is not None:
            _close_input(process)
        if self._watcher is not None:
            self._watcher.join(STOP_SECONDS)
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()

    def _keep_running(self) -> None:
        wait = self._first_restart
        while not self._stopping.is_set():
            self._is_wanted.clear()
            started = time.monotonic()
            code = self._run_once()
            self._is_wanted.clear()
            if self._stopping.is_set():
                return
            if time.monotonic() - started > LONGEST_RESTART_SECONDS:
                wait = self._first_restart  # it had been well; this is not a crash loop
            logger.warning("the engine ended with %s; starting it again", code)
            self._is_wanted.wait(wait)
            wait = min(wait * 2, LONGEST_RESTART_SECONDS)

    def _run_once(self) -> int:
        with subprocess.Popen(
            self._command, stdin=subprocess.PIPE, env=self._environment
        ) as process:
            self._process = process
            if self._stopping.is_set():
                _close_input(process)
            return process.wait()


def _close_input(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        try:
            process.stdin.close()
        except OSError:
            logger.debug("the engine's input was closed already")
