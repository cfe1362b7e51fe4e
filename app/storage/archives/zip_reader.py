"""Reads the texts of a zip that somebody else may have made. Unpacks nothing onto the disk."""

import stat
import zipfile
import zlib
from pathlib import Path

from app.contracts.archives import SETTINGS_NAME, ArchiveContents, Stopped, Tell
from app.contracts.errors import ArchiveRefused
from app.storage.archives.limits import (
    LARGEST_FILE,
    MOST_FILES,
    Total,
    check_names,
    checked_path,
    checked_settings,
    checked_text,
)

_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    UnicodeError,
    ValueError,
)
"""What zipfile raises about bytes that are no zip, or one it cannot read."""
_ENCRYPTED = 0x1


def read_zip(place: Path, tell: Tell) -> ArchiveContents:
    try:
        with zipfile.ZipFile(place) as archive:
            return _contents(archive, tell)
    except _DAMAGE as error:
        raise ArchiveRefused("The archive is damaged.", detail=str(error)) from error


def _contents(archive: zipfile.ZipFile, tell: Tell) -> ArchiveContents:
    members = [member for member in archive.infolist() if not member.is_dir()]
    if len(archive.infolist()) > MOST_FILES:
        raise ArchiveRefused(f"The archive has more than {MOST_FILES:,} files.")
    for member in archive.infolist():
        _check_member(member)
    check_names(member.filename for member in members if member.filename != SETTINGS_NAME)
    files: dict[str, str] = {}
    settings: dict[str, str] = {}
    total = Total()
    for done, member in enumerate(members):
        if not tell(done, len(members)):
            raise Stopped
        data = _unpacked(archive, member, total)
        if member.filename == SETTINGS_NAME:
            settings = checked_settings(data)
        else:
            files[member.filename] = checked_text(member.filename, data)
    if not files:
        raise ArchiveRefused("There is no memory in this archive.")
    return ArchiveContents(files, settings)


def _check_member(member: zipfile.ZipInfo) -> None:
    # zipfile cuts a name at a zero byte; what it was before is in orig_filename.
    if member.filename != member.orig_filename:
        raise ArchiveRefused("The archive has a file name that cannot be used.")
    if member.flag_bits & _ENCRYPTED:
        raise ArchiveRefused("The archive is encrypted. Only open archives can be imported.")
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise ArchiveRefused("The archive holds a link or a device, which is not imported.")
    if member.is_dir():
        checked_path(f"{member.filename}folder.md")
    elif member.filename != SETTINGS_NAME:
        checked_path(member.filename)


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, total: Total) -> bytes:
    """Never more than the limit, whatever the archive says of itself."""
    total.add(member.filename, member.file_size)
    with archive.open(member) as stream:
        data = stream.read(LARGEST_FILE + 1)
    if len(data) != member.file_size:
        raise ArchiveRefused("The archive is damaged.")
    return data
