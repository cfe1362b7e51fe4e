"""What an archive may hold, and the sentences with which the rest is refused (S9.4).

Somebody else made the archive: nothing in it is believed, and nothing is read without a bound.
"""

import json
from collections.abc import Iterable
from typing import cast
from unicodedata import normalize

from app.contracts.errors import ArchiveRefused
from app.contracts.memory_files import FILES_FOLDER, MEMORY_FOLDER

MOST_FILES = 20_000
LARGEST_FILE = 8 * 1024 * 1024
LARGEST_TOTAL = 128 * 1024 * 1024
_LONGEST_NAME = 255
_LONGEST_PATH = 1_024
_ARCHIVE_ENDINGS = (".zip", ".bundle", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
_ARCHIVE_STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"7z\xbc\xaf", b"BZh", b"# v2 git b")


def checked_path(path: str) -> str:
    """The path itself, when it names a file of the memory and nothing else."""
    shown = repr(path[:80])
    if path.startswith(("/", "\\")) or path[1:2] == ":":
        raise ArchiveRefused(f"The archive names a place outside the app: {shown}.")
    names = path.split("/")
    if ".." in names or "." in names or "\\" in path:
        raise ArchiveRefused(f"The archive tries to leave its folder: {shown}.")
    if len(names) < 2 or names[0] not in (MEMORY_FOLDER, FILES_FOLDER):
        raise ArchiveRefused(f"The archive holds something that is no memory: {shown}.")
    if len(path) > _LONGEST_PATH or not all(map(_is_plain, names)):
        raise ArchiveRefused(f"The archive has a file name that cannot be used: {shown}.")
    if path.lower().endswith(_ARCHIVE_ENDINGS):
        raise ArchiveRefused(f"The archive holds another archive: {shown}.")
    if names[0] == MEMORY_FOLDER and not path.endswith(".md"):
        raise ArchiveRefused(f"The archive holds something that is no memory: {shown}.")
    return path


def check_names(paths: Iterable[str]) -> None:
    """No two names that one disk would take for the same, and no file where a folder must be."""
    seen: dict[str, str] = {}
    folders: set[str] = set()
    for path in paths:
        key = normalize("NFC", path).casefold()
        if key in seen:
            raise ArchiveRefused(f"The archive has two files of one name: {path[:80]!r}.")
        seen[key] = path
        parts = key.split("/")
        folders.update("/".join(parts[:end]) for end in range(1, len(parts)))
        if len(seen) > MOST_FILES:
            raise ArchiveRefused(f"The archive has more than {MOST_FILES:,} files.")
    if both := folders & seen.keys():
        raise ArchiveRefused(f"The archive has two files of one name: {min(both)[:80]!r}.")


def checked_text(path: str, data: bytes) -> str:
    if data.startswith(_ARCHIVE_STARTS):
        raise ArchiveRefused(f"The archive holds another archive: {path[:80]!r}.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ArchiveRefused(f"{path[:80]!r} in the archive is not UTF-8 text.") from error
    if "\0" in text:
        raise ArchiveRefused(f"{path[:80]!r} in the archive is not a text file.")
    return text


def checked_settings(data: bytes) -> dict[str, str]:
    try:
        found: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ArchiveRefused("The settings in the archive cannot be read.") from error
    if not isinstance(found, dict):
        raise ArchiveRefused("The settings in the archive cannot be read.")
    values = cast("dict[str, object]", found)
    return {name: value for name, value in values.items() if isinstance(value, str)}


class Total:
    """Bytes that were unpacked so far."""

    def __init__(self) -> None:
        self._bytes = 0

    def add(self, path: str, size: int) -> None:
        if size > LARGEST_FILE:
            raise ArchiveRefused(f"{path[:80]!r} in the archive is too large.")
        self._bytes += size
        if self._bytes > LARGEST_TOTAL:
            raise ArchiveRefused("The archive would unpack to more than it should.")


def _is_plain(name: str) -> bool:
    try:
        size = len(name.encode("utf-8"))
    except UnicodeEncodeError:
        return False
    is_visible = bool(name) and not name.startswith(".") and name == name.strip()
    has_only_signs = all(sign >= " " and sign != "\x7f" for sign in name)
    return is_visible and has_only_signs and size <= _LONGEST_NAME
