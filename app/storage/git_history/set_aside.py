"""Where damaged pieces go: renamed, never deleted, until a person wants something forgotten."""

import shutil
from pathlib import Path

from app.storage.git_history.durable_disk import DurableDisk

DAMAGED_FOLDER = "oneclaw/damaged"
_WHOLE_PREFIX = ".git.damaged-"


class SetAside:
    def __init__(self, git_folder: Path, disk: DurableDisk) -> None:
        self._git = git_folder
        self._disk = disk

    def piece(self, path: Path) -> None:
        """One file below `.git`, moved with its place as its name."""
        name = "-".join(path.relative_to(self._git).parts)
        self._disk.move(path, _free(self._git / DAMAGED_FOLDER / name))

    def repository(self) -> str:
        """All of `.git`; the name it has from now on."""
        target = _free(self._git.with_name(f"{_WHOLE_PREFIX}1"))
        self._disk.move(self._git, target)
        return target.name

    def remove_all(self) -> None:
        shutil.rmtree(self._git / DAMAGED_FOLDER, ignore_errors=True)
        for repository in self._git.parent.glob(f"{_WHOLE_PREFIX}*"):
            shutil.rmtree(repository, ignore_errors=True)


def _free(path: Path) -> Path:
    """The path itself, or the next one by number that is not taken."""
    base, number = path.name.rstrip("0123456789"), 1
    if not path.name[-1].isdigit():
        base += "."
    while path.exists() or path.is_symlink():
        number += 1
        path = path.with_name(f"{base}{number}")
    return path
