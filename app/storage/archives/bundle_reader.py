"""Reads the newest files out of a git bundle that somebody else may have made.

The pack is looked through first, then opened in a folder of its own outside the repository.
"""

import hashlib
import io
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from dulwich.object_format import SHA1
from dulwich.objects import ObjectID
from dulwich.pack import PackData, write_pack_index_v2

from app.contracts.archives import ArchiveContents, Stopped, Tell
from app.contracts.errors import ArchiveRefused, HistoryError
from app.storage.archives.limits import MOST_FILES, Total, check_names, checked_path, checked_text
from app.storage.archives.pack_bounds import check_pack
from app.storage.git_history.commits import read_commit
from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.packs import PACK_DAMAGE
from app.storage.git_history.stored_object import ObjectKind
from app.storage.git_history.trees import PathParts, TreeEntry, read_entries
from app.storage.git_history.versioned_paths import IGNORE_FILE

SIGNATURE = b"# v2 git bundle\n"
_LONGEST_HEADER = 64 * 1024
_DAMAGED = "The bundle is damaged."
_CHECKSUM = 20


def read_bundle(place: Path, tell: Tell) -> ArchiveContents:
    data = place.read_bytes()
    head, start = _header(data)
    pack = data[start:]
    check_pack(pack, tell)
    if hashlib.sha1(pack[:-_CHECKSUM], usedforsecurity=False).digest() != pack[-_CHECKSUM:]:
        raise ArchiveRefused(_DAMAGED)
    with tempfile.TemporaryDirectory(prefix="oneclaw-import-") as folder:
        database = _database(Path(folder), pack)
        try:
            return _files(database, head, tell)
        except (HistoryError, *PACK_DAMAGE) as error:
            raise ArchiveRefused(_DAMAGED, detail=repr(error)) from error
        finally:
            database.packs.close()


def _header(data: bytes) -> tuple[ObjectID, int]:
    """The newest version it names, and where the pack begins."""
    end = data.find(b"\n\n", 0, _LONGEST_HEADER)
    if end < 0:
        raise ArchiveRefused(_DAMAGED)
    references: dict[bytes, bytes] = {}
    for line in data[len(SIGNATURE) : end].split(b"\n"):
        if line.startswith(b"-"):
            raise ArchiveRefused("The bundle is a part of another one and cannot be used alone.")
        target, _, name = line.partition(b" ")
        if len(target) != 40 or target.strip(b"0123456789abcdef"):
            raise ArchiveRefused(_DAMAGED)
        references[name] = target
    if not references:
        raise ArchiveRefused(_DAMAGED)
    named = references.get(b"HEAD") or references.get(b"refs/heads/main")
    return ObjectID(named or next(iter(references.values()))), end + 2


def _database(folder: Path, pack: bytes) -> ObjectDatabase:
    packs = folder / "objects" / "pack"
    packs.mkdir(parents=True)
    place = packs / "pack-imported.pack"
    place.write_bytes(pack)
    try:
        with closing(PackData(place, SHA1)) as data:
            encoded = io.BytesIO()
            write_pack_index_v2(encoded, data.sorted_entries(), data.get_stored_checksum())
    except PACK_DAMAGE as error:
        raise ArchiveRefused(_DAMAGED, detail=repr(error)) from error
    place.with_suffix(".idx").write_bytes(encoded.getvalue())
    return ObjectDatabase(folder / "objects", DurableDisk(folder / "scratch"))


def _files(database: ObjectDatabase, head: ObjectID, tell: Tell) -> ArchiveContents:
    found: dict[str, ObjectID] = {}
    for parts, entry in _walked(database, read_commit(database, head).tree):
        path = _decoded(b"/".join(parts))
        if path == IGNORE_FILE:
            continue
        if not entry.is_file:
            raise ArchiveRefused("The bundle holds a link or a device, which is not imported.")
        found[checked_path(path)] = entry.id
    check_names(found)
    files: dict[str, str] = {}
    total = Total()
    for done, (path, object_id) in enumerate(found.items()):
        if not tell(done, len(found)):
            raise Stopped
        contents = database.read(object_id, ObjectKind.BLOB)
        total.add(path, len(contents))
        files[path] = checked_text(path, contents)
    if not files:
        raise ArchiveRefused("There is no memory in this bundle.")
    return ArchiveContents(files)


def _walked(database: ObjectDatabase, root: ObjectID) -> Iterator[tuple[PathParts, TreeEntry]]:
    """Folders that hold each other many times over would never come to an end."""
    waiting: list[tuple[PathParts, ObjectID]] = [((), root)]
    seen = 0
    while waiting:
        above, tree = waiting.pop()
        for name, entry in read_entries(database, tree).items():
            seen += 1
            if seen > MOST_FILES:
                raise ArchiveRefused(f"The bundle has more than {MOST_FILES:,} files.")
            if entry.is_folder:
                waiting.append(((*above, name), entry.id))
            else:
                yield (*above, name), entry


def _decoded(path: bytes) -> str:
    try:
        return path.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ArchiveRefused("The bundle has a file name that cannot be used.") from error
