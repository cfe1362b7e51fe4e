from app.contracts.memory_files import LONG_TERM_PATH, daily_log_path
from app.memory.daily_log import new_block
from tests.tools.conftest import Desk, names_in
from tests.tools.git_command import git, subjects


def head(desk: Desk) -> str:
    return git(desk.house.home, "rev-parse", "HEAD").strip()


async def test_a_restore_is_a_new_commit_and_is_announced_so_that_the_index_follows(desk: Desk):
    await desk.call("save_memory", content="Prefers tea")
    old_text, old_sha = desk.memory_text(), head(desk)
    await desk.call("update_memory", old_text="Prefers tea", new_text="Prefers coffee")
    desk.announcements.heard.clear()
    result = await desk.call("git_restore", path=LONG_TERM_PATH, sha=old_sha)
    assert result.text == f"memory/MEMORY.md is back as it was in version {old_sha[:10]}."
    assert desk.memory_text() == old_text
    message = f"file: restore memory/MEMORY.md from {old_sha[:7]}"
    assert subjects(desk.house.home)[:2] == [message, "memory: update MEMORY.md"]
    assert desk.announcements.heard == [(LONG_TERM_PATH, message)]
    assert git(desk.house.home, "show", f"HEAD:{LONG_TERM_PATH}") == old_text
    assert git(desk.house.home, "status", "--porcelain") == ""


async def test_the_message_names_seven_characters_even_when_fewer_were_given(desk: Desk):
    await desk.call("write_file", path="files/a.md", content="one")
    sha = head(desk)
    await desk.call("write_file", path="files/a.md", content="two")
    await desk.call("git_restore", path="files/a.md", sha=sha[:6].upper())
    assert subjects(desk.house.home)[0] == f"file: restore files/a.md from {sha[:7]}"


async def test_a_deleted_file_comes_back(desk: Desk):
    await desk.call("write_file", path="files/a.md", content="")
    sha = head(desk)
    await desk.call("delete_file", path="files/a.md")
    assert not (await desk.call("git_restore", path="files/a.md", sha=sha)).is_error
    assert (desk.house.home / "files/a.md").read_bytes() == b""


async def test_a_text_nobody_committed_is_in_the_history_before_it_is_replaced(desk: Desk):
    at = desk.house.clock.now()
    log_path = daily_log_path(at.date())
    desk.house.logs.append_block(at.date(), new_block("b1", at.time(), "Talk", "- Said hello"))
    await desk.call("save_memory", content="Prefers tea")
    await desk.call("write_file", path="files/a.md", content="one\n")
    sha = head(desk)
    usual = {
        LONG_TERM_PATH: "memory: update MEMORY.md",
        log_path: "log: add daily log 2026-02-28",
        "files/a.md": "file: write files/a.md",
    }
    for path, message in usual.items():
        place = desk.house.home / path
        typed = place.read_text(encoding="utf-8") + "typed in an editor\n"
        place.write_text(typed, encoding="utf-8")
        result = await desk.call("git_restore", path=path, sha=sha)
        assert not result.is_error
        assert "typed in an editor" not in place.read_text(encoding="utf-8")
        assert subjects(desk.house.home)[:2] == [f"file: restore {path} from {sha[:7]}", message]
        assert git(desk.house.home, "show", f"HEAD~1:{path}") == typed


async def test_a_file_that_is_already_so_needs_no_commit(desk: Desk):
    await desk.call("write_file", path="files/a.md", content="one")
    before = subjects(desk.house.home)
    result = await desk.call("git_restore", path="files/a.md", sha=head(desk))
    assert result.text.startswith("files/a.md is the same as in version")
    assert subjects(desk.house.home) == before


async def test_a_file_that_was_not_in_the_version_is_not_found(desk: Desk):
    first = head(desk)
    await desk.call("write_file", path="files/a.md", content="one")
    for path in ("files/a.md", "files/never.md", "memory/MEMORY.md"):
        result = await desk.call("git_restore", path=path, sha=first)
        assert result.text.startswith("not_found: "), path
    assert (desk.house.home / "files/a.md").read_text(encoding="utf-8") == "one"


async def test_only_files_of_memory_and_files_can_be_restored(desk: Desk):
    sha = head(desk)
    outside = desk.house.home.parent / "outside"
    outside.mkdir()
    (desk.house.home / "files").mkdir()
    (desk.house.home / "files/link").symlink_to(outside)
    for path in (
        "../outside/x.md",
        "/etc/passwd",
        "memory/../oneclaw.db",
        "memory/../../outside/x.md",
        ".gitignore",
        ".git/config",
        "files/.hidden",
        "files-evil/x.md",
        "memory-evil/MEMORY.md",
        "memory",
        "oneclaw.db",
        "files/link/x.md",
        "files/a\\b.md",
        "files/a\x00b.md",
        "files/\ud83d.md",
        "files//a.md",
    ):
        result = await desk.call("git_restore", path=path, sha=sha)
        assert result.text.startswith("security_error: "), (path, result.text)
    assert names_in(outside) == []
