"""Export and import on real files, zips, bundles and a real repository."""

import json
import subprocess
import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from datetime import date, time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.contracts.memory_files import LONG_TERM_PATH, FileSnapshot
from app.memory.archive_export import Exported, ExportMemory
from app.memory.archive_import import Imported, ImportMemory, ImportPlan
from app.memory.daily_log import new_block, parse_blocks
from app.memory.import_merge import Change, joined_entries, merged
from app.memory.kept_files import KeptFiles
from app.memory.long_term_document import LongTermDocument
from app.memory.long_term_memory import LongTermMemory
from app.memory.text.torn_places import Side
from app.storage.archives import ArchivesOnDisk
from app.storage.database.index_rows import IndexRows
from tests.conftest import House
from tests.property_settings import without_deadline

DAY = date(2026, 2, 28)
LOG = "memory/daily/2026-02-28.md"


def exporting(house: House) -> ExportMemory:
    return ExportMemory(
        ArchivesOnDisk(),
        house.files,
        house.history,
        house.settings,
        house.home / "exports",
        house.clock,
    )


def importing(house: House) -> ImportMemory:
    return ImportMemory(ArchivesOnDisk(), house.files, house.settings, house.record_write)


def plan_of(house: House, place: Path) -> ImportPlan:
    plan = importing(house).look(place)
    assert plan is not None
    return plan


def remember(house: House, *facts: str) -> None:
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    for fact in facts:
        memory.save(fact, "notes")


def entries(house: House) -> set[str]:
    document = LongTermDocument(house.files.read(LONG_TERM_PATH).text)
    return {entry.text for entry in document.entries()}


def log(house: House, block_id: str, body: str) -> None:
    house.logs.append_block(DAY, new_block(block_id, time(14, 5), f"Talk {block_id}", body))


def files_on_disk(home: Path) -> dict[str, bytes]:
    return {
        str(place.relative_to(home)): place.read_bytes()
        for folder in ("memory", "files")
        for place in (home / folder).rglob("*")
        if place.is_file()
    }


@contextmanager
def emptied(house: House) -> Generator[None]:
    """As on another device: the files go, the archive stays."""
    for path in files_on_disk(house.home):
        (house.home / path).unlink()
    house.catch_up.run()
    yield


@pytest.mark.parametrize("kind", ["zip", "bundle"])
def test_what_was_exported_comes_back_byte_for_byte_findable_and_committed(house: House, kind: str):
    remember(house, "Lives in Lisbon", "我喜欢在周末去爬山")
    log(house, "b1", "- Took the night train.")
    KeptFiles(house.files, house.record_write).write("files/lists/packing.md", "- socks\n")
    house.settings.put("memory.token_budget", "900")
    house.settings.put("memory.editor_draft", "not for others")
    before = files_on_disk(house.home)
    exported = exporting(house).zip() if kind == "zip" else exporting(house).bundle()
    assert isinstance(exported, Exported)
    assert exported.place.suffix == f".{kind}"
    with emptied(house):
        house.settings.delete("memory.token_budget")
        plan = plan_of(house, exported.place)
        assert {change.change for change in plan.changes} == {Change.NEW}
        outcome = importing(house)(plan, Side.BOTH)
    assert outcome == Imported(3, 1 if kind == "zip" else 0)
    assert files_on_disk(house.home) == before
    assert house.history.uncommitted() == ()
    messages = [commit.message for commit in house.history.log(limit=3).commits]
    assert sorted(messages) == [
        "file: write files/lists/packing.md",
        "log: add daily log 2026-02-28",
        "memory: update MEMORY.md",
    ]
    assert any("night train" in row.text for row in IndexRows(house.database).of_file(LOG))
    assert plan_of(house, exported.place).is_empty


def test_a_zip_holds_no_secret_and_no_state_of_the_app(house: House):
    remember(house, "Lives in Lisbon")
    for name in ("memory.editor_draft", "index.rebuild_progress", "providers.key"):
        house.settings.put(name, "hidden")
    house.settings.put("memory.enabled", "off")
    exported = exporting(house).zip()
    assert exported is not None
    with zipfile.ZipFile(exported.place) as archive:
        assert archive.namelist() == [LONG_TERM_PATH, "settings.json"]
        assert json.loads(archive.read("settings.json")) == {"memory.enabled": "off"}


def test_git_itself_opens_an_exported_bundle(house: House, tmp_path: Path):
    remember(house, "Lives in Lisbon")
    exported = exporting(house).bundle()
    assert exported is not None
    place = exported.place
    subprocess.run(["git", "clone", "-q", str(place), str(tmp_path / "clone")], check=True)
    assert "Lisbon" in (tmp_path / "clone" / LONG_TERM_PATH).read_text(encoding="utf-8")


def test_both_sides_keep_what_is_theirs_and_doing_it_twice_changes_nothing(house: House):
    remember(house, "Lives in Lisbon", "Had a cat called Mia")
    log(house, "b1", "- Morning.")
    kept = KeptFiles(house.files, house.record_write)
    kept.write("files/plan.md", "Go by train\n")
    exported = exporting(house).zip()
    assert exported is not None
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    memory.update("Had a cat called Mia", "")
    remember(house, "Works as a baker")
    log(house, "b2", "- Evening.")
    kept.write("files/plan.md", "Go by bus\n")
    plan = plan_of(house, exported.place)
    assert plan.paths(Change.DIFFERS) == ("files/plan.md", LONG_TERM_PATH)
    importing(house)(plan, Side.BOTH)
    assert entries(house) == {"Lives in Lisbon", "Works as a baker", "Had a cat called Mia"}
    assert [block.id for block in parse_blocks(house.files.read(LOG).text)] == ["b1", "b2"]
    assert house.files.read("files/plan.md").text == "Go by bus\n"
    assert house.files.read("files/plan (imported).md").text == "Go by train\n"
    after = files_on_disk(house.home)
    assert importing(house)(plan, Side.BOTH).written == 0
    assert plan_of(house, exported.place).is_empty
    assert files_on_disk(house.home) == after


@pytest.mark.parametrize(
    ("side", "wins"), [(Side.MINE, "Go by bus\n"), (Side.THEIRS, "By train\n")]
)
def test_a_chosen_side_wins_and_the_other_is_in_the_history(house: House, side: Side, wins: str):
    kept = KeptFiles(house.files, house.record_write)
    kept.write("files/plan.md", "By train\n")
    exported = exporting(house).zip()
    assert exported is not None
    (house.home / "files/plan.md").write_text("Go by bus\n", encoding="utf-8")  # not committed
    importing(house)(plan_of(house, exported.place), side)
    assert house.files.read("files/plan.md").text == wins
    versions = {
        house.history.file_at("files/plan.md", commit.sha)
        for commit in house.history.log(under="files/plan.md").commits
    }
    assert versions == {"By train\n", "Go by bus\n"}


def test_a_cancelled_import_leaves_whole_files_and_goes_on_when_repeated(house: House):
    for number in range(5):
        KeptFiles(house.files, house.record_write).write(f"files/{number}.md", f"{number}\n")
    before = files_on_disk(house.home)
    exported = exporting(house).zip()
    assert exported is not None
    with emptied(house):
        plan = plan_of(house, exported.place)
        outcome = importing(house)(plan, Side.BOTH, lambda done, _total: done < 2)
        assert outcome == Imported(2, 0, is_whole=False)
        assert files_on_disk(house.home) == {
            path: before[path] for path in ("files/0.md", "files/1.md")
        }
        assert house.history.uncommitted() == ()
        importing(house)(plan_of(house, exported.place), Side.BOTH)
    assert files_on_disk(house.home) == before


def test_a_cancelled_export_leaves_no_file(house: House):
    remember(house, "Lives in Lisbon")
    assert exporting(house).zip(lambda _done, _total: False) is None
    assert list((house.home / "exports").iterdir()) == []
    exported = exporting(house).zip()
    assert exported is not None
    assert importing(house).look(exported.place, lambda _done, _total: False) is None


lines = st.lists(
    st.sampled_from(
        ["# Long-term Memory", "## Notes", "## My own", "- tea", "- coffee", "  more", "", "Words."]
    ),
    max_size=12,
)


@without_deadline
@given(mine=lines, theirs=lines)
def test_joining_loses_no_entry_of_either_side_and_twice_is_once(
    mine: list[str], theirs: list[str]
):
    here, there = ("\n".join(side) + "\n" for side in (mine, theirs))
    both = joined_entries(here, there)
    found = {" ".join(entry.text.split()) for entry in LongTermDocument(both).entries()}
    for text in (here, there):
        for entry in LongTermDocument(text).entries():
            assert not entry.text or " ".join(entry.text.split()) in found
    assert joined_entries(both, there) == both
    again = merged(FileSnapshot(LONG_TERM_PATH, both, "x", exists=True), there)
    assert again.text == both
