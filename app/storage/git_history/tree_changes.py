"""Which files are not the same in two trees. Reads trees only, and opens no equal folder."""

from collections.abc import Iterator

from dulwich.objects import ObjectID

from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.stored_object import ObjectKind
from app.storage.git_history.trees import PathParts, TreeEntry, entry_of, raw_entries

ChangedEntry = tuple[PathParts, TreeEntry | None, TreeEntry | None]


def changed_entries(
    database: ObjectDatabase,
    old: ObjectID | None,
    new: ObjectID | None,
    above: PathParts = (),
) -> Iterator[ChangedEntry]:
    """By path. A folder of thousands is compared as bytes: only what differs is taken apart."""
    if old == new:
        return
    before, after = _raw(database, old), _raw(database, new)
    gone, come = dict(map(entry_of, before - after)), dict(map(entry_of, after - before))
    for name in sorted(gone.keys() | come.keys()):
        was, now = gone.get(name), come.get(name)
        parts = (*above, name)
        yield from changed_entries(database, _folder(was), _folder(now), parts)
        if _file(was) != _file(now):
            yield parts, _file(was), _file(now)


def _raw(database: ObjectDatabase, tree: ObjectID | None) -> frozenset[bytes]:
    if tree is None:
        return frozenset()
    return frozenset(raw_entries(database.read(tree, ObjectKind.TREE)))


def _folder(entry: TreeEntry | None) -> ObjectID | None:
    return entry.id if entry and entry.is_folder else None


def _file(entry: TreeEntry | None) -> TreeEntry | None:
    """Links and submodules too: git tells of them as well."""
    return entry if entry and not entry.is_folder else None
