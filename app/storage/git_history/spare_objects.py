"""The blobs and trees that the files on disk would make today: spares for lost objects."""

from pathlib import Path

from dulwich.objects import ObjectID

from app.storage.git_history.stored_object import ObjectKind, StoredObject, blob
from app.storage.git_history.trees import (
    FILE_MODE,
    FOLDER_MODE,
    PathParts,
    TreeEntry,
    tree_contents,
)
from app.storage.git_history.versioned_paths import on_disk, read_from_disk


def spare_objects(root: Path) -> dict[ObjectID, StoredObject]:
    spares: dict[ObjectID, StoredObject] = {}
    folders: dict[PathParts, dict[bytes, TreeEntry]] = {(): {}}
    for parts in on_disk(root):
        contents = read_from_disk(root, parts)
        if contents is None:
            continue
        stored = blob(contents)
        spares[stored.id] = stored
        for depth in range(1, len(parts)):
            folders.setdefault(parts[:depth], {})
        folders[parts[:-1]][parts[-1]] = TreeEntry(FILE_MODE, stored.id)
    # Deepest first: a folder's id is known when its own folder is made.
    for path in sorted(folders, key=len, reverse=True):
        tree = StoredObject(ObjectKind.TREE, tree_contents(folders[path]))
        spares[tree.id] = tree
        if path:
            folders[path[:-1]][path[-1]] = TreeEntry(FOLDER_MODE, tree.id)
    return spares
