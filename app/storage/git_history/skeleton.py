"""The files and folders that make `.git` a repository, apart from objects and branches."""

from pathlib import Path

from dulwich.config import ConfigFile

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.references import HEAD_CONTENTS, References
from app.storage.git_history.set_aside import SetAside
from app.storage.git_history.versioned_paths import IGNORE_FILE, ignore_text

OWN_FOLDER = "oneclaw"
"""Below `.git`: scratch files, what was checked, the journal of a forgetting, damaged pieces."""
TOUCHED = f"{OWN_FOLDER}/touched"

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
_FILES = {"HEAD": HEAD_CONTENTS, "config": _CONFIG, "info/attributes": b"* -text\n"}


class Skeleton:
    def __init__(self, root: Path, disk: DurableDisk) -> None:
        self._root = root
        self._git = root / ".git"
        self._disk = disk

    def missing(self) -> tuple[str, ...]:
        """By their names below `.git`; changes nothing."""
        folders = [name for name in _FOLDERS if not (self._git / name).is_dir()]
        return (*folders, *(name for name in _FILES if not (self._git / name).is_file()))

    def complete(self) -> tuple[str, ...]:
        """Makes what is missing and says what it was."""
        missing = self.missing()
        for name in missing:
            if name in _FILES:
                self._disk.replace(self._git / name, _FILES[name])
            else:
                self._disk.make_folder(self._git / name)
        if not (self._root / IGNORE_FILE).exists():
            self._disk.replace(self._root / IGNORE_FILE, ignore_text().encode("ascii"))
        return missing


def damaged_small_files(git_folder: Path, disk: DurableDisk) -> tuple[str, ...]:
    """Takes away what cannot be used, so that it can be made again; the names."""
    references = References(git_folder, disk)
    damaged = unusable_small_files(git_folder, references)
    references.drop_packed_forms(damaged)
    for name in damaged:
        if name != "packed-refs":
            SetAside(git_folder, disk).piece(git_folder / name)
    return damaged


def unusable_small_files(git_folder: Path, references: References) -> tuple[str, ...]:
    """Their names; changes nothing."""
    own = [
        name
        for name, is_usable in (("HEAD", _is_our_head), ("config", _is_config))
        if (git_folder / name).is_file() and not is_usable(git_folder / name)
    ]
    return (*own, *references.unusable())


def _is_our_head(path: Path) -> bool:
    return path.read_bytes().strip() == HEAD_CONTENTS.strip()


def _is_config(path: Path) -> bool:
    """An empty one would let a person's own settings change line ends."""
    try:
        config = ConfigFile.from_path(path)
        return config.get((b"core",), b"repositoryformatversion") == b"0"
    except (ValueError, KeyError):
        return False
