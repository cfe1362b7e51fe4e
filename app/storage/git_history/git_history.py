"""The version history of a files directory in a real git repository, without the git program.

Keeps every version a caller committed, in the order it was committed. Never writes a memory file,
and never leaves a repository that git itself would not accept.
"""

import errno
import logging
import shutil
import threading
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from dulwich.objects import ObjectID

from app.contracts.check_up import HistoryHealth
from app.contracts.clock import Clock
from app.contracts.errors import HistoryError, UnknownVersion, UnreadableFile
from app.contracts.history import (
    Commit,
    FileChange,
    Forgotten,
    HistoryPage,
    Repair,
    first_commit_message,
    maintenance_message,
)
from app.storage.git_history.bundle_file import write_bundle
from app.storage.git_history.commit_walk import page
from app.storage.git_history.commits import described, new_commit, read_commit, resolve
from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.file_changes import differences_to_disk, file_changes, is_text
from app.storage.git_history.forget_journal import ForgetJournal
from app.storage.git_history.forgetting import Forgetting
from app.storage.git_history.index_file import IndexFile
from app.storage.git_history.inspection import Inspection
from app.storage.git_history.object_census import ObjectCensus
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.packing import Packing
from app.storage.git_history.preparation import Preparation
from app.storage.git_history.redaction import Redact, without_lines
from app.storage.git_history.references import References
from app.storage.git_history.skeleton import OWN_FOLDER, TOUCHED
from app.storage.git_history.stored_object import ObjectKind, blob
from app.storage.git_history.touched_paths import TouchedPaths
from app.storage.git_history.trees import (
    FILE_MODE,
    PathParts,
    TreeEntry,
    add_tree,
    changed_tree,
    files_below,
    find_entry,
)
from app.storage.git_history.versioned_paths import (
    is_folder,
    is_kept,
    is_regular,
    is_through_link,
    is_versioned,
    on_disk,
    parts_of,
    path_text,
    read_from_disk,
    versioned_parts_of,
)

NO_SPACE = "There is no space left on this device."
UNUSABLE = "The version history could not be read or written."
_OUT_OF_SPACE = (errno.ENOSPC, errno.EDQUOT)

logger = logging.getLogger(__name__)


class GitHistory:
    def __init__(
        self,
        root: Path,
        clock: Clock,
        *,
        redact: Redact = without_lines,
        disk: DurableDisk | None = None,
    ) -> None:
        """`redact` takes forgotten texts out of a file in the way its form asks for."""
        git = root / ".git"
        self._root = root
        self._clock = clock
        self._disk = disk or DurableDisk(git / OWN_FOLDER)
        self._database = ObjectDatabase(git / "objects", self._disk)
        self._references = References(git, self._disk)
        self._index = IndexFile(git / "index", self._disk)
        self._touched = TouchedPaths(git / TOUCHED, self._disk)
        self._redact = redact
        self._packing = Packing(git / "objects", self._database, self._disk)
        self._journal = ForgetJournal(git / OWN_FOLDER / "forgetting.json", self._disk)
        self._forgetting = Forgetting(
            git,
            self._database,
            self._references,
            self._packing,
            self._journal,
            self._disk,
        )
        self._writing = threading.RLock()

    def check(self) -> HistoryHealth:
        """Reads every piece of every version; changes nothing."""
        with _refusals_named():
            return Inspection(
                self._root,
                self._disk,
                self._database,
                self._references,
                self._index,
                self._touched,
                self._journal,
            ).run()

    def prepare(self, *, thorough: bool = False) -> Repair:
        """`thorough` reads all objects again, also those that look as they did."""
        with self._changing():
            if thorough:
                self._census().forget()
                self._touched.forget()
            preparation = Preparation(
                root=self._root,
                disk=self._disk,
                database=self._database,
                references=self._references,
                index=self._index,
                forgetting=self._forgetting,
                start_history=lambda: self._commit(
                    list(on_disk(self._root)), first_commit_message()
                ),
            )
            repair = Repair(preparation.run())
            self._note_touched()
            return repair

    def commit(self, paths: Sequence[str], message: str) -> str | None:
        with self._changing():
            self._ready_to_write()
            return self._commit([versioned_parts_of(path) for path in paths], message)

    def uncommitted(self, among: Collection[str] | None = None) -> tuple[str, ...]:
        with _refusals_named():
            recorded = self._recorded(self._tree_of(self._head()))
            if among is None:
                current = self._current(recorded)
                looked_at = recorded.keys() | current.keys()
            else:
                looked_at = {versioned_parts_of(path) for path in among}
                current = self._contents(
                    {parts for parts in looked_at if parts in recorded or is_kept(parts)}
                )
            return tuple(
                path_text(parts)
                for parts in sorted(looked_at)
                if _id_of(recorded.get(parts)) != current.get(parts)
                and not is_through_link(self._root, parts)
            )

    def recorded(self) -> dict[str, str]:
        with _refusals_named():
            found = self._recorded(self._tree_of(self._head()))
            return {path_text(parts): entry.id.decode("ascii") for parts, entry in found.items()}

    def log(
        self, *, under: str | None = None, start: str | None = None, limit: int = 50
    ) -> HistoryPage:
        if limit < 1:
            raise HistoryError("A page of the history has at least one entry.")
        with _refusals_named():
            parts = parts_of(under.rstrip("/")) if under else ()
            first = self._head() if start is None else resolve(self._database, start)
            return page(self._database, self._touched, first, parts, limit)

    def show(self, sha: str) -> tuple[Commit, tuple[FileChange, ...]]:
        with _refusals_named():
            commit_id = resolve(self._database, sha)
            commit = read_commit(self._database, commit_id)
            before = self._tree_of(commit.parents[0]) if commit.parents else None
            return described(commit_id, commit), file_changes(self._database, before, commit.tree)

    def diff(self, from_sha: str, to_sha: str | None = None) -> tuple[FileChange, ...]:
        with _refusals_named():
            old = self._tree_of(resolve(self._database, from_sha))
            if to_sha is not None:
                new = self._tree_of(resolve(self._database, to_sha))
                return file_changes(self._database, old, new)
            recorded = self._recorded(old)
            return differences_to_disk(
                self._database,
                recorded,
                self._current(recorded),
                lambda parts: read_from_disk(self._root, parts),
            )

    def file_at(self, path: str, sha: str) -> str:
        with _refusals_named():
            parts = parts_of(path)
            entry = find_entry(self._database, self._tree_of(resolve(self._database, sha)), parts)
            if entry is None or not entry.is_file:
                raise UnknownVersion(f"{path} was not there in version {sha[:7]}.")
            contents = self._database.read(entry.id, ObjectKind.BLOB)
            if not is_text(contents):
                raise UnreadableFile(f"{path} was not a text in version {sha[:7]}.")
            return contents.decode("utf-8")

    def bundle(self, output: Path) -> None:
        with self._changing():
            self._ready_to_write()
            write_bundle(self._database, self._head(), output)

    def collect_garbage(self) -> None:
        with self._changing():
            self._ready_to_write()
            head = self._head()
            tree = self._tree_of(head)
            # What a person staged and never committed is garbage too: the index must not name it.
            if not self._index.agrees(self._database, tree):
                self._index.rebuild(self._database, tree)
            self._packing.tidy(list(self._references.all().values()))
            self._record(head, tree, {}, maintenance_message())
            self._note_checked()
            self._note_touched()

    def forget(self, texts: Sequence[str]) -> Forgotten:
        with self._changing():
            self._ready_to_write()
            forgotten = self._forgetting.run(texts, self._redact)
            self._index.rebuild(self._database, self._tree_of(self._head()))
            self._note_checked()
            self._note_touched()
            return forgotten

    def erase(self) -> None:
        with self._writing, _refusals_named():
            self._database.packs.release()
            if (self._root / ".git").exists():
                shutil.rmtree(self._root / ".git")

    @contextmanager
    def _changing(self) -> Generator[None]:
        with self._writing, _refusals_named():
            try:
                yield
            finally:
                self._database.discard()

    def _ready_to_write(self) -> None:
        """Nothing is written onto a history that is on its way out."""
        self._forgetting.finish()
        self._head()

    def _note_checked(self) -> None:
        """Packing has read every object: the next start need not do so again."""
        self._census().record(self._references.main())

    def _note_touched(self) -> None:
        """A log finds its way without; a start or a forgetting does not fail over it."""
        try:
            self._touched.bring_up_to_date(self._database, self._head())
        except (HistoryError, OSError) as error:
            logger.warning("what each version changed is not written down: %s", error)

    def _census(self) -> ObjectCensus:
        return ObjectCensus(self._root / ".git", self._database, self._disk)

    def _commit(self, paths: Sequence[PathParts], message: str) -> str | None:
        head = self._references.main()
        tree = None if head is None else self._tree_of(head)
        changes = self._changes(tree, paths)
        if not changes and head is not None:
            return None
        return self._record(head, tree, changes, message)

    def _record(
        self,
        head: ObjectID | None,
        tree: ObjectID | None,
        changes: Mapping[PathParts, TreeEntry | None],
        message: str,
    ) -> str:
        """Objects first, durable; then the branch; the index last, as nothing depends on it."""
        new_tree = changed_tree(self._database, tree, changes) or add_tree(self._database, {})
        parents = () if head is None else (head,)
        commit = new_commit(new_tree, parents, message, self._clock.now())
        commit_id = self._database.add(commit.stored())
        self._database.sync()
        self._references.move_main(commit_id, expected=head)
        try:
            self._touched.add(commit_id, head, changes)
            self._index.apply(changes, self._database, new_tree)
        except OSError as error:
            # The commit is made and durable; to call it failed would be wrong.
            logger.warning("what is derived from it is behind until the next start: %s", error)
        return commit_id.decode("ascii")

    def _changes(
        self, tree: ObjectID | None, paths: Sequence[PathParts]
    ) -> dict[PathParts, TreeEntry | None]:
        """What differs from the tree; new contents are added to the objects on the way."""
        changes: dict[PathParts, TreeEntry | None] = {}
        for parts in paths:
            known = None if tree is None else find_entry(self._database, tree, parts)
            was = known if known is not None and known.is_file else None
            is_now_folder = was is not None and is_folder(self._root, parts)
            contents = None if is_now_folder else read_from_disk(self._root, parts)
            if contents is None:
                if was is not None:
                    changes[parts] = None
                continue
            stored = blob(contents)
            if was is None or was.id != stored.id:
                mode = FILE_MODE if was is None else was.mode
                if tree is not None and was is None:
                    changes |= dict.fromkeys(self._displaced(tree, parts, known))
                changes[parts] = TreeEntry(mode, self._database.add(stored))
        return changes

    def _displaced(
        self, tree: ObjectID, parts: PathParts, known: TreeEntry | None
    ) -> Iterator[PathParts]:
        """Files that a new one takes the place of: those below it, or one above it."""
        if known is not None and known.is_folder:
            yield from (below for below, _ in files_below(self._database, known.id, parts))
        for depth in range(1, len(parts)):
            above = find_entry(self._database, tree, parts[:depth])
            if above is not None and not above.is_folder:
                yield parts[:depth]

    def _head(self) -> ObjectID:
        head = self._references.main()
        if head is None:
            raise HistoryError("There is no version history here yet, or it is damaged.")
        return head

    def _tree_of(self, commit: ObjectID) -> ObjectID:
        return read_commit(self._database, commit).tree

    def _recorded(self, tree: ObjectID) -> dict[PathParts, TreeEntry]:
        return {
            parts: entry
            for parts, entry in files_below(self._database, tree)
            if entry.is_file and is_versioned(parts)
        }

    def _current(self, recorded: dict[PathParts, TreeEntry]) -> dict[PathParts, ObjectID]:
        """Blob ids of the files on disk: the ones to version, and those recorded in any case."""
        return self._contents({*on_disk(self._root), *recorded})

    def _contents(self, wanted: Collection[PathParts]) -> dict[PathParts, ObjectID]:
        """Blob ids of those that are regular files."""
        current: dict[PathParts, ObjectID] = {}
        for parts in wanted:
            if is_regular(self._root / path_text(parts)):
                contents = read_from_disk(self._root, parts)
                if contents is not None:
                    current[parts] = blob(contents).id
        return current


def _id_of(entry: TreeEntry | None) -> ObjectID | None:
    return None if entry is None else entry.id


@contextmanager
def _refusals_named() -> Generator[None]:
    """The disk's refusals in words of the history; the repository stays as it was."""
    try:
        yield
    except OSError as error:
        sentence = NO_SPACE if error.errno in _OUT_OF_SPACE else UNUSABLE
        raise HistoryError(sentence, detail=str(error)) from error
