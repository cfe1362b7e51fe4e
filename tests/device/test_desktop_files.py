"""Files in and out on a desktop, through programs that stand where the system's dialogs would."""

import os
import stat
from pathlib import Path

import pytest

from app.contracts.archives import FileExchange
from app.contracts.errors import WriteFailed
from app.device.desktop_files import DesktopFiles


def exchange(exports: Path, platform: str = "linux") -> FileExchange:
    return DesktopFiles(exports, platform)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An otherwise empty PATH, but for what a script needs."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def install(programs: Path, name: str, script: str) -> None:
    program = programs / name
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def test_without_a_dialog_the_folder_is_named_and_nothing_is_chosen(tmp_path: Path, programs: Path):
    files = exchange(tmp_path / "exports")
    assert not files.can_browse
    assert files.browse() is None
    assert files.hand_over(tmp_path / "exports" / "a.zip") == f"It is in {tmp_path / 'exports'}"


@pytest.mark.parametrize(
    ("tool", "platform"), [("zenity", "linux"), ("kdialog", "linux"), ("osascript", "darwin")]
)
def test_each_dialog_gives_the_file_it_names(
    tool: str, platform: str, tmp_path: Path, programs: Path
):
    chosen = tmp_path / "Ana's memory.zip"
    install(programs, tool, f'echo "{chosen}"')
    files = exchange(tmp_path / "exports", platform)
    assert files.can_browse
    assert files.browse() == chosen


def test_a_cancelled_dialog_chooses_nothing(tmp_path: Path, programs: Path):
    install(programs, "zenity", "exit 1")
    files = exchange(tmp_path / "exports")
    made = tmp_path / "a.zip"
    made.write_bytes(b"zip")
    assert files.browse() is None
    assert files.hand_over(made) is None


def test_a_copy_goes_where_the_person_wants_it_and_replaces_nothing(tmp_path: Path, programs: Path):
    made, wanted = tmp_path / "made.zip", tmp_path / "wanted.zip"
    made.write_bytes(b"zip")
    install(programs, "zenity", f'echo "{wanted}"')
    files = exchange(tmp_path / "exports")
    assert files.hand_over(made) == f"A copy is in {tmp_path}"
    assert wanted.read_bytes() == b"zip"
    made.write_bytes(b"another")
    with pytest.raises(WriteFailed, match="Choose another name"):
        files.hand_over(made)
    assert wanted.read_bytes() == b"zip"


def test_archives_in_the_folder_are_offered_newest_first_and_links_are_not(tmp_path: Path):
    exports = tmp_path / "exports"
    assert exchange(exports).offered() == ()
    exports.mkdir()
    for number, name in enumerate(("old.zip", "new.bundle", "notes.md")):
        (exports / name).write_bytes(b"")
        os.utime(exports / name, (number, number))
    (exports / "link.zip").symlink_to(tmp_path / "elsewhere.zip")
    assert [place.name for place in exchange(exports).offered()] == ["new.bundle", "old.zip"]
