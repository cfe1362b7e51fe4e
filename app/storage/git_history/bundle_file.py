"""A bundle: the whole history in one file that `git clone` opens. Never replaces a file."""

import os
import tempfile
from pathlib import Path

from dulwich.objects import ObjectID

from app.contracts.errors import HistoryError
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.pack_stream import write_pack
from app.storage.git_history.reachability import needed_objects
from app.storage.git_history.references import MAIN


def write_bundle(database: ObjectDatabase, head: ObjectID, output: Path) -> None:
    """HEAD is in it: without, a clone would know no branch to check out."""
    if output.exists() or output.is_symlink():
        raise HistoryError(f"{output.name} exists already and is not replaced.")
    output.parent.mkdir(parents=True, exist_ok=True)
    needed = needed_objects(database, [head])
    header = b"# v2 git bundle\n%s HEAD\n%s %s\n\n" % (head, head, MAIN.encode("ascii"))
    handle, name = tempfile.mkstemp(dir=output.parent, prefix=".", suffix=".tmp")
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(header)
            write_pack(file, database, needed)
            file.flush()
            os.fsync(file.fileno())
        _give_name(unfinished, output)
    finally:
        unfinished.unlink(missing_ok=True)


def _give_name(unfinished: Path, output: Path) -> None:
    """A hard link fails where a file has come up meanwhile; some file systems have none."""
    try:
        output.hardlink_to(unfinished)
    except FileExistsError as error:
        raise HistoryError(f"{output.name} exists already and is not replaced.") from error
    except OSError:
        if output.exists():
            raise HistoryError(f"{output.name} exists already and is not replaced.") from None
        unfinished.replace(output)
