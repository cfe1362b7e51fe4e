"""Keeps writers away while somebody looks, without making a file: not even the lock's."""

import fcntl
import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from app.contracts.errors import WriteFailed

_POLL_SECONDS = 0.02


@contextmanager
def quiet_moment(lock_file: Path, *, patience: float = 30.0) -> Generator[None]:
    """Where there is no lock file, nobody has ever written."""
    try:
        descriptor = os.open(lock_file, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        yield
        return
    try:
        deadline = time.monotonic() + patience
        while not _is_taken(descriptor):
            if time.monotonic() > deadline:
                raise WriteFailed("Memory is busy with another task.")
            time.sleep(_POLL_SECONDS)
        yield
    finally:
        os.close(descriptor)


def is_held(lock_file: Path) -> bool:
    """Whether a living process holds this lock."""
    try:
        descriptor = os.open(lock_file, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        return not _is_taken(descriptor)
    finally:
        os.close(descriptor)


def _is_taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
