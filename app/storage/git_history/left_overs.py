"""What a killed process leaves lying about in `.git`: locks and half-written files.

We hold the memory lock when this runs, so no lock file in here has an owner that still works.
"""

from pathlib import Path

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.skeleton import OWN_FOLDER

_LOCKS = ("*.lock", "refs/**/*.lock", "objects/**/*.lock", "logs/**/*.lock", "gc.pid")
_HALF_WRITTEN = ("objects/*/tmp_obj_*", "objects/pack/tmp_*", "objects/tmp_*")


def remove_left_overs(git_folder: Path, disk: DurableDisk) -> tuple[str, ...]:
    """The names of the locks it removed; half-written files go without a word."""
    locks = left_over_locks(git_folder)
    for name in (*locks, *half_written_files(git_folder)):
        disk.remove(git_folder / name)
    return locks


def left_over_locks(git_folder: Path) -> tuple[str, ...]:
    return _matching(git_folder, _LOCKS)


def half_written_files(git_folder: Path) -> tuple[str, ...]:
    return _matching(git_folder, (*_HALF_WRITTEN, f"{OWN_FOLDER}/*.tmp"))


def _matching(folder: Path, patterns: tuple[str, ...]) -> tuple[str, ...]:
    found = {
        path.relative_to(folder).as_posix()
        for pattern in patterns
        for path in folder.glob(pattern)
        if path.is_file() or path.is_symlink()
    }
    return tuple(sorted(found))
