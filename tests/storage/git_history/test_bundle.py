from pathlib import Path

import pytest

from app.contracts.errors import HistoryError
from tests.storage.git_history.place import Place, run_git


def test_a_clone_of_the_bundle_has_the_files_checked_out(place: Place, tmp_path: Path):
    """Pitfall 28: without HEAD in the bundle, git would check nothing out."""
    place.commit("memory/MEMORY.md", "- tea\r\n")
    place.commit("files/Zürich notes.md", "text\n")
    place.history.collect_garbage()
    place.commit("memory/MEMORY.md", "- coffee\r\n")
    place.history.bundle(tmp_path / "exports/memory.bundle")
    done = run_git(tmp_path, "clone", "-q", "exports/memory.bundle", "clone")
    assert (done.returncode, done.stderr) == (0, b"")
    clone = tmp_path / "clone"
    assert (clone / "memory/MEMORY.md").read_bytes() == b"- coffee\r\n"
    assert (clone / "files/Zürich notes.md").read_text() == "text\n"
    assert run_git(clone, "log", "--format=%H").stdout == place.git_bytes("log", "--format=%H")
    assert run_git(clone, "branch", "--show-current").stdout == b"main\n"
    assert run_git(clone, "fsck", "--full", "--strict").returncode == 0
    assert run_git(place.root, "bundle", "verify", "../exports/memory.bundle").returncode == 0


def test_an_existing_file_is_never_replaced(place: Place, tmp_path: Path):
    """Pitfall 28: not a memory file, not `.git`, not an older export."""
    place.commit("memory/MEMORY.md", "- tea\n")
    link = tmp_path / "dangling"
    link.symlink_to(tmp_path / "nowhere")
    for target in (place.root / "memory/MEMORY.md", place.root / ".git", link):
        with pytest.raises(HistoryError):
            place.history.bundle(target)
    assert (place.root / "memory/MEMORY.md").read_text() == "- tea\n"
    assert not (tmp_path / "nowhere").exists()
    place.check()


def test_a_bundle_that_fails_leaves_nothing_behind(place: Place, tmp_path: Path):
    place.commit("memory/MEMORY.md", "- tea\n")
    place.object_path("HEAD:memory/MEMORY.md").unlink()
    folder = tmp_path / "exports"
    with pytest.raises(HistoryError):
        place.history.bundle(folder / "a.bundle")
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_a_history_error(place: Place, tmp_path: Path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(HistoryError):
        place.history.bundle(tmp_path / "file/a.bundle")
