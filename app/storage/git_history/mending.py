"""Finds the history again when objects or branches are damaged, and keeps all that is whole.

Commits that lost a piece are left out and the later ones are put onto the rest; what the files on
disk can give back is given back. Never touches those files.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from dulwich.objects import ObjectID

from app.contracts.errors import HistoryError
from app.storage.git_history.commits import CommitObject, parse_commit
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.reachability import needed_objects
from app.storage.git_history.references import MAIN, References
from app.storage.git_history.stored_object import ObjectKind, StoredObject
from app.storage.git_history.trees import FOLDER_MODE, entries_of

_SUBMODULE_MODE = 0o160000


@dataclass(frozen=True, slots=True)
class Mended:
    """`head` is None when not one commit is whole."""

    head: ObjectID | None
    left_out: int
    kept: int


class Mending:
    def __init__(
        self,
        database: ObjectDatabase,
        references: References,
        spare: Mapping[ObjectID, StoredObject] = MappingProxyType({}),
    ) -> None:
        """`spare` are objects made from the files on disk: some of them may be the lost ones."""
        self._database = database
        self._references = references
        self._spare = spare
        self._held = database.ids()
        self._whole: dict[ObjectID, bool] = {}

    def is_whole_since(self, checked: ObjectID | None) -> bool:
        """The quick check of every start: all that was committed since the last one is there."""
        current = self._references.main()
        is_first = True
        while current is not None and (is_first or current != checked):
            commit = self._commit(current)
            if commit is None or not self._is_whole(commit.tree):
                return False
            current = commit.parents[0] if commit.parents else None
            is_first = False
        return not is_first

    def run(self) -> Mended:
        """Moves the branch when it has to; the objects are durable before it does."""
        head = self._references.main()
        line = self._line(head)
        mended: ObjectID | None = None
        kept = 0
        for object_id, commit in line:
            if self._is_whole(commit.tree):
                mended = self._put_onto(mended, object_id, commit)
                kept += 1
        self._database.sync()
        if mended is not None and mended != head:
            self._references.put(MAIN, mended)
        self._drop_broken_references()
        return Mended(mended, self._lost(line, head) + len(line) - kept, kept)

    def _line(self, head: ObjectID | None) -> list[tuple[ObjectID, CommitObject]]:
        """Oldest first. Where a commit is gone, the longest line among the others goes on."""
        others = self._all_commits()
        line: list[tuple[ObjectID, CommitObject]] = []
        current = head
        while others:
            if current is None or current not in others:
                if line and current is None:
                    break
                current = _longest(others)
            commit = others.pop(current)
            line.append((current, commit))
            current = commit.parents[0] if commit.parents else None
        return line[::-1]

    def _lost(self, line: Iterable[tuple[ObjectID, CommitObject]], head: ObjectID | None) -> int:
        """Commits that are named by others but gone."""
        there = {object_id for object_id, _ in line}
        named = {parent for _, commit in line for parent in commit.parents[:1]}
        return len((named | ({head} if head else set[ObjectID]())) - there)

    def _put_onto(
        self, below: ObjectID | None, object_id: ObjectID, commit: CommitObject
    ) -> ObjectID:
        others = tuple(parent for parent in commit.parents[1:] if self._commit(parent))
        parents = (() if below is None else (below,)) + others
        if parents == commit.parents:
            return object_id
        moved = CommitObject(commit.tree, parents, commit.headers, commit.message)
        return self._database.add(moved.stored())

    def _all_commits(self) -> dict[ObjectID, CommitObject]:
        found = ((object_id, self._commit(object_id)) for object_id in self._held)
        return {object_id: commit for object_id, commit in found if commit is not None}

    def _commit(self, object_id: ObjectID) -> CommitObject | None:
        try:
            found = self._database.find(object_id)
            if found is None or found.kind is not ObjectKind.COMMIT:
                return None
            return parse_commit(found.contents)
        except HistoryError:
            return None

    def _is_whole(self, tree: ObjectID) -> bool:
        known = self._whole.get(tree)
        if known is None:
            known = self._whole[tree] = self._has_tree(tree)
        return known

    def _has_tree(self, tree: ObjectID) -> bool:
        if not self._has(tree):
            return False
        try:
            entries = entries_of(self._database.read(tree, ObjectKind.TREE))
        except HistoryError:
            return False
        return all(
            self._is_whole(object_id) if mode == FOLDER_MODE else self._has(object_id)
            for mode, object_id in entries.values()
            if mode != _SUBMODULE_MODE
        )

    def _has(self, object_id: ObjectID) -> bool:
        if object_id in self._held:
            return True
        spare = self._spare.get(object_id)
        if spare is None:
            return False
        self._held.add(self._database.loose.write(spare))
        return True

    def _drop_broken_references(self) -> None:
        """Branches and tags a person made, when what they point to is not whole any more."""
        for name, target in self._references.all().items():
            if name == MAIN:
                continue
            try:
                needed_objects(self._database, [target])
            except HistoryError:
                self._references.drop(name)


def _longest(commits: Mapping[ObjectID, CommitObject]) -> ObjectID:
    """The commit with most commits before it: clocks may go back, so dates do not decide."""
    lengths: dict[ObjectID, int] = {}
    for start in commits:
        waiting: list[ObjectID] = []
        current: ObjectID | None = start
        while current is not None and current in commits and current not in lengths:
            waiting.append(current)
            parents = commits[current].parents
            current = parents[0] if parents else None
        length = lengths.get(current, 0) if current is not None else 0
        for object_id in reversed(waiting):
            length += 1
            lengths[object_id] = length
    return max(commits, key=lambda object_id: (lengths[object_id], object_id))
