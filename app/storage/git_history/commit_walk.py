"""The list of commits, newest first, whole or for one file or folder.

The history is one line: a merge a person made is followed along its first parent. Never reads a
file's contents: what a commit touched shows in the ids of the trees.
"""

from collections.abc import Iterator

from dulwich.objects import ObjectID

from app.contracts.history import Commit, HistoryPage
from app.storage.git_history.commits import CommitObject, described, read_commit
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.stored_object import ObjectKind
from app.storage.git_history.trees import PathParts, find_in_tree

WalkedCommit = tuple[ObjectID, CommitObject]


def walk(database: ObjectDatabase, start: ObjectID | None) -> Iterator[WalkedCommit]:
    while start is not None:
        commit = read_commit(database, start)
        yield start, commit
        start = commit.parents[0] if commit.parents else None


def page(
    database: ObjectDatabase, start: ObjectID | None, under: PathParts, limit: int
) -> HistoryPage:
    """One commit more than asked for is looked up: it is where the next page begins."""
    found: list[WalkedCommit] = []
    matching = _touching(database, start, under) if under else walk(database, start)
    for commit_id, commit in matching:
        if len(found) == limit:
            return HistoryPage(_described(found), commit_id.decode("ascii"))
        found.append((commit_id, commit))
    return HistoryPage(_described(found), None)


def _described(found: list[WalkedCommit]) -> tuple[Commit, ...]:
    return tuple(described(commit_id, commit) for commit_id, commit in found)


def _touching(
    database: ObjectDatabase, start: ObjectID | None, under: PathParts
) -> Iterator[WalkedCommit]:
    newer: WalkedCommit | None = None
    newer_trail: tuple[ObjectID, ...] = ()
    for commit_id, commit in walk(database, start):
        trail = _trail(database, commit.tree, under, newer_trail)
        if newer is not None and _end(trail, under) != _end(newer_trail, under):
            yield newer
        newer, newer_trail = (commit_id, commit), trail
    if newer is not None and _end(newer_trail, under) is not None:
        yield newer


def _trail(
    database: ObjectDatabase, tree: ObjectID, under: PathParts, known: tuple[ObjectID, ...]
) -> tuple[ObjectID, ...]:
    """The ids from the root tree to the path, as far as it exists.

    Where an id is the one in the neighbouring commit's trail, the rest is the same too.
    """
    trail = [tree]
    for depth, name in enumerate(under):
        if depth < len(known) and known[depth] == trail[-1]:
            return (*trail, *known[depth + 1 :])
        found = database.find(trail[-1])
        if found is None or found.kind is not ObjectKind.TREE:
            break
        entry = find_in_tree(found.contents, name)
        if entry is None:
            break
        trail.append(entry.id)
    return tuple(trail)


def _end(trail: tuple[ObjectID, ...], under: PathParts) -> ObjectID | None:
    return trail[-1] if len(trail) == len(under) + 1 else None
