import errno
import os
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from app.contracts.errors import HistoryError, UnreadableFile, UnsafePath
from app.storage.git_history import GitHistory
from app.storage.git_history.durable_disk import DurableDisk
from tests.storage.git_history.place import Place, SteppingClock, new_place


def test_the_first_start_makes_a_repository_with_one_commit(place: Place):
    assert place.messages() == ["init: initialize memory repository"]
    assert place.git("branch", "--show-current") == "main\n"
    assert place.git("ls-tree", "-r", "--name-only", "HEAD") == ".gitignore\n"
    assert place.is_clean()
    place.check()


def test_files_that_are_there_before_the_first_start_are_in_the_first_commit(tmp_path: Path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/MEMORY.md").write_text("# Long-term Memory\n")
    place = new_place(tmp_path)
    assert place.git("show", "HEAD:memory/MEMORY.md") == "# Long-term Memory\n"
    assert place.history.uncommitted() == ()


def test_a_second_start_finds_nothing_to_do(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n")
    assert place.reopened().history.prepare().findings == ()
    assert len(place.messages()) == 2


def test_a_commit_has_the_agent_as_author_and_the_clocks_time_and_offset(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n", "memory: update MEMORY.md")
    shown = place.git("log", "-1", "--format=%an <%ae>|%cn <%ce>|%aI|%cI|%B")
    agent = "OneClaw Agent <agent@oneclaw.local>"
    moment = "2026-02-28T09:01:00+05:30"
    assert shown.strip() == f"{agent}|{agent}|{moment}|{moment}|memory: update MEMORY.md"


@pytest.mark.parametrize("minutes", [-570, -1, 0, 345, 840])
def test_any_offset_of_the_clock_is_kept(tmp_path: Path, minutes: int):
    zone = timezone(timedelta(minutes=minutes))
    moment = datetime(2026, 2, 28, 23, 59, 30, tzinfo=zone)
    history = GitHistory(tmp_path, SteppingClock(moment))
    history.prepare()
    assert history.log().commits[0].committed_at.isoformat() == moment.isoformat()


def test_nothing_new_is_no_commit(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n")
    assert place.history.commit(["memory/MEMORY.md"], "again") is None
    assert place.history.commit(["memory/never-there.md"], "again") is None
    assert place.history.commit([], "again") is None
    assert "again" not in place.messages()


def test_a_missing_file_is_a_deletion_and_an_empty_folder_goes_with_it(place: Place):
    place.commit("files/notes/a.md", "a\n")
    (place.root / "files/notes/a.md").unlink()
    place.history.commit(["files/notes/a.md"], "file: delete files/notes/a.md")
    assert place.messages()[0] == "file: delete files/notes/a.md"
    assert place.git("ls-tree", "-r", "--name-only", "HEAD") == ".gitignore\n"
    place.check()


def test_only_the_named_files_are_committed(place: Place):
    place.write("memory/MEMORY.md", "- tea\n")
    place.commit("files/a.md", "a\n")
    assert place.git("show", "--format=", "--name-only", "HEAD") == "files/a.md\n"
    assert place.history.uncommitted() == ("memory/MEMORY.md",)


def test_several_files_are_one_commit(place: Place):
    for path in ("memory/MEMORY.md", "memory/daily/2026-02-28.md", "files/a.md"):
        place.write(path, path)
    place.history.commit(
        ["files/a.md", "memory/daily/2026-02-28.md", "memory/MEMORY.md"], "all of them"
    )
    assert len(place.messages()) == 2
    assert place.is_clean()


@pytest.mark.parametrize(
    "contents",
    [
        b"",
        b"a\r\nb\r\n",
        b"\xff\xfe\x00binary",
        b"no end",
        "Zürich 日本 🙂\n".encode(),
        b"x" * 2**20,
    ],
    ids=["empty", "crlf", "binary", "no newline", "unicode", "megabyte"],
)
def test_contents_are_kept_byte_for_byte_whatever_git_is_set_to(place: Place, contents: bytes):
    place.set_global("core.autocrlf", "true")
    place.commit("files/a.md", contents)
    assert place.git_bytes("cat-file", "blob", "HEAD:files/a.md") == contents
    place.git("checkout", "HEAD~1", "--", ".")
    place.git("checkout", "HEAD", "--", "files/a.md")
    assert (place.root / "files/a.md").read_bytes() == contents
    assert place.is_clean()


@pytest.mark.parametrize(
    "path",
    [
        "files/with space.md",
        "files/Zürich/日本.md",
        "files/-dash.md",
        'files/quo"te.md',
        "files/a/b/c/d.md",
    ],
)
def test_unusual_names_are_kept(place: Place, path: str):
    place.commit(path, "text\n")
    assert place.git("ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0")[1] == path
    assert place.history.file_at(path, place.history.log().commits[0].sha) == "text\n"
    assert place.is_clean()
    place.check()


def test_a_file_can_become_a_folder_and_a_folder_a_file(place: Place):
    place.commit("files/a", "file\n")
    (place.root / "files/a").unlink()
    place.write("files/a/b.md", "below\n")
    place.history.commit(["files/a", "files/a/b.md"], "folder")
    assert place.git("ls-tree", "-r", "--name-only", "HEAD", "files") == "files/a/b.md\n"
    (place.root / "files/a/b.md").unlink()
    (place.root / "files/a").rmdir()
    place.write("files/a", "file again\n")
    place.history.commit(["files/a/b.md", "files/a"], "file")
    assert place.git("ls-tree", "-r", "--name-only", "HEAD", "files") == "files/a\n"
    assert place.is_clean()
    place.check()


@pytest.mark.parametrize(
    "path",
    [
        "../outside.md",
        "/etc/passwd",
        "memory/../../x",
        ".git/config",
        "memory//x",
        "",
        "files/.GIT/x",
        "files\\x",
        "files/a\0b",
        "files/\ud800",
    ],
)
def test_a_path_that_leaves_the_files_directory_is_refused(place: Place, path: str):
    with pytest.raises(UnsafePath):
        place.history.commit([path], "no")
    assert len(place.messages()) == 1


@pytest.mark.parametrize("path", ["oneclaw.db", "models/model.onnx", "exports/a.zip", "memory"])
def test_what_has_no_history_is_refused(place: Place, path: str):
    place.write("oneclaw.db", "x")
    with pytest.raises(HistoryError):
        place.history.commit([path], "no")


def test_a_link_or_a_folder_in_the_place_of_a_file_is_refused(place: Place, tmp_path: Path):
    (tmp_path / "secret").write_text("secret")
    (place.root / "files").mkdir()
    (place.root / "files/link.md").symlink_to(tmp_path / "secret")
    (place.root / "memory/folder.md").mkdir(parents=True)
    with pytest.raises(UnsafePath):
        place.history.commit(["files/link.md"], "no")
    with pytest.raises(UnreadableFile):
        place.history.commit(["memory/folder.md"], "no")
    assert place.history.uncommitted() == ()


def test_a_file_that_was_replaced_by_a_link_keeps_its_history(place: Place, tmp_path: Path):
    place.commit("files/a.md", "a\n")
    (place.root / "files/a.md").unlink()
    (place.root / "files/a.md").symlink_to(tmp_path)
    assert place.history.uncommitted() == ()
    with pytest.raises(UnsafePath):
        place.history.commit(["files/a.md"], "no")


def test_databases_models_exports_and_temporary_files_are_neither_ours_nor_gits(place: Place):
    for path in (
        "oneclaw.db", "oneclaw.db-wal", "models/model.onnx", "exports/memory.zip", ".lock",
        "attachments/a.md", "memory/.MEMORY.md.tmp", "memory/MEMORY.md.lock", "files/photo.jpg",
        "files/.obsidian/x.md", "memory/x.db", "files/a~",
    ):  # fmt: skip
        place.write(path, "x")
    assert place.history.uncommitted() == ()
    assert place.is_clean()


def test_uncommitted_finds_new_changed_and_deleted_files(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n")
    place.commit("files/gone.md", "x\n")
    place.commit("files/photo.jpg", "named, so it is kept\n")
    place.write("memory/MEMORY.md", "- coffee\n")
    place.write("memory/daily/2026-02-28.md", "new\n")
    place.write("files/photo.jpg", "and looked after\n")
    (place.root / "files/gone.md").unlink()
    expected = (
        "files/gone.md",
        "files/photo.jpg",
        "memory/MEMORY.md",
        "memory/daily/2026-02-28.md",
    )
    assert place.history.uncommitted() == expected
    place.history.commit(expected, "caught up")
    assert place.history.uncommitted() == ()
    assert place.is_clean()


def test_status_stays_clean_after_a_person_looked_with_git(place: Place):
    for number in range(5):
        place.commit(f"memory/daily/2026-02-0{number + 1}.md", f"{number}\n")
        assert place.is_clean()
    place.commit("memory/daily/2026-02-03.md", "changed\n")
    (place.root / "memory/daily/2026-02-01.md").unlink()
    place.history.commit(["memory/daily/2026-02-01.md"], "deleted")
    assert place.is_clean()


def test_a_person_may_commit_with_git_in_between(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n")
    place.write("files/by-hand.md", "by hand\n")
    place.git("add", "-A")
    place.git("-c", "user.name=P", "-c", "user.email=p@example.org", "commit", "-m", "by hand")
    place.git("pack-refs", "--all")
    place.commit("memory/MEMORY.md", "- coffee\n", "after")
    assert place.messages()[:2] == ["after", "by hand"]
    assert place.git("ls-tree", "-r", "--name-only", "HEAD", "files") == "files/by-hand.md\n"
    assert place.is_clean()
    place.check()


def test_a_commit_writes_only_the_trees_on_the_way_to_the_change(place: Place):
    for number in range(30):
        place.write(f"memory/daily/{number:04d}.md", f"{number}\n")
    place.history.commit([f"memory/daily/{number:04d}.md" for number in range(30)], "many")
    before = int(place.git("count-objects").split()[0])
    place.commit("memory/daily/0007.md", "changed\n")
    assert int(place.git("count-objects").split()[0]) - before == len(
        ["blob", "memory/daily", "memory", "root", "commit"]
    )


def test_without_prepare_there_is_a_sentence_not_a_crash(tmp_path: Path):
    history = GitHistory(tmp_path, SteppingClock())
    for call in (lambda: history.commit(["memory/a.md"], "x"), history.log, history.uncommitted):
        with pytest.raises(HistoryError):
            call()


def test_a_read_only_disk_is_a_history_error_and_the_old_history_stays(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n")
    place.write("memory/MEMORY.md", "- coffee\n")
    scratch = place.root / ".git/oneclaw"
    for path in scratch.iterdir():
        path.unlink()
    scratch.rmdir()
    scratch.write_text("in the way")
    with pytest.raises(HistoryError):
        place.history.commit(["memory/MEMORY.md"], "no")
    assert len(place.messages()) == 2
    place.check()


class DiskWithoutRoomForTheIndex(DurableDisk):
    def place_derived(self, target: Path, contents: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_commit_that_is_made_is_not_called_failed_for_want_of_the_index(place: Place):
    full = place.reopened(DiskWithoutRoomForTheIndex(place.root / ".git/oneclaw"))
    sha = full.commit("memory/MEMORY.md", "- tea\n")
    assert place.git("rev-parse", "HEAD").strip() == sha
    assert not place.is_clean()
    place.reopened().history.prepare()
    assert place.is_clean()


def test_a_derived_file_that_cannot_be_put_in_place_leaves_no_rubbish(tmp_path: Path):
    (tmp_path / "in the way").mkdir()
    with pytest.raises(OSError, match="directory"):
        DurableDisk(tmp_path / "scratch").place_derived(tmp_path / "in the way", b"contents")
    assert list((tmp_path / "scratch").iterdir()) == []


def test_among_many_files_only_the_changed_one_is_exchanged_in_the_index(place: Place):
    similar = [
        "memory/a.md",
        "memory/daily/memory/a.md",
        "files/memory/a.md",
        "files/memory/a.md.md",
    ]
    for path in similar:
        place.commit(path, "one\n")
    for path in similar:
        place.commit(path, f"two of {path}\n")
        assert place.is_clean()
    assert place.git("ls-files", "--stage").split() == _staged_by_git(place)


def test_an_index_that_git_wrote_with_its_extensions_is_made_plain_again(place: Place):
    place.commit("memory/a.md", "one\n")
    place.commit_by_hand("memory/b.md", "two\n")
    assert b"TREE" in (place.root / ".git/index").read_bytes()
    place.commit("memory/a.md", "three\n")
    assert place.is_clean()
    place.commit_by_hand("memory/b.md", "four\n")
    assert place.git("show", "HEAD:memory/a.md") == "three\n"
    place.check()


def test_a_version_is_found_by_any_unique_start_of_its_name(place: Place):
    shas = [place.commit("memory/a.md", f"{number}\n") for number in range(20)]
    for is_packed in (False, True):
        if is_packed:
            place.history.collect_garbage()
        for number, sha in enumerate(shas):
            for length in (9, 10, 39):
                assert place.history.file_at("memory/a.md", sha[:length]) == f"{number}\n"


def _staged_by_git(place: Place) -> list[str]:
    """What git itself would put into an index of the newest commit."""
    place.git("read-tree", "HEAD")
    return place.git("ls-files", "--stage").split()
