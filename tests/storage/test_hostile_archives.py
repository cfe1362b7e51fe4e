"""Archives somebody made to do harm, or broke: each is refused with a sentence."""

import io
import os
import stat
import struct
import subprocess
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from app.contracts.errors import ArchiveRefused
from app.storage.archives import ArchivesOnDisk
from app.storage.archives.limits import LARGEST_FILE, MOST_FILES


def go_on(_done: int, _total: int) -> bool:
    return True


def refusal(place: Path) -> str:
    with pytest.raises(ArchiveRefused) as refused:
        ArchivesOnDisk().read(place, go_on)
    return refused.value.sentence


def zip_with(place: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("memory/MEMORY.md", b"- a fact\n")
        for name, data in members:
            archive.writestr(name, data)
    return place


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("../memory/x.md", "leave its folder"),
        ("memory/../../x.md", "leave its folder"),
        ("memory/./x.md", "leave its folder"),
        ("/etc/passwd", "outside the app"),
        ("C:/x.md", "outside the app"),
        ("memory\\..\\x.md", "leave its folder"),
        (".git/config", "no memory"),
        ("oneclaw.db", "no memory"),
        ("memory/tool.py", "no memory"),
        ("files/.hidden", "cannot be used"),
        ("files/.git/config", "cannot be used"),
        ("files//x.md", "cannot be used"),
        ("files/\x1b[31m.md", "cannot be used"),
        (f"files/{'x' * 300}.md", "cannot be used"),
        ("files/more.zip", "another archive"),
        ("MEMORY/memory.md", "no memory"),
        ("memory/memory.MD", "no memory"),
        ("memory/memory.md", "two files of one name"),
        ("memory/MEMORY.md/x.md", "two files of one name"),
    ],
)
def test_a_name_that_is_no_memory_is_refused(tmp_path: Path, name: str, says: str):
    assert says in refusal(zip_with(tmp_path / "a.zip", (name, b"- text\n")))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\xff\xfe\x00a", "not UTF-8"),
        (b"a\0b", "not a text file"),
        (b"PK\x03\x04nested", "another archive"),
        (b"\x1f\x8b\x08", "another archive"),
    ],
)
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, data: bytes, says: str):
    assert says in refusal(zip_with(tmp_path / "a.zip", ("files/x.md", data)))


def test_links_and_devices_are_refused(tmp_path: Path):
    for kind in (stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR):
        link = zipfile.ZipInfo("files/link.md")
        link.external_attr = (kind | 0o777) << 16
        assert "link" in refusal(zip_with(tmp_path / f"{kind}.zip", (link, b"/etc/passwd")))


def test_an_encrypted_archive_is_refused(tmp_path: Path):
    place = zip_with(tmp_path / "a.zip")
    data = bytearray(place.read_bytes())
    data[6] |= 1
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    place.write_bytes(data)
    assert "encrypted" in refusal(place)


def test_a_bomb_is_refused_before_it_unpacks(tmp_path: Path):
    assert "too large" in refusal(
        zip_with(tmp_path / "a.zip", ("files/x.md", b" " * (LARGEST_FILE + 1)))
    )
    many = [(f"files/{number}.md", b" " * LARGEST_FILE) for number in range(17)]
    assert "more than it should" in refusal(zip_with(tmp_path / "b.zip", *many))


def test_a_bomb_that_lies_about_its_size_is_refused(tmp_path: Path):
    place = zip_with(tmp_path / "a.zip", ("files/x.md", b" " * (2 * LARGEST_FILE)))
    data = bytearray(place.read_bytes())
    where = data.rfind(b"PK\x01\x02")
    data[where + 24 : where + 28] = struct.pack("<I", 10)
    place.write_bytes(data)
    assert refusal(place)


def test_too_many_files_are_refused(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for number in range(MOST_FILES + 1):
            archive.writestr(f"files/{number}.md", b"")
    assert f"{MOST_FILES:,}" in refusal(tmp_path / "a.zip")


def test_torn_zips_and_other_files_are_refused(tmp_path: Path):
    whole = zip_with(tmp_path / "a.zip", ("files/x.md", os.urandom(300).hex().encode()))
    data = whole.read_bytes()
    for length in range(0, len(data), 37):
        whole.write_bytes(data[:length])
        assert refusal(whole)
    broken = bytearray(data)
    broken[data.rfind(b"files/x.md", 0, data.find(b"PK\x01\x02")) + 40] ^= 0xFF
    whole.write_bytes(broken)
    assert "damaged" in refusal(whole)
    whole.write_bytes(b"%PDF-1.7 not ours")
    assert "neither a zip nor a git bundle" in refusal(whole)
    assert "no such file" in refusal(tmp_path / "nowhere.zip")
    assert "not a file" in refusal(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert "not a file" in refusal(tmp_path / "pipe")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    assert "no memory" in refusal(tmp_path / "empty.zip")


def bundle_with(folder: Path, fill: Callable[[Path], object]) -> Path:
    """As the git command makes it."""
    repository = folder / "repository"
    (repository / "memory").mkdir(parents=True)
    (repository / "memory/MEMORY.md").write_text("- a fact\n", encoding="utf-8")
    fill(repository)
    git = ["git", "-C", str(repository), "-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (
        ["init", "-q"],
        ["add", "-A"],
        ["commit", "-qm", "one"],
        ["bundle", "create", "-q", str(folder / "a.bundle"), "HEAD"],
    ):
        subprocess.run([*git, *command], check=True, capture_output=True)
    return folder / "a.bundle"


def test_a_bundle_made_by_git_is_read(tmp_path: Path):
    place = bundle_with(tmp_path, lambda _: None)
    assert ArchivesOnDisk().read(place, go_on).files == {"memory/MEMORY.md": "- a fact\n"}


Fill = Callable[[Path], object]


def a_link(root: Path) -> object:
    return (root / "memory/link.md").symlink_to("/etc/passwd")


def bytes_in(path: str, data: bytes) -> Fill:
    return lambda root: (root / path).write_bytes(data)


@pytest.mark.parametrize(
    ("fill", "says"),
    [
        (a_link, "link"),
        (bytes_in("evil.sh", b"rm"), "no memory"),
        (bytes_in("memory/x.md", b"\xff\xfe"), "not UTF-8"),
        (bytes_in("memory/x.zip", b"PK"), "another archive"),
        (bytes_in("memory/x.md", b" " * (LARGEST_FILE + 1)), "more than"),
    ],
)
def test_a_bundle_with_something_else_in_it_is_refused(tmp_path: Path, fill: Fill, says: str):
    assert says in refusal(bundle_with(tmp_path, fill))


def test_torn_and_partial_bundles_are_refused(tmp_path: Path):
    place = bundle_with(tmp_path, lambda _: None)
    data = place.read_bytes()
    for length in range(16, len(data), 23):
        place.write_bytes(data[:length])
        assert refusal(place)
    for position in range(len(data) // 2, len(data), 17):
        broken = bytearray(data)
        broken[position] ^= 0x55
        place.write_bytes(broken)
        assert refusal(place)
    place.write_bytes(data.replace(b"\n", b"\n-" + b"a" * 40 + b" base\n", 1))
    assert "part of another" in refusal(place)


def test_a_delta_that_grows_without_end_is_refused(tmp_path: Path):
    delta = b"\x01" + b"\xff\xff\xff\xff\x7f"  # from one byte to gigabytes
    stream = io.BytesIO()
    stream.write(b"PACK" + struct.pack(">II", 2, 1))
    stream.write(bytes([(7 << 4) | len(delta)]) + b"\0" * 20 + zlib.compress(delta))
    place = tmp_path / "a.bundle"
    place.write_bytes(
        b"# v2 git bundle\n" + b"a" * 40 + b" HEAD\n\n" + stream.getvalue() + b"\0" * 20
    )
    assert "more than it should" in refusal(place)
