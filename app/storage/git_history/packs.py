"""The pack files of the repository, opened once and re-listed when another process changed them."""

import struct
import threading
import weakref
import zlib
from collections.abc import Iterator
from pathlib import Path

from dulwich.errors import ApplyDeltaError, ChecksumMismatch, FileFormatException
from dulwich.object_format import SHA1
from dulwich.objects import ObjectID, sha_to_hex
from dulwich.pack import Pack, PackFileDisappeared, UnresolvedDeltas

from app.contracts.errors import HistoryError
from app.storage.git_history.stored_object import ObjectKind, StoredObject

PACK_DAMAGE = (
    ApplyDeltaError,
    AssertionError,
    ChecksumMismatch,
    EOFError,
    FileFormatException,
    IndexError,
    KeyError,
    UnresolvedDeltas,
    ValueError,
    struct.error,
    zlib.error,
)
"""What dulwich raises while it reads a pack whose bytes are not what they were."""


class Packs:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._open: dict[str, Pack] = {}
        self._is_listed = False
        # dulwich warns about packs nobody closed; histories simply go out of use.
        self.close = weakref.finalize(self, _close_all, self._open)

    def refresh(self) -> bool:
        """Looks at the folder again; True when the packs are not the ones known."""
        with self._lock:
            self._is_listed = True
            present = {path.stem for path in self._folder.glob("pack-*.idx")}
            gone, new = self._open.keys() - present, present - self._open.keys()
            for name in gone:
                self._open.pop(name).close()
            for name in new:
                self._open[name] = Pack(str(self._folder / name), object_format=SHA1)
            return bool(gone or new)

    def release(self) -> None:
        """Closes every file, so that it can be removed on any system."""
        with self._lock:
            _close_all(self._open)
            self._is_listed = False

    def find(self, object_id: ObjectID) -> StoredObject | None:
        """Looks at the folder again when no known pack has it."""
        with self._lock:
            return self.find_in_known(object_id) or (
                self.find_in_known(object_id) if self.refresh() else None
            )

    def find_in_known(self, object_id: ObjectID) -> StoredObject | None:
        with self._lock:
            if not self._is_listed:
                self.refresh()
            for pack in self._holders(object_id):
                try:
                    number, contents = pack.get_raw(object_id)
                except PackFileDisappeared:
                    continue
                except PACK_DAMAGE as error:
                    raise _damaged(error) from error
                return StoredObject(ObjectKind(number), contents)
            return None

    def holds(self, object_id: ObjectID) -> bool:
        with self._lock:
            return any(self._holders(object_id)) or (
                self.refresh() and any(self._holders(object_id))
            )

    def starting_with(self, prefix: str) -> set[ObjectID]:
        """Looked up in the sorted indexes, by whole bytes: the last digit may be half of one."""
        raw, wanted = bytes.fromhex(prefix[: len(prefix) & ~1]), prefix.encode("ascii")
        found: set[ObjectID] = set()
        with self._lock:
            self.refresh()
            for pack in self._open.values():
                try:
                    found.update(sha_to_hex(each) for each in pack.index.iter_prefix(raw))
                except PackFileDisappeared:
                    continue
                except PACK_DAMAGE as error:
                    raise _damaged(error) from error
        return {each for each in found if each.startswith(wanted)}

    def ids(self) -> list[ObjectID]:
        """Of the packs as they were listed last."""
        found: list[ObjectID] = []
        with self._lock:
            for pack in self._open.values():
                try:
                    found += pack
                except PackFileDisappeared:
                    continue
                except PACK_DAMAGE as error:
                    raise _damaged(error) from error
        return found

    def names(self) -> tuple[str, ...]:
        with self._lock:
            self.refresh()
            return tuple(sorted(self._open))

    def _holders(self, object_id: ObjectID) -> Iterator[Pack]:
        for pack in tuple(self._open.values()):
            try:
                if object_id in pack:
                    yield pack
            except PackFileDisappeared:
                continue
            except PACK_DAMAGE as error:
                raise _damaged(error) from error


def _damaged(error: Exception) -> HistoryError:
    return HistoryError("A part of the version history is damaged.", detail=repr(error))


def _close_all(packs: dict[str, Pack]) -> None:
    while packs:
        packs.popitem()[1].close()
