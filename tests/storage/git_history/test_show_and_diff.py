from pathlib import Path

import pytest
from dulwich.objects import ObjectID

from app.contracts.errors import UnknownVersion, UnreadableFile, UnsafePath
from app.contracts.history import ChangeKind
from app.storage.git_history.commits import new_commit
from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.stored_object import StoredObject
from tests.storage.git_history.place import Place, run_git


def hunks(difference: str) -> str:
    """From the first hunk on: git's own header names ids."""
    return difference[difference.index("@@") :]


def git_hunks(place: Place, *arguments: str) -> str:
    """Without the function names git adds behind the second @@."""
    shown = place.git("-c", "diff.noprefix=false", "diff", *arguments)
    lines = shown[shown.index("@@") :].splitlines(keepends=True)
    return "".join(
        line[: line.index("@@", 2) + 2] + "\n" if line.startswith("@@") else line for line in lines
    )


def test_show_has_the_commit_and_a_real_hunk(place: Place):
    place.commit("memory/MEMORY.md", "".join(f"- fact {number}\n" for number in range(20)))
    text = "".join(f"- fact {number}\n" for number in range(20) if number != 10)
    sha = place.commit("memory/MEMORY.md", text, "memory: update MEMORY.md")
    commit, changes = place.history.show(sha)
    assert (commit.sha, commit.message) == (sha, "memory: update MEMORY.md")
    (change,) = changes
    assert (change.path, change.kind, change.new) == ("memory/MEMORY.md", ChangeKind.CHANGED, text)
    assert hunks(change.unified_diff) == git_hunks(place, "HEAD~1", "HEAD")
    assert change.unified_diff.startswith("--- a/memory/MEMORY.md\n+++ b/memory/MEMORY.md\n@@")


def test_show_tells_added_changed_and_deleted_apart(place: Place):
    place.commit("files/b.md", "b\n")
    place.commit("files/c.md", "c\n")
    place.write("files/a.md", "a\n")
    place.write("files/b.md", "B\n")
    (place.root / "files/c.md").unlink()
    sha = place.history.commit(["files/a.md", "files/b.md", "files/c.md"], "all")
    assert sha is not None
    changes = place.history.show(sha)[1]
    assert [(change.path, change.kind, change.old, change.new) for change in changes] == [
        ("files/a.md", ChangeKind.ADDED, None, "a\n"),
        ("files/b.md", ChangeKind.CHANGED, "b\n", "B\n"),
        ("files/c.md", ChangeKind.DELETED, "c\n", None),
    ]
    assert changes[0].unified_diff == "--- /dev/null\n+++ b/files/a.md\n@@ -0,0 +1 @@\n+a\n"
    assert changes[2].unified_diff == "--- a/files/c.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-c\n"


def test_the_first_commit_shows_its_files_as_added(place: Place):
    (commit,) = place.history.log().commits
    (change,) = place.history.show(commit.sha)[1]
    assert (change.path, change.kind) == (".gitignore", ChangeKind.ADDED)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\nb\nc\n", "a\nB\nc"),
        ("a\nb", "a\nb\n"),
        ("", "a\n"),
        ("a\r\nb\r\n", "a\r\nc\r\n"),
        ("a\u2028b\x0cc\n", "a\u2028b\x0cd\n"),
        ("\n" * 50 + "x\n", "y\n" + "\n" * 50),
        (
            "".join(f"{n}\n" for n in range(100)),
            "".join(f"{n if n % 30 else -n - 1}\n" for n in range(100)),
        ),
    ],
)  # fmt: skip
def test_a_difference_can_be_applied_by_git(place: Place, tmp_path: Path, old: str, new: str):
    first = place.commit("files/a.md", old)
    place.commit("files/a.md", new)
    (change,) = place.history.diff(first, place.history.log().commits[0].sha)
    patch = tmp_path / "change.patch"
    patch.write_bytes(change.unified_diff.encode())
    place.write("files/a.md", old)
    done = run_git(place.root, "apply", "--unidiff-zero", str(patch))
    assert done.returncode == 0, done.stderr
    assert (place.root / "files/a.md").read_bytes() == new.encode()


def test_diff_of_two_commits_goes_in_both_directions(place: Place):
    first = place.commit("files/a.md", "a\n")
    second = place.commit("files/b.md", "b\n")
    assert [(c.path, c.kind) for c in place.history.diff(first, second)] == [
        ("files/b.md", "added")
    ]
    assert [(c.path, c.kind) for c in place.history.diff(second, first)] == [
        ("files/b.md", "deleted")
    ]
    assert place.history.diff(first, first) == ()


def test_diff_without_a_second_commit_compares_with_the_disk(place: Place):
    first = place.commit("files/a.md", "a\n")
    place.commit("files/b.md", "b\n")
    place.write("files/a.md", "A\n")
    place.write("memory/new.md", "new\n")
    place.write("memory/ignored.tmp", "x")
    assert [(c.path, c.kind, c.old, c.new) for c in place.history.diff(first)] == [
        ("files/a.md", ChangeKind.CHANGED, "a\n", "A\n"),
        ("files/b.md", ChangeKind.ADDED, None, "b\n"),
        ("memory/new.md", ChangeKind.ADDED, None, "new\n"),
    ]
    (place.root / "files/a.md").unlink()
    assert place.history.diff(first)[0].kind is ChangeKind.DELETED


@pytest.mark.parametrize("contents", [b"\xff\xfe\xfd", b"a\x00b"])
def test_bytes_that_are_no_text_show_as_a_marker(place: Place, contents: bytes):
    place.commit("files/a.md", "text\n")
    sha = place.commit("files/a.md", contents)
    (change,) = place.history.show(sha)[1]
    assert change.new == f"[binary file, {len(contents)} bytes, not shown]"
    assert change.unified_diff == "Binary files a/files/a.md and b/files/a.md differ\n"
    with pytest.raises(UnreadableFile):
        place.history.file_at("files/a.md", sha)


def test_a_very_long_change_is_shown_without_searching(place: Place):
    place.commit("files/a.md", "".join(f"old {number}\n" for number in range(9_000)))
    sha = place.commit("files/a.md", "".join(f"new {number}\n" for number in range(9_000)))
    (change,) = place.history.show(sha)[1]
    assert change.unified_diff.splitlines()[2] == "@@ -1,9000 +1,9000 @@"


def test_file_at_gives_the_text_of_that_version(place: Place):
    first = place.commit("memory/MEMORY.md", "- tea\r\n")
    place.commit("memory/MEMORY.md", "- coffee\n")
    assert place.history.file_at("memory/MEMORY.md", first) == "- tea\r\n"
    with pytest.raises(UnknownVersion):
        place.history.file_at("memory/daily/none.md", first)
    with pytest.raises(UnknownVersion):
        place.history.file_at("memory", first)
    with pytest.raises(UnsafePath):
        place.history.file_at("../x", first)


def test_a_unique_start_of_an_id_is_enough(place: Place):
    sha = place.commit("memory/MEMORY.md", "- tea\n")
    shortest = next(
        sha[:length]
        for length in range(4, 40)
        if place.git("rev-parse", "--disambiguate=" + sha[:length]).split() == [sha]
    )
    assert place.history.show(shortest)[0].sha == sha
    assert place.history.show(sha[:12].upper())[0].sha == sha
    place.history.collect_garbage()
    assert place.history.show(shortest)[0].sha == sha


def test_a_start_that_several_commits_share_is_refused(place: Place):
    objects = place.root / ".git/objects"
    database = ObjectDatabase(objects, DurableDisk(place.root / ".git/oneclaw"))
    tree = ObjectID(place.git("rev-parse", "HEAD^{tree}").strip().encode())
    by_start: dict[bytes, StoredObject] = {}
    for number in range(5_000):
        stored = new_commit(tree, (), f"try {number}", place.clock.now()).stored()
        other = by_start.setdefault(stored.id[:4], stored)
        if other is not stored:
            database.add(stored)
            database.add(other)
            database.sync()
            with pytest.raises(UnknownVersion, match="Several"):
                place.history.show(stored.id[:4].decode())
            assert place.history.show(stored.id.decode())[0].message == f"try {number}"
            return
    pytest.fail("no two commits share four digits")


@pytest.mark.parametrize(
    "name", ["", "abc", "HEAD", "nothex!", "0" * 40, "12345678", "a" * 64, "\0" * 8]
)
def test_errors_are_errors_and_not_empty_answers(place: Place, name: str):
    """Pitfall 29: a wrong id must never look like success."""
    sha = place.commit("memory/MEMORY.md", "- tea\n")
    for call in (
        lambda: place.history.show(name),
        lambda: place.history.diff(name),
        lambda: place.history.diff(sha, name),
        lambda: place.history.file_at("memory/MEMORY.md", name),
    ):
        with pytest.raises(UnknownVersion):
            call()


def test_an_id_of_a_tree_or_a_file_is_no_version(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n")
    for name in ("HEAD^{tree}", "HEAD:memory/MEMORY.md"):
        with pytest.raises(UnknownVersion):
            place.history.show(place.git("rev-parse", name).strip())
