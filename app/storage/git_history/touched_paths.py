"""Which version changed which file, written down beside the history so that a filtered log is a
search through one small file and not a comparison of every version with the one before.

Only a cache: a commit's id stands for all that was before it, so what is said up to a commit is
true wherever that commit is found. Torn or foreign bytes are cut off and made again. Never the
reason for a failure.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from dulwich.objects import ObjectID

from app.storage.git_history.commits import walk
from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.tree_changes import changed_entries
from app.storage.git_history.trees import PathParts

# One part for each commit, oldest first: `/path NUL` for each file, then
# `NUL commit-id SPACE checksum NUL`. The checksum is of everything before it, so the last one
# speaks for the whole file, and one more part can be added without reading the others.
_HEADER = b"oneclaw touched paths 1\0"
_CLOSING = re.compile(rb"\0([0-9a-f]{40}) ([0-9a-f]{8})\0")
_CLOSING_LENGTH = 51
_ID_LENGTH = 40
_SUM_LENGTH = 9
"""With the zero byte behind it."""
_AFTER_A_HIT = b"\0/"


class TouchedRecord:
    """What was read and found to be whole."""

    def __init__(self, contents: bytes = _HEADER) -> None:
        self._contents = contents

    def __len__(self) -> int:
        return len(self._contents)

    def end_of(self, commit: ObjectID) -> int | None:
        """Where the part of this commit ends; newest first, as it is asked for most."""
        found = self._contents.rfind(b"\0\0" + commit + b" ")
        return None if found < 0 else found + 1 + _CLOSING_LENGTH

    @cached_property
    def ends(self) -> dict[bytes, int]:
        """Of all commits, for whoever asks for many."""
        return {found[1]: found.end() for found in _CLOSING.finditer(self._contents)}

    def up_to(self, end: int) -> bytes:
        return self._contents[:end]

    def touching(self, under: PathParts, end: int) -> Iterator[ObjectID]:
        """Newest first, of the parts before `end`: those that have this file, or one below."""
        contents, wanted = self._contents, b"\0/" + b"/".join(under)
        while (hit := contents.rfind(wanted, 0, end)) >= 0:
            if contents[hit + len(wanted)] not in _AFTER_A_HIT:
                end = hit + len(wanted) - 1  # only the beginning of a longer name
                continue
            closing = contents.index(b"\0\0", hit) + 2
            yield ObjectID(contents[closing : closing + _ID_LENGTH])
            end = contents.rfind(b"\0\0", 0, hit)
            if end < 0:
                return


class TouchedPaths:
    def __init__(self, path: Path, disk: DurableDisk) -> None:
        self._path = path
        self._disk = disk

    def read(self) -> TouchedRecord:
        try:
            contents = self._path.read_bytes()
        except OSError:
            return TouchedRecord()
        return TouchedRecord(_whole_part(contents))

    def add(self, commit: ObjectID, parent: ObjectID | None, paths: Iterable[PathParts]) -> None:
        """One part more, when the parent's is the last one; else the next start catches up."""
        try:
            with self._path.open("rb") as file:
                file.seek(-_CLOSING_LENGTH, 2)
                last = _CLOSING.fullmatch(file.read())
        except OSError:
            return
        if last and last[1] == parent:
            part = _part(commit, paths, last[2] + b"\0", int(last[2], 16))
            self._disk.append_derived(self._path, part)

    def bring_up_to_date(self, database: ObjectDatabase, head: ObjectID) -> None:
        known = self.read()
        contents = _extended(database, head, known)
        if len(contents) != len(known) or not self._is_stored(len(known)):
            self._disk.place_derived(self._path, contents)

    def is_true(self, database: ObjectDatabase, head: ObjectID) -> bool:
        """Whether the commits say the same; compares every one of them."""
        known = self.read()
        made_again = _extended(database, head, TouchedRecord())
        shared = TouchedRecord(made_again).ends.keys() & known.ends.keys()
        end = max((known.ends[commit] for commit in shared), default=len(_HEADER))
        return made_again.startswith(known.up_to(end))

    def forget(self) -> None:
        self._disk.remove(self._path)

    def _is_stored(self, length: int) -> bool:
        return self._path.is_file() and self._path.stat().st_size == length


def _whole_part(contents: bytes) -> bytes:
    """All of it, as a rule; of a torn or damaged file as much as its checksums vouch for."""
    if not contents.startswith(_HEADER):
        return _HEADER
    last = _CLOSING.fullmatch(contents, max(0, len(contents) - _CLOSING_LENGTH))
    if last and zlib.crc32(memoryview(contents)[:-_SUM_LENGTH]) == int(last[2], 16):
        return contents
    start, checksum, whole = 0, 0, len(_HEADER)
    for found in _CLOSING.finditer(contents):
        checksum = zlib.crc32(memoryview(contents)[start : found.start(2)], checksum)
        if checksum != int(found[2], 16):
            break
        start, whole = found.start(2), found.end()
    return contents[:whole]


def _extended(database: ObjectDatabase, head: ObjectID, known: TouchedRecord) -> bytes:
    """The record up to `head`: what is known of its line, and the commits that came since."""
    line: list[tuple[ObjectID, ObjectID]] = []
    end = len(_HEADER)
    base: ObjectID | None = None
    for commit_id, commit in walk(database, head):
        if commit_id in known.ends:
            end, base = known.ends[commit_id], commit.tree
            break
        line.append((commit_id, commit.tree))
    contents = bytearray(known.up_to(end))
    unsummed = contents[-_SUM_LENGTH:] if base else contents[:]
    checksum = int(unsummed[:-1], 16) if base else 0
    for commit_id, tree in reversed(line):
        paths = (parts for parts, _, _ in changed_entries(database, base, tree))
        part = _part(commit_id, paths, bytes(unsummed), checksum)
        contents += part
        unsummed, checksum = part[-_SUM_LENGTH:], int(part[-_SUM_LENGTH:-1], 16)
        base = tree
    return bytes(contents)


def _part(commit: ObjectID, paths: Iterable[PathParts], unsummed: bytes, checksum: int) -> bytes:
    """`unsummed` is what stands before this part and is not in the checksum yet."""
    listed = b"".join(b"/" + b"/".join(parts) + b"\0" for parts in paths)
    summed = listed + b"\0" + commit + b" "
    return summed + b"%08x\0" % zlib.crc32(unsummed + summed, checksum)
