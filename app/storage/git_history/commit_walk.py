"""The list of commits, newest first, whole or for one file or folder.

The history is one line: a merge a person made is followed along its first parent. What a commit
touched is looked up in the record; for commits it does not have yet, it shows in the ids of the
trees. Never reads a file's contents.
"""

from collections.abc import Iterator

from dulwich.objects import ObjectID

from app.contracts.history import Commit, HistoryPage
from app.storage.git_history.commits import CommitObject, described, read_commit, walk
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.stored_object import ObjectKind
from app.storage.git_history.touched_paths import TouchedPaths, TouchedRecord
from app.storage.git_history.trees import FOLDER_MODE, PathParts, TreeEntry, find_in_tree

WalkedCommit = tuple[ObjectID, CommitObject]
Trail = tuple[TreeEntry, ...]


def page(
    database: ObjectDatabase,
    touched: TouchedPaths,
    start: ObjectID | None,
    under: PathParts,
    limit: int,
) -> HistoryPage:
    """One commit more than asked for is looked up: it is where the next page begins."""
    found: list[WalkedCommit] = []
    matching = _touching(database, touched.read(), start, under) if under else walk(database, start)
    for commit_id, commit in matching:
        if len(found) == limit:
            return HistoryPage(_described(found), commit_id.decode("ascii"))
        found.append((commit_id, commit))
    return HistoryPage(_described(found), None)


def _described(found: list[WalkedCommit]) -> tuple[Commit, ...]:
    return tuple(described(commit_id, commit) for commit_id, commit in found)


def _touching(
    database: ObjectDatabase, record: TouchedRecord, start: ObjectID | None, under: PathParts
) -> Iterator[WalkedCommit]:
    newer: WalkedCommit | None = None
    newer_trail: Trail = ()
    for commit_id, commit in walk(database, start):
        end = record.end_of(commit_id)
        if newer is not None or end is None:
            trail = _trail(database, commit.tree, under, newer_trail)
            if newer is not None and _end(trail, under) != _end(newer_trail, under):
                yield newer
            newer, newer_trail = (commit_id, commit), trail
        if end is not None:
            for found in record.touching(under, end):
                yield found, read_commit(database, found)
            return
    if newer is not None and _end(newer_trail, under) is not None:
        yield newer


def _trail(database: ObjectDatabase, tree: ObjectID, under: PathParts, known: Trail) -> Trail:
    """The entries from the root tree to the path, as far as it exists.

    Where an entry is the one in the neighbouring commit's trail, the rest is the same too.
    """
    trail = [TreeEntry(FOLDER_MODE, tree)]
    for depth, name in enumerate(under):
        if depth < len(known) and known[depth] == trail[-1]:
            return (*trail, *known[depth + 1 :])
        found = database.find(trail[-1].id)
        if found is None or found.kind is not ObjectKind.TREE:
            break
        entry = find_in_tree(found.contents, name)
        if entry is None:
            break
        trail.append(entry)
    return tuple(trail)


def _end(trail: Trail, under: PathParts) -> TreeEntry | None:
    return trail[-1] if len(trail) == len(under) + 1 else None
