from pathlib import Path

from app.contracts.memory_files import LONG_TERM_PATH
from tests.tools.conftest import Desk, names_in
from tests.tools.git_command import git, subjects


async def test_pitfall_28_a_clone_of_the_bundle_has_the_files_checked_out(
    desk: Desk, tmp_path: Path
):
    await desk.call("save_memory", content="Prefers tea")
    await desk.call("write_file", path="files/plan.md", content="Buy strings\n")
    result = await desk.call("git_bundle", output_path="exports/memory.bundle")
    assert result.text.startswith("Exported to exports/memory.bundle.")
    bundle = desk.house.home / "exports/memory.bundle"
    git(tmp_path, "clone", "-q", str(bundle), "clone")
    clone = tmp_path / "clone"
    assert (clone / LONG_TERM_PATH).read_text(encoding="utf-8") == desk.memory_text()
    assert (clone / "files/plan.md").read_text(encoding="utf-8") == "Buy strings\n"
    assert subjects(clone) == subjects(desk.house.home)
    assert git(desk.house.home, "status", "--porcelain") == ""


async def test_the_name_may_be_bare_nested_whole_or_without_its_ending(desk: Desk):
    exports = desk.house.home / "exports"
    for name, place in (
        ("a.bundle", "a.bundle"),
        ("exports/b", "b.bundle"),
        ("2026/c.bundle", "2026/c.bundle"),
        (f"{exports}/d.bundle", "d.bundle"),
        ("日記.bundle", "日記.bundle"),
    ):
        result = await desk.call("git_bundle", output_path=name)
        assert not result.is_error, (name, result.text)
        assert (exports / place).is_file()


async def test_pitfall_28_nothing_outside_the_exports_folder_can_be_written(desk: Desk):
    home = desk.house.home
    await desk.call("save_memory", content="Prefers tea")
    (home / "exports-evil").mkdir()
    before = {str(path): path.stat().st_size for path in home.rglob("*") if path.is_file()}
    for name in (
        "../memory/MEMORY.md",
        "exports/../memory/MEMORY.md",
        "exports/../x.bundle",
        f"{home}/memory/MEMORY.md",
        f"{home}/.git/HEAD",
        f"{home}/exports-evil/x.bundle",
        f"{home}/exports/../x.bundle",
        f"{home}/exports",
        "/var/x.bundle",
        "/x.bundle",
        "//x.bundle",
        ".git/x.bundle",
        ".hidden.bundle",
        "a/.hidden/x.bundle",
        "exports/",
        "a//b.bundle",
        "a\\b.bundle",
        "a\x00b.bundle",
        "\ud83d.bundle",
        "n" * 300,
        "..",
        ".",
    ):
        result = await desk.call("git_bundle", output_path=name)
        assert result.text.startswith("security_error: "), (name, result.text)
    after = {str(path): path.stat().st_size for path in home.rglob("*") if path.is_file()}
    assert after == before
    assert names_in(home / "exports-evil") == []


async def test_pitfall_28_an_existing_file_or_folder_is_never_replaced(desk: Desk):
    exports = desk.house.home / "exports"
    (exports / "folder.bundle").mkdir(parents=True)
    (exports / "taken.bundle").write_text("mine", encoding="utf-8")
    for name in ("taken.bundle", "taken", "folder.bundle"):
        result = await desk.call("git_bundle", output_path=name)
        assert result.text.startswith("security_error: "), name
        assert "exists" in result.text
    assert (exports / "taken.bundle").read_text(encoding="utf-8") == "mine"


async def test_pitfall_28_no_link_is_followed(desk: Desk, tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    exports = desk.house.home / "exports"
    exports.mkdir()
    (exports / "link").symlink_to(outside)
    (exports / "dangling.bundle").symlink_to(outside / "new.bundle")
    for name in ("link/x.bundle", "dangling.bundle", "dangling"):
        result = await desk.call("git_bundle", output_path=name)
        assert result.text.startswith("security_error: "), name
    (exports / "link").unlink()
    (exports / "dangling.bundle").unlink()
    exports.rmdir()
    exports.symlink_to(outside)
    result = await desk.call("git_bundle", output_path="x.bundle")
    assert result.text.startswith("security_error: ")
    assert names_in(outside) == []


async def test_a_file_where_a_folder_should_be_is_a_git_error(desk: Desk):
    exports = desk.house.home / "exports"
    exports.mkdir()
    (exports / "a").write_text("a file", encoding="utf-8")
    result = await desk.call("git_bundle", output_path="a/b.bundle")
    assert result.text.startswith("git_error: ")
    assert (exports / "a").read_text(encoding="utf-8") == "a file"
