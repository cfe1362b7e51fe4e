"""The record of which version changed which file is a cache: whatever happens to it or to the
history, a filtered log is what git says."""

from collections.abc import Callable
from pathlib import Path

import pytest
from dulwich.objects import ObjectID

from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.stored_object import StoredObject
from app.storage.git_history.touched_paths import TouchedPaths
from tests.storage.git_history.place import Place
from tests.storage.git_history.test_log import shas

PATHS = (
    *("memory", "memory/MEMORY.md", "memory/daily", "memory/daily/2026-02-05.md", "files"),
    *("files/a.md", "files/a.md/below", "files/by hand.md", "nowhere", "memory/MEM", ".gitignore"),
)


@pytest.fixture
def busy(place: Place) -> Place:
    for number in range(9):
        place.commit("memory/MEMORY.md", f"- fact {number}\n")
        place.commit(f"memory/daily/2026-02-{number + 1:02d}.md", "log\n")
    place.commit("files/a.md", "a\n")
    place.git("config", "user.name", "P")
    place.git("config", "user.email", "p@example.org")
    return place


def record_of(place: Place) -> Path:
    return place.root / ".git/oneclaw/touched"


def agrees_with_git(place: Place) -> None:
    for under in PATHS:
        expected = place.git("log", "--first-parent", "--format=%H", "--", under).split()
        for limit in (2, 50):
            assert shas(place, under, limit) == expected, (under, limit)


def recorded_newest(place: Place) -> str:
    return record_of(place).read_bytes()[-50:-10].decode("ascii")


def head(place: Place) -> str:
    return place.git("rev-parse", "HEAD").strip()


def test_every_commit_is_written_down_at_once(busy: Place):
    assert recorded_newest(busy) == head(busy)
    agrees_with_git(busy)


class CountingDatabase(ObjectDatabase):
    """Says how many objects were read."""

    reads = 0

    def find(self, object_id: ObjectID) -> StoredObject | None:
        CountingDatabase.reads += 1
        return super().find(object_id)


def test_a_rarely_touched_file_costs_no_walk_through_the_others(
    busy: Place, monkeypatch: pytest.MonkeyPatch
):
    """One look at the newest version, one at each that is told: not one at every version."""
    monkeypatch.setattr("app.storage.git_history.git_history.ObjectDatabase", CountingDatabase)
    fresh = busy.reopened()
    for under, told in (("memory/daily/2026-02-01.md", 1), ("memory/MEMORY.md", 9)):
        CountingDatabase.reads = 0
        assert len(fresh.history.log(under=under).commits) == told
        assert CountingDatabase.reads <= told + 2


def cut_short(contents: bytes) -> bytes:
    return contents[:-30]


def cut_in_the_middle(contents: bytes) -> bytes:
    return contents[: len(contents) // 2]


def zeros_at_the_end(contents: bytes) -> bytes:
    return contents[:-80] + bytes(80)


def a_hole_in_the_middle(contents: bytes) -> bytes:
    middle = len(contents) // 2
    return contents[:middle] + bytes(40) + contents[middle + 40 :]


def another_path(contents: bytes) -> bytes:
    return contents.replace(b"/files/a.md", b"/files/b.md")


def a_part_left_out(contents: bytes) -> bytes:
    """Whole parts, but not all of them: the checksums know."""
    first, second = (contents.index(b"/memory/daily/2026-02-0%d" % day) for day in (3, 4))
    return contents[:first] + contents[second:]


def something_else(contents: bytes) -> bytes:
    return b"not ours at all" * len(contents)


def nothing(contents: bytes) -> bytes:
    del contents
    return b""


DAMAGES = (
    *(cut_short, cut_in_the_middle, zeros_at_the_end, a_hole_in_the_middle, another_path),
    *(a_part_left_out, something_else, nothing),
)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_is_noticed_and_made_again(busy: Place, damage: Callable[[bytes], bytes]):
    whole = record_of(busy).read_bytes()
    record_of(busy).write_bytes(damage(whole))
    agrees_with_git(busy)
    busy.commit("files/a.md", "while it is damaged\n")
    agrees_with_git(busy)
    again = busy.reopened()
    assert again.history.prepare().findings == ()
    agrees_with_git(again)
    assert recorded_newest(busy) == head(busy)
    assert record_of(busy).read_bytes().startswith(whole)


def test_a_missing_record_or_a_folder_in_its_place_hinders_nothing(busy: Place):
    record_of(busy).unlink()
    agrees_with_git(busy)
    record_of(busy).mkdir()
    agrees_with_git(busy)
    busy.commit("files/a.md", "new\n")
    assert busy.reopened().history.prepare().findings == ()
    agrees_with_git(busy)


def test_commits_made_with_git_are_seen_at_once_and_written_down_later(busy: Place):
    for number in range(3):
        busy.commit_by_hand("files/by hand.md", f"{number}\n")
    busy.git("update-index", "--chmod=+x", "files/a.md")
    busy.git("commit", "-q", "-m", "only its mode")
    (busy.root / "files/link").symlink_to("a.md")
    busy.git("add", "-f", "files/link")
    busy.git("commit", "-q", "-m", "a link")
    agrees_with_git(busy)
    busy.commit("memory/MEMORY.md", "- and one of ours\n")
    agrees_with_git(busy)
    again = busy.reopened()
    again.history.prepare()
    assert recorded_newest(busy) == head(busy)
    agrees_with_git(again)


def test_a_merge_made_with_git_is_followed_along_main(busy: Place):
    busy.git("checkout", "-q", "-b", "side")
    busy.commit_by_hand("files/side.md", "side\n")
    side = head(busy)
    busy.git("checkout", "-q", "main")
    busy.commit_by_hand("files/by hand.md", "main\n")
    busy.git("merge", "-q", "--no-edit", "side")
    for place in (busy, busy.reopened()):
        agrees_with_git(place)
        listed = place.git("log", "--format=%H", "side", "--", "files").split()
        page = place.history.log(under="files", start=side)
        assert [commit.sha for commit in page.commits] == listed
        place.history.prepare()


def test_a_history_that_was_taken_back_or_rewritten_is_followed(busy: Place):
    busy.git("reset", "-q", "--hard", "HEAD~4")
    agrees_with_git(busy)
    busy.commit("memory/MEMORY.md", "- another future\n")
    agrees_with_git(busy)
    busy.reopened().history.prepare()
    assert recorded_newest(busy) == head(busy)
    agrees_with_git(busy)
    busy.git("checkout", "-q", "--orphan", "fresh")
    busy.git("commit", "-q", "-m", "all anew")
    busy.git("branch", "-q", "-M", "fresh", "main")
    agrees_with_git(busy)
    busy.reopened().history.prepare()
    assert recorded_newest(busy) == head(busy)
    agrees_with_git(busy)


def test_a_forgotten_name_is_not_in_the_record(busy: Place):
    busy.commit("files/letter to Ana Sousa.md", "hello\n")
    busy.commit("files/a.md", "later\n")
    assert b"Ana Sousa" in record_of(busy).read_bytes()
    (busy.root / "files/letter to Ana Sousa.md").unlink()
    busy.history.forget(["Ana Sousa"])
    assert b"Ana Sousa" not in record_of(busy).read_bytes()
    assert recorded_newest(busy) == head(busy)
    agrees_with_git(busy)


def test_packing_and_repair_keep_it_true(busy: Place):
    busy.history.collect_garbage()
    assert recorded_newest(busy) == head(busy)
    agrees_with_git(busy)
    for number in range(3):
        busy.commit("memory/MEMORY.md", f"- later {number}\n")
    busy.object_path("HEAD~1").unlink()
    again = busy.reopened()
    assert again.history.prepare().findings
    assert recorded_newest(busy) == head(busy)
    agrees_with_git(again)


def test_a_thorough_repair_makes_it_again_from_the_commits(busy: Place):
    whole = record_of(busy).read_bytes()
    record_of(busy).write_bytes(cut_in_the_middle(whole))
    busy.history.prepare(thorough=True)
    assert record_of(busy).read_bytes() == whole


def test_a_file_in_the_place_of_a_folder_touches_what_was_below(busy: Place):
    busy.commit("files/box/inside.md", "inside\n")
    (busy.root / "files/box/inside.md").unlink()
    (busy.root / "files/box").rmdir()
    busy.commit("files/box", "now a file\n")
    for under in ("files/box", "files/box/inside.md"):
        assert shas(busy, under) == busy.git("log", "--format=%H", "--", under).split()
    assert busy.is_clean()
    (busy.root / "files/box").unlink()
    busy.commit("files/box/inside.md", "a folder again\n")
    for under in ("files/box", "files/box/inside.md"):
        assert shas(busy, under) == busy.git("log", "--format=%H", "--", under).split()
    assert busy.is_clean()
    busy.check()


def test_a_record_that_cannot_be_written_stops_no_commit_and_no_start(busy: Place):
    class Refusing(DurableDisk):
        def append_derived(self, target: Path, contents: bytes) -> None:
            raise OSError(28, "No space left on device")

    full = busy.reopened(Refusing(busy.root / ".git/oneclaw"))
    sha = full.commit("files/a.md", "on a full disk\n")
    assert sha == head(busy)
    agrees_with_git(full)


def test_a_record_that_says_something_untrue_is_found_by_the_check(busy: Place):
    """Its checksums are right: only a comparison with every version shows it."""
    busy.commit_by_hand("files/by hand.md", "by hand\n")
    assert busy.history.check().problems == ()
    record = TouchedPaths(record_of(busy), DurableDisk(busy.root / ".git/oneclaw"))
    known, newest = (
        ObjectID(busy.git("rev-parse", name).strip().encode("ascii")) for name in ("HEAD~1", "HEAD")
    )
    record.add(newest, known, [(b"files", b"made up.md")])
    assert busy.history.check().problems == ("The list of what each version changed is not right.",)
    busy.history.prepare(thorough=True)
    assert busy.history.check().problems == ()
    agrees_with_git(busy)
