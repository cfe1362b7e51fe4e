import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.storage.git_history.place import Place, new_place


@pytest.fixture
def used(place: Place) -> Place:
    for number in range(4):
        place.commit("memory/MEMORY.md", f"- fact {number}\n", f"memory {number}")
        place.commit(f"memory/daily/2026-02-0{number + 1}.md", f"log {number}\n", f"log {number}")
    return place


def memory_files(place: Place) -> dict[str, bytes]:
    return {
        path.as_posix(): path.read_bytes()
        for path in sorted(place.root.rglob("*.md"))
        if ".git" not in path.parts
    }


def mended(place: Place) -> tuple[str, ...]:
    """A new start; afterwards all is well and no memory file was touched."""
    before = memory_files(place)
    again = place.reopened()
    findings = again.history.prepare().findings
    assert memory_files(place) == before
    place.check()
    again.history.commit(again.history.uncommitted(), "caught up")
    again.commit("files/after.md", f"after {again.clock.now()}\n", "after")
    assert place.messages()[0] == "after"
    assert place.is_clean()
    place.check()
    assert again.reopened().history.prepare().findings == ()
    return findings


@pytest.mark.parametrize(
    "lock", ["index.lock", "HEAD.lock", "refs/heads/main.lock", "packed-refs.lock", "config.lock"]
)
def test_a_left_over_lock_does_not_stop_commits(used: Place, lock: str):
    """Pitfall 29."""
    (used.root / ".git" / lock).touch()
    assert mended(used) == (f"Left-over locks were removed: {lock}.",)
    assert len(used.messages()) == 10


def test_a_lock_that_appears_while_we_run_does_not_stop_commits_either(used: Place):
    for lock in ("index.lock", "refs/heads/main.lock"):
        (used.root / ".git" / lock).touch()
    assert used.commit("memory/MEMORY.md", "- new\n")


def test_half_written_files_are_cleared_away(used: Place):
    left = [".git/objects/pack/tmp_pack_x", ".git/oneclaw/abc.tmp", ".git/objects/aa/tmp_obj_x"]
    for name in left:
        path = used.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"half")
    assert mended(used) == ()
    assert not any((used.root / name).exists() for name in left)


def put(path: Path, contents: bytes) -> None:
    """A new file: an old one may be mapped into memory, which must not be cut under the reader."""
    path.unlink()
    path.write_bytes(contents)


def torn(path: Path) -> None:
    put(path, path.read_bytes()[:-5])


def emptied(path: Path) -> None:
    put(path, b"")


def replaced(path: Path) -> None:
    put(path, b"these are not the bytes of an object")


@pytest.mark.parametrize("damage", [torn, emptied, replaced, Path.unlink])
@pytest.mark.parametrize("name", ["HEAD:memory/MEMORY.md", "HEAD:memory/daily", "HEAD^{tree}"])
def test_a_damaged_object_of_the_newest_version_is_made_again_from_the_files(
    used: Place, damage: Callable[[Path], None], name: str
):
    damage(used.object_path(name))
    assert mended(used)[:1] in (("Damaged pieces set aside: 1.",), ())
    assert len(used.messages()) == 10


@pytest.mark.parametrize("damage", [torn, emptied, replaced, Path.unlink])
def test_a_damaged_newest_commit_costs_only_itself(used: Place, damage: Callable[[Path], None]):
    damage(used.object_path("HEAD"))
    assert "Damaged versions left out of the history: 1." in mended(used)[-2]
    assert used.messages()[2:] == [
        "memory 3", "log 2", "memory 2", "log 1", "memory 1", "log 0", "memory 0",
        "init: initialize memory repository",
    ]  # fmt: skip


@pytest.mark.parametrize("damage", [torn, emptied, Path.unlink])
@pytest.mark.parametrize(
    "name", ["HEAD~4", "HEAD~4^{tree}", "HEAD~4:memory", "HEAD~4:memory/daily"]
)
def test_damage_in_the_middle_leaves_out_one_version_and_keeps_the_others(
    used: Place, damage: Callable[[Path], None], name: str
):
    """HEAD~4 is `log 1`; its folder of logs is shared by `memory 2`."""
    damage(used.object_path(name))
    lost = {"log 1", "memory 2"} if name.endswith("daily") else {"log 1"}
    mended(used)
    assert used.messages()[1:] == [
        message
        for message in (
            "log 3", "memory 3", "log 2", "memory 2", "log 1", "memory 1", "log 0", "memory 0",
            "init: initialize memory repository",
        )
        if message not in lost
    ]  # fmt: skip


def test_dates_and_texts_of_the_kept_versions_stay(used: Place):
    before = used.git("log", "--format=%s|%aI|%cI|%T").splitlines()
    used.object_path("HEAD~4").unlink()
    used.reopened().history.prepare()
    assert used.git("log", "--format=%s|%aI|%cI|%T").splitlines() == [
        line for line in before if not line.startswith("log 1|")
    ]


@pytest.mark.parametrize("contents", [b"", b"garbage\n", b"0" * 40 + b"\n", b"ab" * 19])
def test_a_damaged_branch_is_found_again(used: Place, contents: bytes):
    (used.root / ".git/refs/heads/main").write_bytes(contents)
    mended(used)
    assert len(used.messages()) == 10


def test_an_old_packed_branch_does_not_take_the_place_of_a_damaged_one(used: Place):
    used.git("pack-refs", "--all")
    used.commit("memory/MEMORY.md", "- newer\n", "newer")
    (used.root / ".git/refs/heads/main").write_bytes(b"")
    mended(used)
    assert "newer" in used.messages()


@pytest.mark.parametrize("contents", [b"", b"ref: refs/heads/none\n", b"\0\0\0", None])
def test_a_damaged_head_is_put_back(used: Place, contents: bytes | None):
    head = used.root / ".git/HEAD"
    head.unlink() if contents is None else head.write_bytes(contents)
    assert mended(used) == ("Missing or damaged parts were mended: HEAD.",) or contents is None
    assert used.git("symbolic-ref", "HEAD") == "refs/heads/main\n"
    assert len(used.messages()) == 10


@pytest.mark.parametrize("contents", [b"", b"DIRC garbage", None])
def test_a_damaged_index_is_made_again(used: Place, contents: bytes | None):
    index = used.root / ".git/index"
    index.unlink() if contents is None else index.write_bytes(contents)
    assert mended(used) == ("The index of the version history was brought up to date.",)


@pytest.mark.parametrize("contents", [b"", b"[core\n\0", None])
def test_a_damaged_config_is_put_back(used: Place, contents: bytes | None):
    config = used.root / ".git/config"
    config.unlink() if contents is None else config.write_bytes(contents)
    assert mended(used) == ("Missing or damaged parts were mended: config.",)


def test_damaged_packed_references_are_put_right(used: Place):
    used.git("tag", "kept")
    used.git("pack-refs", "--all")
    packed = used.root / ".git/packed-refs"
    packed.write_bytes(packed.read_bytes() + b"\0\0 half a li")
    assert mended(used) == ("Missing or damaged parts were mended: packed-refs.",)
    assert used.git("tag") == "kept\n"


def test_a_tag_whose_objects_are_gone_is_dropped(used: Place):
    used.git("tag", "broken", "HEAD~2")
    used.object_path("HEAD~2").unlink()
    mended(used)
    assert used.git("tag") == ""


@pytest.mark.parametrize("name", ["objects", "refs", "info"])
def test_a_missing_part_of_the_repository_is_survived(used: Place, name: str):
    shutil.rmtree(used.root / ".git" / name)
    assert mended(used)
    assert len(used.messages()) == (2 if name == "objects" else 10)


def test_a_missing_repository_is_started_anew_with_the_files(used: Place):
    shutil.rmtree(used.root / ".git")
    assert mended(used) == (
        "There was no version history. One was started with the files as they are.",
    )
    assert used.git("show", "HEAD~1:memory/MEMORY.md") == "- fact 3\n"


@pytest.mark.parametrize("contents", [b"", b"gitdir: elsewhere\n"])
def test_something_else_in_place_of_the_repository_is_kept(used: Place, contents: bytes):
    shutil.rmtree(used.root / ".git")
    (used.root / ".git").write_bytes(contents)
    mended(used)
    assert (used.root / ".git.damaged-1").read_bytes() == contents


def test_a_repository_beyond_repair_is_set_aside_and_never_deleted(used: Place):
    for _ in range(2):
        for path in (used.root / ".git/objects").rglob("*"):
            if path.is_file():
                emptied(path)
        findings = mended(used)
        assert any("set aside as .git.damaged-" in finding for finding in findings)
    assert (used.root / ".git.damaged-1").is_dir()
    assert (used.root / ".git.damaged-2").is_dir()
    assert used.git("show", "HEAD~1:memory/MEMORY.md") == "- fact 3\n"


def test_damage_is_found_in_objects_that_were_checked_before(used: Place):
    used.reopened().history.prepare()
    torn(used.object_path("HEAD~5:memory/MEMORY.md"))
    assert mended(used)[0] == "Damaged pieces set aside: 1."


@pytest.fixture
def packed(used: Place) -> Place:
    used.history.collect_garbage()
    used.reopened().history.prepare()
    return used


def pack_file(place: Place, ending: str) -> Path:
    (path,) = (place.root / ".git/objects/pack").glob(f"*.{ending}")
    return path


@pytest.mark.parametrize("damage", [torn, emptied, replaced, Path.unlink])
def test_a_lost_or_damaged_pack_index_is_made_again(packed: Place, damage: Callable[[Path], None]):
    damage(pack_file(packed, "idx"))
    mended(packed)
    assert len(packed.messages()) == 11


def test_what_a_cut_pack_still_holds_is_kept(packed: Place):
    path = pack_file(packed, "pack")
    put(path, path.read_bytes()[: path.stat().st_size // 2])
    assert mended(packed)[0] == "Damaged pieces set aside: 1."
    assert len(packed.messages()) > 2


def test_what_a_pack_with_wrong_bytes_still_holds_is_kept(packed: Place):
    path = pack_file(packed, "pack")
    contents = bytearray(path.read_bytes())
    contents[len(contents) - 60] ^= 0xFF
    put(path, bytes(contents))
    mended(packed)
    assert len(packed.messages()) > 2


def test_uncommitted_changes_are_left_to_the_caller(used: Place):
    used.write("memory/MEMORY.md", "- written, then killed\n")
    again = used.reopened()
    assert again.history.prepare().findings == ()
    assert again.history.uncommitted() == ("memory/MEMORY.md",)
    assert len(used.messages()) == 9


def test_a_kill_during_the_very_first_start_leaves_nothing_to_complain_about(tmp_path: Path):
    (tmp_path / ".git/objects").mkdir(parents=True)
    place = new_place(tmp_path)
    assert place.messages() == ["init: initialize memory repository"]
    assert not (tmp_path / ".git.damaged-1").exists()


def test_a_person_on_another_branch_is_brought_back_to_main(used: Place):
    used.git("checkout", "-q", "-b", "mine")
    used.reopened().history.prepare()
    assert used.git("symbolic-ref", "HEAD") == "refs/heads/main\n"
    assert used.git("branch", "--list", "mine").strip() == "mine"
