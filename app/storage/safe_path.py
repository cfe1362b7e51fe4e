"""Turns a relative path of the contracts into a place on disk that cannot leave the root.

Must never follow a symbolic link, and never lead to a hidden file such as `.git` or the lock.
"""

import re
from pathlib import Path

from app.contracts.errors import UnsafePath

_CONTROL = re.compile("[\x00-\x1f\x7f]")
_MAX_NAME_BYTES = 255


def safe_path(root: Path, path: str) -> Path:
    """The place of `path` below `root`; UnsafePath for anything but plain visible names."""
    names = path.split("/")
    if not all(_is_plain(name) for name in names):
        raise UnsafePath("That path is not allowed.", detail=repr(path))
    place = root
    for name in names:
        place /= name
        if _is_link(place):
            raise UnsafePath(f"{path} is, or lies behind, a link; it was left as it is.")
    return place


def _is_link(place: Path) -> bool:
    try:
        return place.is_symlink()
    except OSError as error:
        raise UnsafePath("That path cannot be looked at.", detail=str(error)) from error


def is_hidden(name: str) -> bool:
    return name.startswith(".")


def is_text_name(name: str) -> bool:
    """False for names with control characters or bytes that are not UTF-8."""
    try:
        encoded = name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return len(encoded) <= _MAX_NAME_BYTES and _CONTROL.search(name) is None


def _is_plain(name: str) -> bool:
    # "." and ".." are hidden names too.
    return bool(name) and not is_hidden(name) and is_text_name(name)
