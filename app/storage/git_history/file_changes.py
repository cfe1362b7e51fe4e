"""What differs between two versions, file by file, by comparing ids before reading any contents."""

from collections.abc import Callable, Iterator, Mapping

from dulwich.objects import ObjectID

from app.contracts.history import ChangeKind, FileChange
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.stored_object import ObjectKind
from app.storage.git_history.tree_changes import ChangedEntry, changed_entries
from app.storage.git_history.trees import PathParts, TreeEntry
from app.storage.git_history.unified_diff import unified_diff
from app.storage.git_history.versioned_paths import path_text


def file_changes(
    database: ObjectDatabase, old: ObjectID | None, new: ObjectID | None
) -> tuple[FileChange, ...]:
    def contents(entry: TreeEntry | None) -> bytes | None:
        return None if entry is None else database.read(entry.id, ObjectKind.BLOB)

    return tuple(
        file_change(path_text(parts), contents(was), contents(now))
        for parts, was, now in _changed_files(database, old, new)
    )


def _changed_files(
    database: ObjectDatabase, old: ObjectID | None, new: ObjectID | None
) -> Iterator[ChangedEntry]:
    """Links and submodules are none of ours: they count as no file."""
    for parts, was, now in changed_entries(database, old, new):
        was_file = was if was and was.is_file else None
        now_file = now if now and now.is_file else None
        if was_file != now_file:
            yield parts, was_file, now_file


def file_change(path: str, old: bytes | None, new: bytes | None) -> FileChange:
    old_text, new_text = _shown(old), _shown(new)
    if is_text(old) and is_text(new):
        difference = unified_diff(path, old_text, new_text)
    else:
        before = "/dev/null" if old is None else f"a/{path}"
        after = "/dev/null" if new is None else f"b/{path}"
        difference = f"Binary files {before} and {after} differ\n"
    return FileChange(path, _kind(old, new), old_text, new_text, difference)


def is_text(contents: bytes | None) -> bool:
    if contents is None:
        return True
    try:
        contents.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\0" not in contents


def _shown(contents: bytes | None) -> str | None:
    """The text, or what stands for bytes that are none."""
    if contents is None:
        return None
    if is_text(contents):
        return contents.decode("utf-8")
    return f"[binary file, {len(contents)} bytes, not shown]"


def _kind(old: bytes | None, new: bytes | None) -> ChangeKind:
    if old is None:
        return ChangeKind.ADDED
    return ChangeKind.DELETED if new is None else ChangeKind.CHANGED


def differences_to_disk(
    database: ObjectDatabase,
    recorded: Mapping[PathParts, TreeEntry],
    current: Mapping[PathParts, ObjectID],
    read: Callable[[PathParts], bytes | None],
) -> tuple[FileChange, ...]:
    """Between a commit's files and the disk's, of which `current` has the blob ids."""
    changes: list[FileChange] = []
    for parts in sorted(recorded.keys() | current.keys()):
        was = recorded.get(parts)
        if was is not None and current.get(parts) == was.id:
            continue
        old = None if was is None else database.read(was.id, ObjectKind.BLOB)
        new = read(parts) if parts in current else None
        if old != new:
            changes.append(file_change(path_text(parts), old, new))
    return tuple(changes)
