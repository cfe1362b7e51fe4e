"""What a killed process leaves lying about in `.git`: locks and half-written files.

We hold the memory lock when this runs, so no lock file in here has an owner that still works.
"""

from collections.abc import Iterator
from pathlib import Path

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.skeleton import OWN_FOLDER

_LOCKS = ("*.lock", "refs/**/*.lock", "objects/**/*.lock", "logs/**/*.lock", "gc.pid")
_HALF_WRITTEN = ("objects/*/tmp_obj_*", "objects/pack/tmp_*", "objects/tmp_*")


def remove_left_overs(git_folder: Path, disk: DurableDisk) -> tuple[str, ...]:
    """The names of the locks it removed; half-written files go without a word."""
    locks = sorted(set(_matching(git_folder, _LOCKS)))
    for path in locks:
        disk.remove(path)
    for path in _matching(git_folder, (*_HALF_WRITTEN, f"{OWN_FOLDER}/*.tmp")):
        disk.remove(path)
    return tuple(path.relative_to(git_folder).as_posix() for path in locks)


def _matching(folder: Path, patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        for path in folder.glob(pattern):
            if path.is_file() or path.is_symlink():
                yield path
