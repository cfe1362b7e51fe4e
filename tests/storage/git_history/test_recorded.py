"""Which contents the newest version has, and what differs from it, reading only what is asked."""

from pathlib import Path

import pytest

from tests.storage.git_history.place import Place


def test_every_file_of_the_newest_version_has_the_name_git_gives_its_contents(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n")
    place.commit("files/a b.md", "a\n")
    told = place.history.recorded()
    assert set(told) == {".gitignore", "memory/MEMORY.md", "files/a b.md"}
    for path, name in told.items():
        assert place.git("rev-parse", f"HEAD:{path}").strip() == name


def test_only_the_files_asked_about_are_compared(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n")
    place.commit("files/same.md", "same\n")
    place.write("memory/MEMORY.md", "- coffee\n")
    place.write("files/new.md", "new\n")
    place.write("files/photo.png", "left out\n")
    place.write("files/other.md", "not asked about\n")
    asked = ["memory/MEMORY.md", "files/same.md", "files/new.md", "files/photo.png", "files/no.md"]
    assert place.history.uncommitted(asked) == ("files/new.md", "memory/MEMORY.md")
    (place.root / "memory/MEMORY.md").unlink()
    assert place.history.uncommitted(["memory/MEMORY.md"]) == ("memory/MEMORY.md",)
    assert place.history.uncommitted([]) == ()


@pytest.mark.parametrize("name", ["files/link.md", "files/folder.md"])
def test_what_is_no_file_is_passed_over(place: Place, name: str, tmp_path: Path):
    if name == "files/link.md":
        (place.root / "files").mkdir()
        (place.root / name).symlink_to(tmp_path / "elsewhere.md")
    else:
        (place.root / name).mkdir(parents=True)
    assert place.history.uncommitted([name]) == ()
