"""The files and folders that make `.git` a repository, apart from objects and branches."""

from pathlib import Path

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.references import HEAD_CONTENTS
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
