"""How the two processes talk: length-prefixed JSON over a private socket. No pickle, bounded sizes.

The job table carries the work; this link only carries news ("there is work") and questions.
"""

import json
import os
import socket
import struct
import time
from collections.abc import Mapping
from typing import Protocol, cast

LARGEST_FRAME = 1_048_576
_LENGTH = struct.Struct(">I")
LENGTH_BYTES = _LENGTH.size
_CREDENTIALS = struct.Struct("3i")

Frame = Mapping[str, object]


class BadFrame(ValueError):
    """The other side sent something that is not a frame; the connection is not worth keeping."""


def encode_frame(frame: Frame) -> bytes:
    body = json.dumps(frame, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    if len(body) > LARGEST_FRAME:
        raise BadFrame(f"a frame of {len(body)} bytes is over the limit")
    return _LENGTH.pack(len(body)) + body


def body_length(prefix: bytes) -> int:
    if len(prefix) != LENGTH_BYTES:
        raise BadFrame("the length prefix was cut off")
    (length,) = _LENGTH.unpack(prefix)
    if length > LARGEST_FRAME:
        raise BadFrame(f"a frame of {length} bytes is over the limit")
    return length


def decode_body(body: bytes) -> Frame:
    try:
        frame: object = json.loads(body)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise BadFrame("the frame is not JSON") from error
    if not isinstance(frame, dict):
        raise BadFrame("the frame is not a JSON object")
    return cast("dict[str, object]", frame)


def read_exactly(connection: socket.socket, count: int, deadline: float) -> bytes:
    """`deadline` on the monotonic clock. May raise BadFrame and OSError."""
    received = bytearray()
    while len(received) < count:
        left = deadline - time.monotonic()
        if left <= 0:
            raise BadFrame("the frame took too long")
        connection.settimeout(left)
        part = connection.recv(count - len(received))
        if not part:
            raise BadFrame("the connection ended inside a frame")
        received += part
    return bytes(received)


def is_user_of(connection: socket.socket, user: int | None = None) -> bool:
    """Whether the other end is a process of this user; asked by both sides, as the socket may have
    to lie in a folder that others can write to.
    """
    if not hasattr(socket, "SO_PEERCRED"):
        return True  # the 0600 socket in a private directory is the only guard there
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _, peer, _ = _CREDENTIALS.unpack(credentials)
    return peer == (os.getuid() if user is None else user)


class EngineQuestions(Protocol):
    def ask(self, frame: Frame, seconds: float) -> Frame | None:
        """The engine's answer; None when there was none in time. Never raises."""
        ...


class EngineControl(Protocol):
    """The engine as the UI process sees it. Nothing here blocks or fails visibly."""

    def start(self) -> None:
        """Starts the engine if it is not running, and keeps it running until `stop`."""
        ...

    def wake(self) -> None:
        """Tells it that a job waits. A lost wake is no loss: it looks for itself when it starts."""
        ...

    def stop(self) -> None:
        """Lets it finish what is due, within reason, and ends it."""
        ...
