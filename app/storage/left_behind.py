"""What lies in a files directory that nobody uses any more: found, and removed where it is safe.

Never names a memory file, and removes nothing that was set aside for the person.
"""

import stat
from collections.abc import Iterator
from pathlib import Path

from app.contracts.check_up import LeftOver, LeftOverKind
from app.storage.atomic_file import TEMPORARY_SUFFIX
from app.storage.derived_arrays import DerivedArraysFile

_TEMPORARY = (
    f"memory/**/.*{TEMPORARY_SUFFIX}",
    f"files/**/.*{TEMPORARY_SUFFIX}",
    ".search.cache.*",
    "exports/.*.tmp",
)
_UNFINISHED_RECOVERY = ("oneclaw.db.recovered*",)
_SET_ASIDE = ("oneclaw.db.damaged-*", ".git.damaged-*", ".git/oneclaw/damaged/*")


class LeftBehind:
    def __init__(self, root: Path, search_cache: Path, socket: Path) -> None:
        self._root = root
        self._cache = search_cache
        self._socket = socket

    def found(self, *, engine_runs: bool) -> tuple[LeftOver, ...]:
        """The caller keeps writers away: what is half-written then has no owner."""
        return tuple(self._look(engine_runs=engine_runs))

    def remove(self, *, engine_runs: bool) -> None:
        for left in self.found(engine_runs=engine_runs):
            if left.kind is not LeftOverKind.SET_ASIDE:
                Path(self._root, left.name).unlink(missing_ok=True)

    def _look(self, *, engine_runs: bool) -> Iterator[LeftOver]:
        # An engine that runs may be writing its cache just now; it holds no memory lock for that.
        for pattern in (*_TEMPORARY, *_UNFINISHED_RECOVERY):
            if not (engine_runs and pattern == ".search.cache.*"):
                yield from self._matching(pattern, LeftOverKind.TEMPORARY)
        if not engine_runs and DerivedArraysFile(self._cache).is_damaged():
            yield LeftOver(LeftOverKind.DAMAGED_CACHE, self._name(self._cache))
        if not engine_runs and _is_socket(self._socket):
            yield LeftOver(LeftOverKind.SOCKET, self._name(self._socket))
        for pattern in _SET_ASIDE:
            yield from self._matching(pattern, LeftOverKind.SET_ASIDE)

    def _matching(self, pattern: str, kind: LeftOverKind) -> Iterator[LeftOver]:
        for path in sorted(self._root.glob(pattern)):
            yield LeftOver(kind, self._name(path))

    def _name(self, path: Path) -> str:
        return str(path.relative_to(self._root) if path.is_relative_to(self._root) else path)


def _is_socket(path: Path) -> bool:
    try:
        return stat.S_ISSOCK(path.lstat().st_mode)
    except OSError:
        return False
