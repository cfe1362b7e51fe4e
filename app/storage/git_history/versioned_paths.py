"""Which files have a history, and how a path is read from a caller, from git and from the disk.

A path that leaves the files directory, or goes through a link, is refused here.
"""

import os
import stat
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from app.contracts.errors import HistoryError, UnreadableFile, UnsafePath
from app.storage.git_history.trees import PathParts

VERSIONED_FOLDERS = ("memory", "files")
IGNORE_FILE = ".gitignore"

_EXCLUDED = {
    "hidden, temporary and lock files": ".* *.tmp *.temp *.part *.lock *.swp *~",
    "databases": "*.db *.db-* *.sqlite *.sqlite-* *.sqlite3 *.sqlite3-*",
    "models": "*.onnx *.gguf *.safetensors *.bin",
    "exports": "*.zip *.bundle *.tar *.gz *.7z",
    "attachments and other binaries": "*.png *.jpg *.jpeg *.gif *.webp *.heic *.bmp *.ico *.pdf"
    " *.mp3 *.m4a *.ogg *.opus *.wav *.mp4 *.mov *.webm *.apk *.so *.dll *.exe *.pyc",
}
_PATTERNS = tuple(pattern for group in _EXCLUDED.values() for pattern in group.split())


def ignore_text() -> str:
    """The `.gitignore`, made from the same patterns that `is_excluded` goes by."""
    lines = ["# Only memory/ and files/ have a version history.", "/*"]
    lines += [f"!/{folder}/" for folder in VERSIONED_FOLDERS]
    for reason, patterns in _EXCLUDED.items():
        lines += [f"# {reason}", *patterns.split()]
    return "\n".join([*lines, f"!/{IGNORE_FILE}", ""])


def is_excluded(name: str) -> bool:
    """By one component of a path, file or folder."""
    return any(fnmatchcase(name, pattern) for pattern in _PATTERNS)


def is_kept(parts: PathParts) -> bool:
    """Whether a file at this path belongs into the history: not by its folder alone."""
    names = [os.fsdecode(part) for part in parts]
    return names == [IGNORE_FILE] or not any(map(is_excluded, names))


def parts_of(path: str) -> PathParts:
    """The components of a caller's path."""
    try:
        parts = tuple(os.fsencode(part) for part in path.split("/"))
    except UnicodeEncodeError as error:
        raise UnsafePath("This path cannot be a file name.", detail=repr(path)) from error
    for part in parts:
        if part in {b"", b".", b".."} or b"\0" in part or b"\\" in part or part.lower() == b".git":
            raise UnsafePath("This path is not inside the files directory.", detail=repr(path))
    return parts


def versioned_parts_of(path: str) -> PathParts:
    parts = parts_of(path)
    if is_versioned(parts):
        return parts
    raise HistoryError("Only files in memory/ and files/ have a version history.", detail=path)


def path_text(parts: PathParts) -> str:
    return "/".join(os.fsdecode(part) for part in parts)


def is_versioned(parts: PathParts) -> bool:
    """Whether a file found in a commit is one of ours."""
    first, *below = (os.fsdecode(part) for part in parts)
    return first in VERSIONED_FOLDERS if below else first == IGNORE_FILE


def read_from_disk(root: Path, parts: PathParts) -> bytes | None:
    """The file's bytes, None when there is no file."""
    if is_through_link(root, parts):
        raise UnsafePath("A link has no version history.", detail=path_text(parts))
    try:
        return (root / path_text(parts)).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except IsADirectoryError as error:
        raise UnreadableFile(
            "There is a folder where a file was expected.", detail=path_text(parts)
        ) from error


def is_through_link(root: Path, parts: PathParts) -> bool:
    path = root
    for part in parts:
        path /= os.fsdecode(part)
        if path.is_symlink():
            return True
    return False


def is_folder(root: Path, parts: PathParts) -> bool:
    return not is_through_link(root, parts) and (root / path_text(parts)).is_dir()


def on_disk(root: Path) -> Iterator[PathParts]:
    """Regular files that have a history, without those the ignore patterns leave out."""
    if is_regular(root / IGNORE_FILE):
        yield (IGNORE_FILE.encode("ascii"),)
    for folder in VERSIONED_FOLDERS:
        yield from _below(root / folder, (folder.encode("ascii"),))


def _below(folder: Path, above: PathParts) -> Iterator[PathParts]:
    if folder.is_symlink() or not folder.is_dir():
        return
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if is_excluded(entry.name):
            continue
        parts = (*above, os.fsencode(entry.name))
        if entry.is_dir(follow_symlinks=False):
            yield from _below(folder / entry.name, parts)
        elif entry.is_file(follow_symlinks=False):
            yield parts


def is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
