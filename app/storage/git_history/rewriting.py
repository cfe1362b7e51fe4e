"""The same commits again without the forbidden texts: messages, dates and order stay.

Adds objects and moves nothing; the old history is whole until the caller switches over.
"""

import os
from collections.abc import Iterable

from dulwich.objects import ObjectID

from app.storage.git_history.commits import CommitObject, parse_commit
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.reachability import commits_from, tagged
from app.storage.git_history.redaction import (
    Forbidden,
    Redact,
    redacted_file,
    redacted_message,
)
from app.storage.git_history.stored_object import ObjectKind, StoredObject, blob
from app.storage.git_history.trees import PathParts, TreeEntry, entries_of, tree_contents
from app.storage.git_history.versioned_paths import IGNORE_FILE, ignore_text, path_text

_FOLDER_MARK = b"40000 "


class Rewriting:
    def __init__(self, database: ObjectDatabase, forbidden: Forbidden, redact: Redact) -> None:
        self._database = database
        self._forbidden = forbidden
        self._redact = redact
        self._affected = self._blobs_with_texts()
        self._trees: dict[tuple[ObjectID, PathParts], ObjectID] = {}
        self._blobs: dict[tuple[ObjectID, PathParts], ObjectID] = {}

    def run(self, tips: Iterable[ObjectID]) -> dict[ObjectID, ObjectID]:
        """New id by old id, for every commit (and tag) that the tips reach."""
        found = list(commits_from(self._database, tips))
        commits = {
            object_id: parse_commit(stored.contents)
            for object_id, stored in found
            if stored.kind is ObjectKind.COMMIT
        }
        renamed: dict[ObjectID, ObjectID] = {}
        for object_id in _parents_first(commits):
            renamed[object_id] = self._commit(object_id, commits[object_id], renamed)
        for object_id, stored in reversed(found):
            if stored.kind is ObjectKind.TAG:
                target = tagged(stored.contents)
                new = renamed.get(target, target)
                # A tag's own words are not kept then: its name points to the commit itself.
                is_same = new == target and not self._forbidden.is_in(stored.contents)
                renamed[object_id] = object_id if is_same else new
        return renamed

    def _blobs_with_texts(self) -> frozenset[bytes]:
        """Raw ids, as they stand in a tree."""
        affected: set[bytes] = set()
        for object_id in self._database.ids():
            found = self._database.find(object_id)
            if found and found.kind is ObjectKind.BLOB and self._forbidden.is_in(found.contents):
                affected.add(bytes.fromhex(object_id.decode("ascii")))
        return frozenset(affected)

    def _commit(
        self, object_id: ObjectID, commit: CommitObject, renamed: dict[ObjectID, ObjectID]
    ) -> ObjectID:
        new = CommitObject(
            tree=self._tree(commit.tree, ()),
            parents=tuple(renamed[parent] for parent in commit.parents),
            headers=commit.headers,
            message=redacted_message(commit.message, self._forbidden),
        )
        return object_id if new == commit else self._database.stage(new.stored())

    def _tree(self, tree: ObjectID, path: PathParts) -> ObjectID:
        known = self._trees.get((tree, path))
        if known is None:
            known = self._trees[tree, path] = self._rewritten_tree(tree, path)
        return known

    def _rewritten_tree(self, tree: ObjectID, path: PathParts) -> ObjectID:
        contents = self._database.read(tree, ObjectKind.TREE)
        if not self._may_be_affected(contents):
            return tree
        entries = entries_of(contents)
        kept: dict[bytes, TreeEntry] = {}
        for name, entry in entries.items():
            below = (*path, name)
            if self._is_named_by_person(below) and self._forbidden.is_in(name):
                continue
            if entry.is_folder:
                kept[name] = TreeEntry(entry.mode, self._tree(entry.id, below))
            elif bytes.fromhex(entry.id.decode("ascii")) in self._affected:
                kept[name] = TreeEntry(entry.mode, self._blob(entry.id, below))
            else:
                kept[name] = entry
        if kept == entries:
            return tree
        return self._database.stage(StoredObject(ObjectKind.TREE, tree_contents(kept)))

    def _may_be_affected(self, contents: bytes) -> bool:
        """Without taking thousands of entries apart: most trees have nothing to change."""
        return (
            _FOLDER_MARK in contents
            or self._forbidden.is_in(contents)
            or any(raw_id in contents for raw_id in self._affected)
        )

    def _blob(self, object_id: ObjectID, path: PathParts) -> ObjectID:
        known = self._blobs.get((object_id, path))
        if known is None:
            contents = self._database.read(object_id, ObjectKind.BLOB)
            if path != (os.fsencode(IGNORE_FILE),) or contents != ignore_text().encode("ascii"):
                contents = redacted_file(path_text(path), contents, self._forbidden, self._redact)
            known = self._blobs[object_id, path] = self._database.stage(blob(contents))
        return known

    def _is_named_by_person(self, path: PathParts) -> bool:
        """Names the app gives (`memory/MEMORY.md`, days) say nothing and must not vanish."""
        return path[0] == b"files" and len(path) > 1


def _parents_first(commits: dict[ObjectID, CommitObject]) -> Iterable[ObjectID]:
    done: set[ObjectID] = set()
    for tip in commits:
        waiting = [tip]
        while waiting:
            current = waiting[-1]
            open_parents = [parent for parent in commits[current].parents if parent not in done]
            if current in done or open_parents:
                waiting.pop() if current in done else waiting.extend(open_parents)
                continue
            done.add(waiting.pop())
            yield current
