"""Makes a repository usable at every start and says in plain sentences what had to be done.

From the outside in: the folder, the small files, an interrupted forgetting, the objects, the
branch, the index. Never touches a memory file.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.storage.git_history.commits import read_commit
from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.forgetting import Forgetting
from app.storage.git_history.index_file import IndexFile
from app.storage.git_history.left_overs import remove_left_overs
from app.storage.git_history.mending import Mended, Mending
from app.storage.git_history.object_census import ObjectCensus
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.references import References
from app.storage.git_history.set_aside import SetAside
from app.storage.git_history.skeleton import Skeleton, damaged_small_files
from app.storage.git_history.spare_objects import spare_objects
from app.storage.git_history.versioned_paths import on_disk


@dataclass(frozen=True, slots=True)
class Preparation:
    root: Path
    disk: DurableDisk
    database: ObjectDatabase
    references: References
    index: IndexFile
    forgetting: Forgetting
    start_history: Callable[[], object]
    """Makes the first commit, with the files as they are."""

    @property
    def _git(self) -> Path:
        return self.root / ".git"

    def run(self) -> tuple[str, ...]:
        is_new = not self._git.exists() and not self._git.is_symlink()
        has_files = any(len(parts) > 1 for parts in on_disk(self.root))
        findings = [] if is_new else self._small_files()
        Skeleton(self.root, self.disk).complete()
        if is_new and has_files:
            findings.append(
                "There was no version history. One was started with the files as they are."
            )
        interrupted = self.forgetting.finish()
        findings += [interrupted] if interrupted else []
        findings += self._history(is_new=is_new)
        findings += self._index(is_new=is_new)
        ObjectCensus(self._git, self.database, self.disk).record(self.references.main())
        return tuple(findings)

    def _small_files(self) -> list[str]:
        findings: list[str] = []
        if not self._git.is_dir():
            name = SetAside(self._git, self.disk).repository()
            return [f"Something else was in place of the version history. It is now {name}."]
        locks = remove_left_overs(self._git, self.disk)
        if locks:
            findings.append(f"Left-over locks were removed: {', '.join(locks)}.")
        damaged = damaged_small_files(self._git, self.disk)
        missing = Skeleton(self.root, self.disk).complete()
        if damaged or missing:
            names = ", ".join(dict.fromkeys((*damaged, *missing)))
            findings.append(f"Missing or damaged parts were mended: {names}.")
        return findings

    def _history(self, *, is_new: bool) -> list[str]:
        if is_new:
            self.start_history()
            return []
        census = ObjectCensus(self._git, self.database, self.disk).take()
        mending = Mending(self.database, self.references)
        findings = [f"Damaged pieces set aside: {census.damaged}."] if census.damaged else []
        branch = self.references.main()
        if not census.is_suspicious and mending.is_whole_since(census.checked_commit):
            return findings
        mended = Mending(self.database, self.references, spare_objects(self.root)).run()
        if mended.head is None:
            return findings + self._start_over(keep=bool(branch or census.damaged))
        if mended.left_out or mended.head != branch:
            findings.append(_told(mended, was_found=mended.head != branch))
        return findings

    def _start_over(self, *, keep: bool) -> list[str]:
        """With nothing in it there is nothing to keep: a kill during the very first start."""
        findings: list[str] = []
        if keep:
            self.database.packs.release()
            name = SetAside(self._git, self.disk).repository()
            Skeleton(self.root, self.disk).complete()
            findings.append(
                f"The version history could not be mended. It was set aside as {name}, and a new"
                " one was started with the files as they are."
            )
        else:
            findings.append(
                "The version history was empty. A new one was started with the files as they are."
            )
        self.start_history()
        return findings

    def _index(self, *, is_new: bool) -> list[str]:
        head = self.references.main()
        if head is None:
            return []
        tree = read_commit(self.database, head).tree
        if self.index.agrees(self.database, tree):
            return []
        self.index.rebuild(self.database, tree)
        return [] if is_new else ["The index of the version history was brought up to date."]


def _told(mended: Mended, *, was_found: bool) -> str:
    lost = (
        f"Damaged versions left out of the history: {mended.left_out}. " if mended.left_out else ""
    )
    found = "Its newest whole version was found again. " if was_found else ""
    return f"{lost}{found}Versions kept: {mended.kept}. The files themselves are untouched."
