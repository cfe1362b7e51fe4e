"""Answers the UI process on a Unix socket in the private directory (0600).

A bad frame ends that connection with an answer, never the engine. Only this user may connect.
"""

import logging
import os
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from app.contracts.engine_link import (
    LENGTH_BYTES,
    BadFrame,
    Frame,
    body_length,
    decode_body,
    encode_frame,
)

Call = Callable[[Frame], Frame]

MOST_CONNECTIONS = 16
QUIET_SECONDS = 30.0

logger = logging.getLogger(__name__)


class SocketServer:
    """`calls` maps the frame's "call" to what answers it."""

    def __init__(self, path: Path, calls: Mapping[str, Call]) -> None:
        self._path = path
        self._calls = calls
        self._free = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)

    def start(self) -> None:
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
            if not _is_same_user(connection) or not self._free.acquire(blocking=False):
                connection.close()
                continue
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection:
                connection.settimeout(QUIET_SECONDS)
                while (frame := _receive(connection)) is not None:
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
        return {"ok": True, **call(frame)}


def _receive(connection: socket.socket) -> Frame | None:
    prefix = _read_exactly(connection, LENGTH_BYTES)
    if not prefix:
        return None
    return decode_body(_read_exactly(connection, body_length(prefix)))


def _read_exactly(connection: socket.socket, count: int) -> bytes:
    received = bytearray()
    while len(received) < count:
        part = connection.recv(count - len(received))
        if not part:
            if received:
                raise BadFrame("the connection ended inside a frame")
            return b""
        received += part
    return bytes(received)


def _is_same_user(connection: socket.socket) -> bool:
    if not hasattr(socket, "SO_PEERCRED"):
        return True  # the 0600 socket in a private directory is the only guard there
    credentials = connection.getsockopt(
        socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")
    )
    _, user, _ = struct.unpack("3i", credentials)
    return user == os.getuid()
