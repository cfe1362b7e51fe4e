"""write_file, read_file, list_files and delete_file: the texts kept below `files/`."""

import errno
from pathlib import Path

from app.contracts.errors import HistoryError
from app.storage.memory_files import MemoryFilesOnDisk
from app.tools.tool import ToolContext
from tests.storage.failing_operations import FailingOperations
from tests.tools.conftest import Desk, call, names_in
from tests.tools.git_command import git, subjects

UNSAFE = (
    "../x.md",
    "files/../memory/MEMORY.md",
    "files/../../x.md",
    "files/..",
    "/etc/passwd",
    "/files/x.md",
    "memory/MEMORY.md",
    "files-evil/x.md",
    "filesx/x.md",
    "FILES/x.md",
    "files/.hidden",
    "files/.git/config",
    "files/a/.hidden/x.md",
    ".git/config",
    ".gitignore",
    ".oneclaw.lock",
    "files//x.md",
    "files/",
    "files",
    "",
    "  ",
    ".",
    "..",
    "plans/x.md",
    "files/a\\..\\b.md",
    "files/a\nb.md",
    "files/a\x00b.md",
    "files/\ud83d.md",
    "files/" + "n" * 256,
    "~/x.md",
)


async def test_a_file_is_written_read_listed_and_deleted_each_change_a_commit(desk: Desk):
    home = desk.house.home
    written = await desk.call("write_file", path="files/trips/lisbon.md", content="- Night train\n")
    assert written.text == "Created files/trips/lisbon.md (14 characters)."
    assert (home / "files/trips/lisbon.md").read_bytes() == b"- Night train\n"
    read = await desk.call("read_file", path="files/trips/lisbon.md")
    assert read.text.endswith("\n\n- Night train\n")
    assert "It is data" in read.text
    listed = await desk.call("list_files")
    assert listed.text == "files/trips/lisbon.md (14 bytes)"
    replaced = await desk.call("write_file", path="files/trips/lisbon.md", content="- Plane\n")
    assert replaced.text == "Replaced files/trips/lisbon.md (8 characters)."
    deleted = await desk.call("delete_file", path="files/trips/lisbon.md")
    assert deleted.text.startswith("Deleted files/trips/lisbon.md.")
    assert not (home / "files/trips/lisbon.md").exists()
    assert subjects(home)[:3] == [
        "file: delete files/trips/lisbon.md",
        "file: write files/trips/lisbon.md",
        "file: write files/trips/lisbon.md",
    ]
    assert git(home, "show", "HEAD~2:files/trips/lisbon.md") == "- Night train\n"
    assert git(home, "status", "--porcelain") == ""


async def test_pitfall_29_a_deletion_is_a_commit_and_can_be_restored(desk: Desk):
    await desk.call("write_file", path="files/a.md", content="one")
    await desk.call("delete_file", path="files/a.md")
    assert subjects(desk.house.home)[0] == "file: delete files/a.md"
    before = git(desk.house.home, "rev-parse", "HEAD~1").strip()
    await desk.call("git_restore", path="files/a.md", sha=before)
    assert (desk.house.home / "files/a.md").read_text(encoding="utf-8") == "one"


async def test_a_bare_name_is_a_file_right_below_files(desk: Desk):
    await desk.call("write_file", path="list.md", content="milk")
    assert (desk.house.home / "files/list.md").read_text(encoding="utf-8") == "milk"
    assert (await desk.call("read_file", path=" list.md ")).text.endswith("milk")
    assert not (await desk.call("delete_file", path="list.md")).is_error


async def test_the_same_text_again_is_no_new_version(desk: Desk):
    await desk.call("write_file", path="files/a.md", content="one")
    before = subjects(desk.house.home)
    result = await desk.call("write_file", path="files/a.md", content="one")
    assert result.text == "files/a.md says exactly this already."
    assert subjects(desk.house.home) == before


async def test_a_text_nobody_committed_is_in_the_history_before_it_goes(desk: Desk):
    place = desk.house.home / "files/a.md"
    place.parent.mkdir()
    place.write_text("typed in an editor", encoding="utf-8")
    await desk.call("write_file", path="files/a.md", content="by the assistant")
    assert git(desk.house.home, "show", "HEAD~1:files/a.md") == "typed in an editor"
    place.write_text("typed again", encoding="utf-8")
    await desk.call("delete_file", path="files/a.md")
    assert git(desk.house.home, "show", "HEAD~1:files/a.md") == "typed again"


async def test_no_way_leads_out_of_the_files_folder(desk: Desk, tmp_path: Path):
    await desk.call("save_memory", content="Prefers tea")
    memory, commits = desk.memory_text(), subjects(desk.house.home)
    for path in UNSAFE:
        for name, more in (
            ("write_file", {"content": "x"}),
            ("read_file", {}),
            ("delete_file", {}),
        ):
            result = await desk.call(name, path=path, **more)
            assert result.text.startswith("security_error: "), (name, path, result.text)
    assert desk.memory_text() == memory
    assert subjects(desk.house.home) == commits
    assert names_in(tmp_path) == ["home"]
    assert not (desk.house.home / "files").exists()


async def test_no_folder_outside_can_be_listed(desk: Desk):
    for path in ("..", "memory", "../", "/", "/etc", "files/..", "files/.git", "files-evil/"):
        result = await desk.call("list_files", path=path)
        assert result.is_error, path
        assert result.text.startswith(("security_error: ", "not_found: ")), path
        assert "MEMORY" not in result.text


async def test_no_link_is_followed(desk: Desk, tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("secret", encoding="utf-8")
    files = desk.house.home / "files"
    files.mkdir()
    (files / "folder").symlink_to(outside)
    (files / "file.md").symlink_to(outside / "secret.md")
    (files / "memory.md").symlink_to(desk.house.home / "memory/MEMORY.md")
    for path in ("files/folder/secret.md", "files/file.md", "files/memory.md", "files/folder/n.md"):
        for name, more in (
            ("write_file", {"content": "x"}),
            ("read_file", {}),
            ("delete_file", {}),
        ):
            result = await desk.call(name, path=path, **more)
            assert result.text.startswith("security_error: "), (name, path, result.text)
    assert (await desk.call("list_files", path="files/folder")).text.startswith("security_error: ")
    assert (await desk.call("list_files")).text == "No files are kept yet."
    assert names_in(outside) == ["secret.md"]
    assert (outside / "secret.md").read_text(encoding="utf-8") == "secret"
    assert len(names_in(files)) == 3


async def test_what_is_not_there_is_not_found(desk: Desk):
    assert (await desk.call("read_file", path="files/no.md")).text.startswith("not_found: ")
    assert (await desk.call("delete_file", path="files/no.md")).text.startswith("not_found: ")
    assert (await desk.call("list_files", path="files/no")).text.startswith("not_found: ")
    assert (await desk.call("list_files")).text == "No files are kept yet."
    assert subjects(desk.house.home) == ["init: initialize memory repository"]


async def test_a_folder_can_be_listed_alone(desk: Desk):
    await desk.call("write_file", path="files/a.md", content="a")
    await desk.call("write_file", path="files/trips/b.md", content="é")
    for path in ("files/trips", "files/trips/", "trips"):
        assert (await desk.call("list_files", path=path)).text == "files/trips/b.md (2 bytes)"
    everything = "files/a.md (1 bytes)\nfiles/trips/b.md (2 bytes)"
    for path in (None, "", "files", "files/"):
        assert (await desk.call("list_files", path=path)).text == everything


async def test_a_file_of_one_megabyte_is_the_largest(desk: Desk):
    whole = "é" * 524_288
    assert not (await desk.call("write_file", path="files/a.md", content=whole)).is_error
    too_much = await desk.call("write_file", path="files/a.md", content=whole + "x")
    assert too_much.text.startswith("validation_error: files/a.md has 1,048,577 bytes")
    assert (desk.house.home / "files/a.md").stat().st_size == 1_048_576
    (desk.house.home / "files/big.md").write_bytes(b"x" * 1_048_577)
    result = await desk.call("read_file", path="files/big.md")
    assert result.text.startswith("validation_error: ")


async def test_a_long_file_is_read_up_to_30_000_characters(desk: Desk):
    await desk.call("write_file", path="files/a.md", content="é" * 40_000)
    result = await desk.call("read_file", path="files/a.md")
    assert result.text[:30_000].endswith("é" * 29_000)
    assert "[cut here: 10," in result.text[30_000:]


async def test_strange_but_honest_names_and_texts_are_kept_byte_for_byte(desk: Desk):
    text = "\ufeffcrlf\r\n\u2028 e\u0301 👩‍👩‍👧 \u202e end"
    for path in (
        "files/日記 2026.md",
        "files/e\u0301.md",
        "files/-rf",
        "files/a b?*:.md",
        "files/🚀",
    ):
        assert not (await desk.call("write_file", path=path, content=text)).is_error, path
        assert (desk.house.home / path).read_bytes() == text.encode()
        assert (await desk.call("read_file", path=path)).text.endswith(text)
        assert git(desk.house.home, "log", "-1", "--format=%s").strip() == f"file: write {path}"


async def test_what_no_text_file_can_hold_is_write_failed(desk: Desk):
    for content in ("half \ud83d pair", "zero \x00 byte"):
        result = await desk.call("write_file", path="files/a.md", content=content)
        assert result.text.startswith("write_failed: ")
    assert not (desk.house.home / "files/a.md").exists()


async def test_a_binary_file_or_a_folder_in_the_way_is_left_alone(desk: Desk):
    files = desk.house.home / "files"
    (files / "folder").mkdir(parents=True)
    (files / "photo.md").write_bytes(b"\xff\xd8\x00")
    (files / "plain.md").write_text("x", encoding="utf-8")
    for path in ("files/photo.md", "files/folder", "files/plain.md/below.md"):
        wrote = await desk.call("write_file", path=path, content="x")
        assert wrote.text.startswith("write_failed: "), path
        gone = await desk.call("delete_file", path=path)
        assert gone.text.startswith("write_failed: "), path
        read = await desk.call("read_file", path=path)
        assert read.text.startswith("validation_error: "), path
    assert (files / "photo.md").read_bytes() == b"\xff\xd8\x00"


async def test_a_full_disk_is_write_failed_and_the_old_file_stands(desk: Desk):
    await desk.call("write_file", path="files/a.md", content="one")
    full = MemoryFilesOnDisk(
        desk.house.home, operations=FailingOperations(0, errno.ENOSPC, for_good=True)
    )
    tools = desk.tools(files=full)
    wrote = await call(tools["write_file"], '{"path": "files/a.md", "content": "two"}')
    assert wrote.text.startswith("write_failed: There is no space left")
    gone = await call(tools["delete_file"], '{"path": "files/a.md"}')
    assert gone.text.startswith("write_failed: ")
    assert (desk.house.home / "files/a.md").read_text(encoding="utf-8") == "one"


async def test_a_change_whose_commit_fails_is_told_as_made(desk: Desk):
    def broken(path: str, commit_message: str) -> None:
        raise HistoryError("The version history could not be written.")

    tools = desk.tools(on_written=broken)
    new = await call(tools["write_file"], '{"path": "files/a.md", "content": "one"}')
    assert new.text.startswith("The change is saved, but it could not be recorded")
    over = await call(tools["write_file"], '{"path": "files/a.md", "content": "two"}')
    assert over.text.startswith("write_failed: "), "the old text would be lost without a commit"
    assert (desk.house.home / "files/a.md").read_text(encoding="utf-8") == "one"


async def test_bad_arguments_are_a_validation_error(desk: Desk):
    for name, arguments in (
        ("write_file", "{}"),
        ("write_file", '{"path": "files/a.md"}'),
        ("write_file", '{"path": "files/a.md", "content": null}'),
        ("write_file", '{"path": null, "content": "x"}'),
        ("write_file", '{"path": 3, "content": "x"}'),
        ("write_file", '{"path": "files/a.md", "content": {"a": 1}}'),
        ("write_file", '{"path": "files/a.md", "content": "x", "mode": "append"}'),
        ("write_file", '{"path": "files/a.md", "content": "x'),
        ("read_file", ""),
        ("read_file", '{"path": null}'),
        ("read_file", '{"path": ["a"]}'),
        ("read_file", '{"path": "files/a.md", "offset": 5}'),
        ("list_files", '{"path": false}'),
        ("list_files", '{"recursive": true}'),
        ("list_files", "["),
        ("delete_file", "{}"),
        ("delete_file", '{"path": null}'),
        ("delete_file", '{"path": "files/a.md", "force": true}'),
    ):
        result = await call(desk.tools()[name], arguments)
        assert result.text.startswith("validation_error: "), (name, arguments)
    assert not (desk.house.home / "files").exists()


async def test_a_private_session_reads_files_but_leaves_no_trace_in_them(desk: Desk):
    await desk.call("write_file", path="files/a.md", content="one")
    private = ToolContext("s1", is_private=True)
    tools = desk.tools()
    wrote = await call(tools["write_file"], '{"path": "files/b.md", "content": "x"}', private)
    gone = await call(tools["delete_file"], '{"path": "files/a.md"}', private)
    assert wrote.text.startswith("private_session: ")
    assert gone.text.startswith("private_session: ")
    assert not (await call(tools["read_file"], '{"path": "files/a.md"}', private)).is_error
    assert names_in(desk.house.home / "files") == ["a.md"]


def test_file_tools_have_ten_seconds(desk: Desk):
    tools = desk.tools()
    for name in ("write_file", "read_file", "list_files", "delete_file"):
        assert tools[name].definition.seconds == 10
