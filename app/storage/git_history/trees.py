"""Folders as git stores them: finding an entry, and a new tree from an old one and its changes.

Only the trees on the way to a changed file are read and written, however many files there are.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from dulwich.objects import ObjectID, parse_tree, serialize_tree, sorted_tree_items

from app.contracts.errors import HistoryError
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.packs import PACK_DAMAGE
from app.storage.git_history.stored_object import ObjectKind, StoredObject

FOLDER_MODE = 0o040000
FILE_MODE = 0o100644
_ID_BYTES = 20
_RAW_ENTRY = re.compile(rb"[0-7]+ [^\0]+\0[\s\S]{20}")
_RAW_NAME = re.compile(rb"[0-7]+ ([^\0]+)\0[\s\S]{20}")
_RAW_FOLDER = b"40000 "

PathParts = tuple[bytes, ...]


class TreeEntry(NamedTuple):
    mode: int
    id: ObjectID

    @property
    def is_folder(self) -> bool:
        return self.mode == FOLDER_MODE

    @property
    def is_file(self) -> bool:
        """A regular file, executable or not; links and submodules are none of ours."""
        return self.mode & 0o170000 == 0o100000


def entries_of(contents: bytes) -> dict[bytes, TreeEntry]:
    try:
        return {
            name: TreeEntry(mode, ObjectID(object_id))
            for name, mode, object_id in parse_tree(contents, _ID_BYTES)
        }
    except PACK_DAMAGE as error:
        raise HistoryError(
            "A part of the version history is damaged.", detail=repr(error)
        ) from error


def read_entries(database: ObjectDatabase, tree: ObjectID | None) -> dict[bytes, TreeEntry]:
    return {} if tree is None else entries_of(database.read(tree, ObjectKind.TREE))


def find_in_tree(contents: bytes, name: bytes) -> TreeEntry | None:
    """One entry without reading the others: a folder of logs has thousands."""
    if b" " + name + b"\0" not in contents:
        return None
    position = 0
    while position < len(contents):
        space = contents.find(b" ", position)
        end = contents.find(b"\0", space)
        if space < 0 or end < 0:
            raise HistoryError("A part of the version history is damaged.", detail="not a tree")
        if contents[space + 1 : end] == name:
            object_id = contents[end + 1 : end + 1 + _ID_BYTES].hex().encode("ascii")
            return TreeEntry(int(contents[position:space], 8), ObjectID(object_id))
        position = end + 1 + _ID_BYTES
    return None


def find_entry(database: ObjectDatabase, tree: ObjectID, parts: PathParts) -> TreeEntry | None:
    """What the path was in that tree; no parts mean the tree itself."""
    entry = TreeEntry(FOLDER_MODE, tree)
    for name in parts:
        if not entry.is_folder:
            return None
        found = find_in_tree(database.read(entry.id, ObjectKind.TREE), name)
        if found is None:
            return None
        entry = found
    return entry


def files_below(
    database: ObjectDatabase, tree: ObjectID | None, above: PathParts = ()
) -> Iterator[tuple[PathParts, TreeEntry]]:
    for name, entry in read_entries(database, tree).items():
        if entry.is_folder:
            yield from files_below(database, entry.id, (*above, name))
        else:
            yield (*above, name), entry


def changed_tree(
    database: ObjectDatabase,
    tree: ObjectID | None,
    changes: Mapping[PathParts, TreeEntry | None],
) -> ObjectID | None:
    """Adds the trees that result; None for a folder that has become empty."""
    entries = _RawEntries(b"" if tree is None else database.read(tree, ObjectKind.TREE))
    deeper: dict[bytes, dict[PathParts, TreeEntry | None]] = {}
    for parts, entry in changes.items():
        name, *rest = parts
        if rest:
            deeper.setdefault(name, {})[tuple(rest)] = entry
        else:
            entries.put(name, entry)
    for name, below in deeper.items():
        old = entries.get(name)
        new = changed_tree(database, old.id if old and old.is_folder else None, below)
        if new is not None:
            entries.put(name, TreeEntry(FOLDER_MODE, new))
        elif old and old.is_folder:
            entries.put(name, None)
    contents = entries.contents()
    return database.add(StoredObject(ObjectKind.TREE, contents)) if contents else None


class _RawEntries:
    """A tree taken apart only as far as a change asks for: the other entries stay as bytes."""

    def __init__(self, contents: bytes) -> None:
        self._by_name = dict(zip(_RAW_NAME.findall(contents), raw_entries(contents), strict=True))
        self._is_in_order = True

    def get(self, name: bytes) -> TreeEntry | None:
        raw = self._by_name.get(name)
        return None if raw is None else entry_of(raw)[1]

    def put(self, name: bytes, entry: TreeEntry | None) -> None:
        old = self._by_name.pop(name, None) if entry is None else self._by_name.get(name)
        if entry is None:
            return
        if old is None or old.startswith(_RAW_FOLDER) is not entry.is_folder:
            self._is_in_order = False
        self._by_name[name] = b"%o %b\0%b" % (
            entry.mode,
            name,
            bytes.fromhex(entry.id.decode("ascii")),
        )

    def contents(self) -> bytes:
        if self._is_in_order:
            return b"".join(self._by_name.values())
        # git sorts a folder as if its name ended in a slash.
        in_order = sorted(
            self._by_name.items(),
            key=lambda item: item[0] + b"/" if item[1].startswith(_RAW_FOLDER) else item[0],
        )
        return b"".join(raw for _, raw in in_order)


def raw_entries(contents: bytes) -> list[bytes]:
    """Mode, name and id of each entry in one piece of bytes, in their order."""
    found = _RAW_ENTRY.findall(contents)
    if sum(map(len, found)) != len(contents):
        raise HistoryError("A part of the version history is damaged.", detail="not a tree")
    return found


def entry_of(raw: bytes) -> tuple[bytes, TreeEntry]:
    mode, _, named = raw.partition(b" ")
    object_id = ObjectID(raw[-_ID_BYTES:].hex().encode("ascii"))
    return named[: -_ID_BYTES - 1], TreeEntry(int(mode, 8), object_id)


def add_tree(database: ObjectDatabase, entries: Mapping[bytes, TreeEntry]) -> ObjectID:
    return database.add(StoredObject(ObjectKind.TREE, tree_contents(entries)))


def tree_contents(entries: Mapping[bytes, TreeEntry]) -> bytes:
    in_order = sorted_tree_items(dict[bytes, tuple[int, ObjectID]](entries), name_order=False)
    return b"".join(serialize_tree((item.path, item.mode, item.sha) for item in in_order))
