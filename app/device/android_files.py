"""Files in and out on Android: the system's document picker, which needs no permission.

A chosen document is copied to the cache, because the app may read it only once and by its address.
Runs on a worker: it waits for the person, never on the UI thread.
"""

import os
import shutil
import threading
from pathlib import Path

from android import activity, mActivity
from jnius import autoclass

from app.contracts.archives import LARGEST_ARCHIVE
from app.contracts.errors import ArchiveRefused, WriteFailed

ANY_TYPE = "*/*"
TYPES = {".zip": "application/zip", ".bundle": "application/octet-stream"}
REQUEST = 0x0C1A
RESULT_OK = -1
PIECE = 1 << 16

_Intent = autoclass("android.content.Intent")


class AndroidFiles:
    """Implements FileExchange."""

    def __init__(self, exports: Path, incoming: Path) -> None:
        self._exports = exports
        self._incoming = incoming

    @property
    def can_browse(self) -> bool:
        return True

    def hand_over(self, place: Path) -> str | None:
        wanted = _Intent(_Intent.ACTION_CREATE_DOCUMENT)
        wanted.addCategory(_Intent.CATEGORY_OPENABLE)
        wanted.setType(TYPES.get(place.suffix, ANY_TYPE))
        wanted.putExtra(_Intent.EXTRA_TITLE, place.name)
        chosen = _picked(wanted)
        if chosen is None:
            return None
        try:
            with place.open("rb") as source, os.fdopen(_descriptor(chosen, "w"), "wb") as copy:
                shutil.copyfileobj(source, copy, PIECE)
        except OSError as error:
            raise WriteFailed("The copy could not be written there.", detail=str(error)) from error
        return "The copy is where you chose"

    def offered(self) -> tuple[Path, ...]:
        if not self._exports.is_dir():
            return ()
        found = [place for place in self._exports.iterdir() if place.suffix in TYPES]
        return tuple(sorted(found, key=lambda place: -place.stat().st_mtime))

    def browse(self) -> Path | None:
        wanted = _Intent(_Intent.ACTION_OPEN_DOCUMENT)
        wanted.addCategory(_Intent.CATEGORY_OPENABLE)
        wanted.setType(ANY_TYPE)
        chosen = _picked(wanted)
        return None if chosen is None else self._copied(chosen)

    def _copied(self, chosen: object) -> Path:
        self._incoming.mkdir(mode=0o700, parents=True, exist_ok=True)
        place, left = self._incoming / "chosen", LARGEST_ARCHIVE
        try:
            with os.fdopen(_descriptor(chosen, "r"), "rb") as source, place.open("wb") as copy:
                while piece := source.read(PIECE):
                    left -= len(piece)
                    if left < 0:
                        raise ArchiveRefused("The archive is too large.")
                    copy.write(piece)
        except OSError as error:
            raise ArchiveRefused("The file cannot be read.", detail=str(error)) from error
        return place


def _descriptor(chosen: object, mode: str) -> int:
    opened = mActivity.getContentResolver().openFileDescriptor(chosen, mode)
    return int(opened.detachFd())


def _picked(wanted: object) -> object | None:
    """The address of the document; None when the person went back."""
    answered = threading.Event()
    found: list[object] = []

    def on_result(request: int, result: int, data: object) -> None:
        if request != REQUEST:
            return
        if result == RESULT_OK and data is not None:
            found.append(data.getData())
        answered.set()

    activity.bind(on_activity_result=on_result)
    try:
        mActivity.startActivityForResult(wanted, REQUEST)
        answered.wait()
    finally:
        activity.unbind(on_activity_result=on_result)
    return found[0] if found else None
