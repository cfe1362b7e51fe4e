"""A device with little storage: a real tmpfs where that is allowed, a refusing disk elsewhere."""

import contextlib
import errno
import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from app.storage.database import Database
from tests.flows.refusing_disk import Gate

MEGABYTES = 6
_BLOCK = 4096


class SmallDevice(Protocol):
    home: Path
    gate: Gate

    def fill(self, database: Database, *, leaving: int = 0) -> None:
        """Until only so many blocks are free."""
        ...

    def make_room(self, database: Database) -> None: ...


class TmpfsDevice:
    """The kernel refuses, at whatever step the space is gone."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.gate = Gate()
        self._ballast = home / "ballast.bin"

    def fill(self, database: Database | None = None, *, leaving: int = 0) -> None:
        with contextlib.suppress(OSError), self._ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"\1" * _BLOCK)
        os.truncate(self._ballast, max(0, self._ballast.stat().st_size - leaving * _BLOCK))

    def make_room(self, database: Database | None = None) -> None:
        self._ballast.unlink()


class RefusingDevice:
    """The same from inside: files and history through the gate, SQLite by its own limit."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.gate = Gate()

    def fill(self, database: Database, *, leaving: int = 0) -> None:
        if leaving:
            self.gate.refuse_only(leaving)
        else:
            self.gate.refuses_with = errno.ENOSPC
        pages = database.number("PRAGMA page_count")
        database.number(f"PRAGMA max_page_count = {pages}")

    def make_room(self, database: Database) -> None:
        self.gate.open()
        database.number("PRAGMA max_page_count = 1073741823")


@contextmanager
def small_device(folder: Path, *, is_real: bool) -> Generator[SmallDevice]:
    home = folder / "home"
    home.mkdir()
    if is_real and _mounted(home):
        try:
            yield TmpfsDevice(home)
        finally:
            subprocess.run(["umount", "--lazy", str(home)], check=True)
    else:
        yield RefusingDevice(home)


def set_read_only(device: SmallDevice, *, is_read_only: bool) -> None:
    if isinstance(device, TmpfsDevice):
        option = "remount,ro" if is_read_only else "remount,rw"
        subprocess.run(["mount", "-o", option, str(device.home)], check=True)
    else:
        device.gate.refuses_with = errno.EROFS if is_read_only else None
        device.home.chmod(0o500 if is_read_only else 0o700)


def _mounted(home: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=700", "tmpfs", str(home)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
