"""Reads a repository from end to end and says in plain sentences what is wrong. Changes nothing.

Stricter than the check at every start, which trusts files that look as they did.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dulwich.objects import ObjectID

from app.contracts.check_up import HistoryHealth
from app.contracts.errors import HistoryError
from app.storage.git_history.commits import read_commit, walk
from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.forget_journal import ForgetJournal
from app.storage.git_history.index_file import IndexFile
from app.storage.git_history.left_overs import half_written_files, left_over_locks
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.pack_check import is_whole_pack
from app.storage.git_history.reachability import needed_objects
from app.storage.git_history.references import References
from app.storage.git_history.skeleton import Skeleton, unusable_small_files
from app.storage.git_history.touched_paths import TouchedPaths
from app.storage.git_history.versioned_paths import path_text

_MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Inspection:
    root: Path
    disk: DurableDisk
    database: ObjectDatabase
    references: References
    index: IndexFile
    touched: TouchedPaths
    journal: ForgetJournal

    def run(self) -> HistoryHealth:
        git = self.root / ".git"
        if not git.exists() and not git.is_symlink():
            return HistoryHealth(exists=False)
        if not git.is_dir():
            problem = "Something else is in place of the version history."
            return HistoryHealth(exists=True, problems=(problem,))
        problems = [*self._small_things(git), *self._objects(git)]
        return HistoryHealth(
            exists=True, versions=self._count(), problems=(*problems, *self._branch())
        )

    def _small_things(self, git: Path) -> Iterator[str]:
        if locks := left_over_locks(git):
            yield f"Locks were left over: {_named(locks)}."
        if files := half_written_files(git):
            yield f"Half-written files were left over: {_named(files)}."
        missing = Skeleton(self.root, self.disk).missing()
        if names := (*unusable_small_files(git, self.references), *missing):
            yield f"Parts are missing or damaged: {_named(names)}."
        if self.journal.pending() is not None:
            yield "Forgetting was interrupted; the next start finishes it."

    def _objects(self, git: Path) -> Iterator[str]:
        if not (git / "objects").is_dir():
            return
        damaged = [
            path.relative_to(git).as_posix()
            for path in sorted((git / "objects/pack").glob("pack-*.pack"))
            if not is_whole_pack(path)
        ]
        try:
            held = self.database.ids()
        except HistoryError as error:
            yield error.sentence
            return
        damaged += [name.decode("ascii") for name in sorted(held) if not self._is_whole(name)]
        if damaged:
            yield f"{len(damaged)} pieces are damaged: {_named(damaged)}."
        try:
            needed = needed_objects(self.database, self.references.all().values())
        except HistoryError as error:
            yield f"{error.sentence} ({error.detail})"
            return
        gone = [it for it in needed if it.id not in held]
        if gone:
            names = dict.fromkeys(path_text(it.path[1:]) or it.id.decode("ascii") for it in gone)
            yield f"{len(gone)} pieces are missing: {_named(tuple(names))}."

    def _is_whole(self, object_id: ObjectID) -> bool:
        try:
            found = self.database.find(object_id)
        except HistoryError:
            return False
        return found is not None and found.id == object_id

    def _branch(self) -> Iterator[str]:
        head = self.references.main()
        if head is None:
            yield "The newest version is not known."
            return
        try:
            tree = read_commit(self.database, head).tree
            agrees = self.index.agrees(self.database, tree)
            is_true = self.touched.is_true(self.database, head)
        except HistoryError:
            return  # said already, with the piece that is missing
        if not agrees:
            yield "The list of files that git keeps is not up to date."
        if not is_true:
            yield "The list of what each version changed is not right."

    def _count(self) -> int:
        count = 0
        try:
            for _ in walk(self.database, self.references.main()):
                count += 1
        except HistoryError:
            return count
        return count


def _named(names: tuple[str, ...] | list[str]) -> str:
    shown = ", ".join(names[:_MOST_NAMES])
    return shown if len(names) <= _MOST_NAMES else f"{shown} and {len(names) - _MOST_NAMES} more"
