"""git_log, git_show and git_diff: reading the history. Checked against the git program."""

import pytest

from app.contracts.memory_files import LONG_TERM_PATH
from app.tools.tool import ToolContext
from tests.tools.conftest import Desk, call
from tests.tools.git_command import git, subjects


@pytest.fixture
async def desk_with_versions(desk: Desk) -> Desk:
    """Newest first: file, memory, memory, init."""
    await desk.call("save_memory", content="Prefers tea")
    await desk.call("save_memory", content="Plays the cello")
    await desk.call("write_file", path="files/plan.md", content="Buy strings\n")
    return desk


def shas(desk: Desk) -> list[str]:
    return git(desk.house.home, "log", "--format=%H").split()


async def test_git_log_lists_what_git_lists(desk_with_versions: Desk):
    desk = desk_with_versions
    result = await desk.call("git_log")
    listed = git(desk.house.home, "log", "--format=%h %ad %s", "--abbrev=10", "--date=format:%F %R")
    assert result.text == listed.rstrip("\n")
    assert "file: write files/plan.md" in result.text


async def test_pitfall_29_the_path_filter_of_git_log_applies_before_the_limit(
    desk_with_versions: Desk,
):
    desk = desk_with_versions
    result = await desk.call("git_log", path=LONG_TERM_PATH, max_count=1)
    assert result.text.startswith(f"{shas(desk)[1][:10]} ")
    assert result.text.endswith("There are older versions; a larger max_count shows more.")
    folder = await desk.call("git_log", path="memory/", max_count=2)
    assert [line.split()[0] for line in folder.text.splitlines()] == [
        sha[:10] for sha in shas(desk)[1:3]
    ]


async def test_git_log_of_a_path_nobody_ever_wrote_is_not_found(desk: Desk):
    for path in ("files/nothing.md", "files-evil", "memory/MEMORY.md/x"):
        result = await desk.call("git_log", path=path)
        assert result.text.startswith("not_found: "), path


async def test_a_path_out_of_the_folder_is_a_security_error(desk: Desk):
    for path in ("../x", "/etc/passwd", "memory/../../x", ".git/config", "a\\b", "\ud83d", "a\x00"):
        result = await desk.call("git_log", path=path)
        assert result.text.startswith("security_error: "), path


async def test_git_show_shows_the_change_git_shows(desk_with_versions: Desk):
    desk = desk_with_versions
    newest = shas(desk)[0]
    result = await desk.call("git_show", sha=newest[:7])
    assert result.text.startswith(f"{newest[:10]} 2026-02-28 09:30 file: write files/plan.md")
    assert "added files/plan.md" in result.text
    assert "+++ b/files/plan.md\n@@ -0,0 +1 @@\n+Buy strings\n" in result.text
    shown = git(desk.house.home, "show", "--format=", newest)
    assert shown.endswith("+++ b/files/plan.md\n@@ -0,0 +1 @@\n+Buy strings\n")


async def test_git_show_of_a_version_without_changes_says_so(desk: Desk):
    with desk.house.files.lock():
        desk.house.history.collect_garbage()
    result = await desk.call("git_show", sha=shas(desk)[0])
    assert result.text.endswith("This version changed no file.")


async def test_git_diff_between_versions_and_to_the_files_now(desk_with_versions: Desk):
    desk = desk_with_versions
    newest, second, third, _ = shas(desk)
    between = await desk.call("git_diff", from_sha=third, to_sha=second)
    assert "changed memory/MEMORY.md" in between.text
    assert "+- Plays the cello" in between.text
    assert "plan.md" not in between.text
    (desk.house.home / "files/plan.md").write_text("Buy rosin\n", encoding="utf-8")
    to_now = await call(desk.tools()["git_diff"], f'{{"from_sha": "{newest}", "to_sha": null}}')
    assert "-Buy strings\n+Buy rosin\n" in to_now.text
    same = await desk.call("git_diff", from_sha=newest, to_sha=newest)
    assert same.text == "There are no differences."


async def test_pitfall_29_errors_of_show_and_diff_are_errors(desk: Desk):
    missing = "0123456789abcdef0123456789abcdef01234567"
    here = shas(desk)[0]
    for name, arguments in (
        ("git_show", {"sha": missing}),
        ("git_show", {"sha": "0123"}),
        ("git_diff", {"from_sha": missing}),
        ("git_diff", {"from_sha": here, "to_sha": missing}),
        ("git_restore", {"path": LONG_TERM_PATH, "sha": missing}),
    ):
        result = await desk.call(name, **arguments)
        assert result.is_error
        assert result.text.startswith("not_found: "), name


async def test_a_damaged_history_is_a_git_error(desk: Desk):
    here = shas(desk)[0]
    for stored in (desk.house.home / ".git/objects").glob("??/*"):
        stored.chmod(0o600)
        stored.write_bytes(b"damaged")
    for name, arguments in (
        ("git_log", {}),
        ("git_show", {"sha": here}),
        ("git_diff", {"from_sha": here}),
        ("git_restore", {"path": LONG_TERM_PATH, "sha": here}),
        ("git_bundle", {"output_path": "exports/a.bundle"}),
    ):
        result = await desk.call(name, **arguments)
        assert result.text.startswith("git_error: "), (name, result.text)
    assert not (desk.house.home / "exports/a.bundle").exists()


async def test_bad_arguments_are_a_validation_error(desk: Desk):
    for name, arguments in (
        ("git_log", '{"max_count": 0}'),
        ("git_log", '{"max_count": 201}'),
        ("git_log", '{"max_count": "20"}'),
        ("git_log", '{"path": 5}'),
        ("git_log", '{"since": "yesterday"}'),
        ("git_log", "{"),
        ("git_show", "{}"),
        ("git_show", '{"sha": null}'),
        ("git_show", '{"sha": ""}'),
        ("git_show", '{"sha": "HEAD"}'),
        ("git_show", '{"sha": "abc"}'),
        ("git_show", '{"sha": "abcd; rm -rf"}'),
        ("git_show", '{"sha": "' + "a" * 41 + '"}'),
        ("git_show", '{"sha": "' + "a" * 100_000 + '"}'),
        ("git_show", '{"sha": 1234567}'),
        ("git_diff", "{}"),
        ("git_diff", '{"from_sha": "HEAD"}'),
        ("git_diff", '{"from_sha": "abcd", "to_sha": "HEAD~1"}'),
        ("git_diff", '{"from_sha": "abcd", "path": "x"}'),
        ("git_restore", '{"sha": "abcd"}'),
        ("git_restore", '{"path": null, "sha": "abcd"}'),
        ("git_restore", '{"path": " ", "sha": "abcd"}'),
        ("git_restore", '{"path": "memory/MEMORY.md", "sha": "main"}'),
        ("git_restore", '{"path": "memory/MEMORY.md", "sha": "abcd", "force": true}'),
        ("git_bundle", "{}"),
        ("git_bundle", '{"output_path": null}'),
        ("git_bundle", '{"output_path": "  "}'),
        ("git_bundle", '{"output_path": 1}'),
        ("git_bundle", '{"output_path": "a", "overwrite": true}'),
    ):
        result = await call(desk.tools()[name], arguments)
        assert result.text.startswith("validation_error: "), (name, arguments[:60])
    assert subjects(desk.house.home) == ["init: initialize memory repository"]


async def test_a_large_difference_is_cut_at_30_000_characters(desk: Desk):
    await desk.call("write_file", path="files/long.md", content="line\n" * 20_000)
    result = await desk.call("git_show", sha=shas(desk)[0])
    assert "added files/long.md" in result.text
    assert "[cut here: " in result.text[30_000:]
    assert len(result.text) < 30_100


def test_time_limits_are_those_of_the_specification(desk: Desk):
    seconds = {name: tool.definition.seconds for name, tool in desk.tools().items()}
    for name in ("git_log", "git_show", "git_diff", "git_restore"):
        assert seconds[name] == 30
    assert seconds["git_bundle"] == 60


async def test_a_private_session_sees_no_history(desk: Desk):
    private = ToolContext("s1", is_private=True)
    for name in ("git_log", "git_show", "git_diff", "git_restore", "git_bundle"):
        result = await call(desk.tools()[name], "{}", private)
        assert result.text.startswith("private_session: "), name
