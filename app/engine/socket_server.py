"""Answers the UI process on a Unix socket in the private directory (0600).

A bad frame ends that connection with an answer, never the engine. Only this user may connect.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from app.contracts.engine_link import (
    LENGTH_BYTES,
    BadFrame,
    Frame,
    body_length,
    decode_body,
    encode_frame,
    is_user_of,
    read_exactly,
)
from app.contracts.errors import OneClawError

Call = Callable[[Frame], Frame]

MOST_CONNECTIONS = 16
QUIET_SECONDS = 30.0

logger = logging.getLogger(__name__)


class SocketServer:
    """`calls` maps the frame's "call" to what answers it."""

    def __init__(
        self,
        path: Path,
        calls: Mapping[str, Call],
        *,
        user: int | None = None,
        quiet_seconds: float = QUIET_SECONDS,
    ) -> None:
        """`user` may ask, by default the one this process runs as."""
        self._path = path
        self._calls = calls
        self._user = user
        self._quiet_seconds = quiet_seconds
        self._free = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)

    def start(self) -> None:
        """Where nobody can be listened to, the jobs are done all the same."""
        try:
            self._listen()
        except OSError as error:
            logger.warning("the engine cannot be asked: %s", error)

    def _listen(self) -> None:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The engine holds the instance lock, so a socket that lies here belongs to a dead one.
        self._path.unlink(missing_ok=True)
        old_mask = os.umask(0o177)
        try:
            self._listener.bind(str(self._path))
        finally:
            os.umask(old_mask)
        self._listener.listen(MOST_CONNECTIONS)
        threading.Thread(target=self._accept, name="socket-server", daemon=True).start()

    def close(self) -> None:
        self._listener.close()
        self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            if not is_user_of(connection, self._user) or not self._free.acquire(blocking=False):
                connection.close()
                continue
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection:
                while (frame := _receive(connection, self._quiet_seconds)) is not None:
                    connection.settimeout(self._quiet_seconds)
                    connection.sendall(encode_frame(self._answer(frame)))
        except BadFrame as problem:
            logger.info("dropped a connection: %s", problem)
        except OSError:
            logger.debug("a connection ended", exc_info=True)
        finally:
            self._free.release()

    def _answer(self, frame: Frame) -> Frame:
        call = self._calls.get(str(frame.get("call")))
        if call is None:
            return {"ok": False, "error": "unknown call"}
        try:
            return {"ok": True, **call(frame)}
        except OneClawError as error:
            logger.warning("a question was not answered: %s", error)
            return {"ok": False, "error": error.sentence}


def _receive(connection: socket.socket, seconds: float) -> Frame | None:
    """None: the other side has nothing more to ask. A frame that has begun must end in time."""
    connection.settimeout(seconds)
    first = connection.recv(1)
    if not first:
        return None
    deadline = time.monotonic() + seconds
    prefix = first + read_exactly(connection, LENGTH_BYTES - 1, deadline)
    return decode_body(read_exactly(connection, body_length(prefix), deadline))
