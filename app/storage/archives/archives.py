"""One archive on disk: told apart by its first bytes, never by its name; written atomically."""

import os
import stat
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from app.contracts.archives import LARGEST_ARCHIVE, ArchiveContents, Tell
from app.contracts.errors import ArchiveRefused, WriteFailed
from app.storage.archives.bundle_reader import SIGNATURE, read_bundle
from app.storage.archives.zip_reader import read_zip

_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")


class ArchivesOnDisk:
    """Implements `contracts.archives.Archives`."""

    def write_zip(self, output: Path, members: Iterable[tuple[str, str]]) -> None:
        try:
            output.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=output.parent, prefix=".", suffix=".tmp")
            unfinished = Path(name)
            try:
                with os.fdopen(handle, "wb") as file:
                    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                        for path, text in members:
                            archive.writestr(path, text.encode("utf-8"))
                    file.flush()
                    os.fsync(file.fileno())
                if output.exists() or output.is_symlink():
                    raise WriteFailed(f"{output.name} exists already and is not replaced.")
                unfinished.replace(output)
            finally:
                unfinished.unlink(missing_ok=True)
        except OSError as error:
            raise WriteFailed("The archive could not be written.", detail=str(error)) from error

    def read(self, place: Path, tell: Tell) -> ArchiveContents:
        try:
            found = place.stat()
            if not stat.S_ISREG(found.st_mode):
                raise ArchiveRefused("This is not a file.")
            if found.st_size > LARGEST_ARCHIVE:
                raise ArchiveRefused("This file is too large for an archive of a memory.")
            with place.open("rb") as file:
                start = file.read(len(SIGNATURE))
            if start.startswith(_ZIP_STARTS):
                return read_zip(place, tell)
            if start == SIGNATURE:
                return read_bundle(place, tell)
        except FileNotFoundError as error:
            raise ArchiveRefused("There is no such file.") from error
        except OSError as error:
            raise ArchiveRefused("This file cannot be read.", detail=str(error)) from error
        raise ArchiveRefused("This is neither a zip nor a git bundle.")
