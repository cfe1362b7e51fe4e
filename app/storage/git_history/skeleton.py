"""The files and folders that make `.git` a repository, apart from objects and branches."""

from pathlib import Path

from dulwich.config import ConfigFile

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.references import HEAD_CONTENTS, References
from app.storage.git_history.set_aside import SetAside
from app.storage.git_history.versioned_paths import IGNORE_FILE, ignore_text

OWN_FOLDER = "oneclaw"
"""Below `.git`: scratch files, what was checked, the journal of a forgetting, damaged pieces."""

_FOLDERS = ("objects/info", "objects/pack", "refs/heads", "refs/tags", "info", OWN_FOLDER)

# Line ends stay as they are whatever the person's own git is set to; a phone's file system has no
# executable bit to trust; git's own clean-up is left to the app, which holds the lock.
_CONFIG = b"""[core]
\trepositoryformatversion = 0
\tfilemode = false
\tbare = false
\tlogallrefupdates = false
\tautocrlf = false
[gc]
\tauto = 0
"""
_ATTRIBUTES = b"* -text\n"


class Skeleton:
    def __init__(self, root: Path, disk: DurableDisk) -> None:
        self._root = root
        self._git = root / ".git"
        self._disk = disk

    def complete(self) -> tuple[str, ...]:
        """Makes what is missing and says what it was, by its name below `.git`."""
        missing: list[str] = []
        for name in _FOLDERS:
            if not (self._git / name).is_dir():
                missing.append(name)
                self._disk.make_folder(self._git / name)
        for name, contents in (
            ("HEAD", HEAD_CONTENTS),
            ("config", _CONFIG),
            ("info/attributes", _ATTRIBUTES),
        ):
            if not (self._git / name).is_file():
                missing.append(name)
                self._disk.replace(self._git / name, contents)
        if not (self._root / IGNORE_FILE).exists():
            self._disk.replace(self._root / IGNORE_FILE, ignore_text().encode("ascii"))
        return tuple(missing)


def damaged_small_files(git_folder: Path, disk: DurableDisk) -> tuple[str, ...]:
    """Takes away what cannot be used, so that it can be made again; the names."""
    references = References(git_folder, disk)
    damaged: list[str] = []
    for name, is_usable in (("HEAD", _is_our_head), ("config", _is_config)):
        path = git_folder / name
        if path.is_file() and not is_usable(path):
            damaged.append(name)
            SetAside(git_folder, disk).piece(path)
    for name in references.damaged():
        damaged.append(name)
        if name != "packed-refs":
            SetAside(git_folder, disk).piece(git_folder / name)
    return tuple(damaged)


def _is_our_head(path: Path) -> bool:
    return path.read_bytes().strip() == HEAD_CONTENTS.strip()


def _is_config(path: Path) -> bool:
    """An empty one would let a person's own settings change line ends."""
    try:
        config = ConfigFile.from_path(path)
        return config.get((b"core",), b"repositoryformatversion") == b"0"
    except (ValueError, KeyError):
        return False
