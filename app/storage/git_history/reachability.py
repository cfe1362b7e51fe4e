"""Which objects a set of commits needs, newest first, each once with the path it was found under.

A missing or torn object on the way is a HistoryError: nothing may be thrown away on such a list.
"""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from dulwich.objects import ObjectID

from app.contracts.errors import HistoryError
from app.storage.git_history.commits import parse_commit
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.stored_object import ObjectKind, StoredObject
from app.storage.git_history.trees import FOLDER_MODE, PathParts, entries_of

_SUBMODULE_MODE = 0o160000


class NeededObject(NamedTuple):
    id: ObjectID
    path: PathParts
    """Versions of one path lie next to each other in a pack; commits have no path."""


def commits_from(
    database: ObjectDatabase, tips: Iterable[ObjectID], known: Container[ObjectID] = ()
) -> Iterator[tuple[ObjectID, StoredObject]]:
    """Commits and tags, without the `known` ones and what is before them."""
    waiting = list(tips)
    seen: set[ObjectID] = set()
    while waiting:
        object_id = waiting.pop()
        if object_id in seen or object_id in known:
            continue
        seen.add(object_id)
        stored = _existing(database, object_id)
        yield object_id, stored
        match stored.kind:
            case ObjectKind.COMMIT:
                waiting.extend(reversed(parse_commit(stored.contents).parents))
            case ObjectKind.TAG:
                waiting.append(tagged(stored.contents))
            case ObjectKind.TREE | ObjectKind.BLOB:
                pass


def needed_objects(
    database: ObjectDatabase, tips: Iterable[ObjectID], known: Container[ObjectID] = ()
) -> list[NeededObject]:
    needed: dict[ObjectID, PathParts] = {}
    for object_id, stored in commits_from(database, tips, known):
        if stored.kind is ObjectKind.COMMIT:
            needed[object_id] = ()
            tree = parse_commit(stored.contents).tree
            _add_tree(database, tree, (b"",), needed, known)
        elif stored.kind is ObjectKind.TREE:
            _add_tree(database, object_id, (b"",), needed, known)
        else:
            needed[object_id] = ()
    return [NeededObject(object_id, path) for object_id, path in needed.items()]


def _add_tree(
    database: ObjectDatabase,
    tree: ObjectID,
    path: PathParts,
    needed: dict[ObjectID, PathParts],
    known: Container[ObjectID],
) -> None:
    if tree in needed or tree in known:
        return
    needed[tree] = path
    for name, (mode, object_id) in entries_of(database.read(tree, ObjectKind.TREE)).items():
        if object_id in needed or mode == _SUBMODULE_MODE:
            continue
        if mode == FOLDER_MODE:
            _add_tree(database, object_id, (*path, name), needed, known)
        elif object_id not in known:
            needed[object_id] = (*path, name)


def tagged(contents: bytes) -> ObjectID:
    """What an annotated tag points to; its first line says so."""
    return ObjectID(contents.split(b"\n", 1)[0].removeprefix(b"object "))


def _existing(database: ObjectDatabase, object_id: ObjectID) -> StoredObject:
    found = database.find(object_id)
    if found is None:
        raise HistoryError(
            "A part of the version history is missing.", detail=object_id.decode("ascii")
        )
    return found
