"""Asks the engine over its socket. No answer in time, or none at all, is an ordinary outcome."""

import logging
import socket
import time
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

logger = logging.getLogger(__name__)


class EngineClient:
    """Implements EngineQuestions. Any thread may ask; each question has its own connection."""

    def __init__(self, socket_path: Path) -> None:
        self._socket_path = socket_path

    def ask(self, frame: Frame, seconds: float) -> Frame | None:
        deadline = time.monotonic() + seconds
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.settimeout(seconds)
                connection.connect(str(self._socket_path))
                if not is_user_of(connection):
                    logger.warning("somebody else listens where the engine should")
                    return None
                connection.sendall(encode_frame(frame))
                prefix = read_exactly(connection, LENGTH_BYTES, deadline)
                return decode_body(read_exactly(connection, body_length(prefix), deadline))
        except (OSError, BadFrame) as problem:
            logger.debug("the engine did not answer: %s", problem)
            return None
