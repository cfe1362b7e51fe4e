"""The memory leaves one device as a file and comes to another: by touch, in real windows."""

import os
import shutil
import stat
import zipfile
from datetime import date, time
from pathlib import Path

import pytest

from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.testing.app_driver import AppDriver
from app.ui.memory_pages import MemoryPages
from app.ui.screens.memory.view_model import MemoryTab
from app.ui.screens.memory_import.view_model import Step
from tests.flows.conftest import Person
from tests.flows.memory_hands import (
    all_of,
    fill,
    git,
    inside,
    is_on,
    memory_text,
    open_tab,
    seen,
)

DAY = date(2026, 3, 2)


def first_device(memory: LongTermMemory, logs: DailyLogs, files: KeptFiles) -> None:
    memory.save("Sister Ana, born on 4 March", "profile", is_pinned=True)
    memory.save("Billing moves to PostgreSQL", "projects")
    logs.append_block(DAY, new_block("b1", time(9), "Totals", "- Lena checked the totals."))
    files.write("plan.md", "# Plan\n")


def second_device(memory: LongTermMemory, _logs: DailyLogs, files: KeptFiles) -> None:
    memory.save("Prefers short answers", "preferences")
    files.write("plan.md", "# Another plan\n")


async def open_from_stats(driver: AppDriver, button: str, screen: str) -> MemoryPages:
    pages = await open_tab(driver, MemoryTab.STATS)
    await driver.until(lambda: bool(pages.stats.state.figures), "the figures")
    await driver.frames(4)
    panel = seen(driver, "StatsPanel")
    panel.scroll_y = 0
    await driver.frames(4)
    await driver.tap(seen(driver, "PushButton", button))
    await is_on(driver, screen)
    return pages


async def look_into(driver: AppDriver, pages: MemoryPages, name: str) -> None:
    await driver.until(lambda: bool(pages.take_in.state.offered), "what is in the folder")
    await driver.frames()
    await driver.tap(seen(driver, "ActionRow", name))


def a_dialog_that_answers(folder: Path, answer: Path) -> None:
    """The system's dialog is a program; this one has made up its mind."""
    folder.mkdir()
    program = folder / "zenity"
    program.write_text(f'#!/bin/sh\necho "{answer}"\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def test_memory_exported_on_one_device_is_joined_with_that_of_another(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    another = Person(tmp_path / "another")
    carried = tmp_path / "carried.zip"
    a_dialog_that_answers(tmp_path / "programs", carried)

    async def exports(driver: AppDriver) -> None:
        await driver.is_open()
        pages = await open_from_stats(driver, "Export", "memory_export")
        assert driver.small_targets() == []
        await driver.tap(seen(driver, "ActionRow", "Files with all their versions"))
        await driver.until(lambda: ".bundle" in pages.export.state.made, "the bundle")
        await driver.frames()
        await driver.tap(seen(driver, "ActionRow", "Files and settings"))
        await driver.until(lambda: ".zip" in pages.export.state.made, "the zip")
        await driver.frames()
        await driver.tap(seen(driver, "PushButton", "Save a copy …"))
        await driver.until(carried.exists, "the copy")
        await driver.until(lambda: bool(pages.export.state.copied), "where it went")

    async def imports(driver: AppDriver) -> None:
        await driver.is_open()
        pages = await open_from_stats(driver, "Import", "memory_import")
        take_in = pages.take_in
        await driver.tap(seen(driver, "PushButton", "Choose a file …"))
        await driver.until(lambda: take_in.state.step is Step.PLAN, "what would change")
        await driver.frames()
        assert memory_text(another.home).count("\n- ") == 1, "nothing is written before Import"
        rows = {row.name: row.detail for row in take_in.state.rows}
        assert rows["Daily log · Mon 2 Mar 2026"].startswith("new · +")
        assert rows["plan.md"] == "both have something of their own"

        await driver.tap(seen(driver, "ActionRow", "Long-term memory"))
        await driver.until(lambda: take_in.state.shown is not None, "the diff")
        await driver.frames(4)
        added = [line.markup for line in all_of(driver, "DiffLineView") if line.sign == "+"]
        assert "- Sister Ana, born on 4 March" in added, "without the marks of the app"
        await driver.tap(inside(seen(driver, "BottomSheet"), "PushButton", "Close"))
        assert driver.small_targets() == []
        await driver.tap(seen(driver, "PushButton", "Import"))
        await driver.until(lambda: take_in.state.step is Step.DONE, "the import")
        await driver.frames()
        await driver.tap(seen(driver, "PushButton", "Done"))
        await is_on(driver, "memory")
        pages = await open_tab(driver, MemoryTab.LONG_TERM)
        await driver.until(lambda: len(pages.long_term.state.groups) == 3, "three sections")

    fill(person.home, first_device)
    fill(another.home, second_device)
    with monkeypatch.context() as path:
        path.setenv("PATH", f"{tmp_path / 'programs'}{os.pathsep}{os.environ['PATH']}")
        person.visits(exports)
        another.visits(imports)

    with zipfile.ZipFile(carried) as archive:
        assert "memory/MEMORY.md" in archive.namelist()
    bundle = next((person.home / "exports").glob("*.bundle"))
    git(tmp_path, "clone", "--quiet", str(bundle), "clone")
    assert (tmp_path / "clone/memory/MEMORY.md").read_bytes() == (
        person.home / "memory/MEMORY.md"
    ).read_bytes()
    joined = memory_text(another.home)
    assert all(words in joined for words in ("Ana", "PostgreSQL", "short answers"))
    assert "pinned -->" in joined
    assert (another.home / "files/plan.md").read_text() == "# Another plan\n"
    assert (another.home / "files/plan (imported).md").read_text() == "# Plan\n"
    assert git(another.home, "status", "--porcelain") == ""


def test_a_hostile_archive_is_refused_and_the_same_one_twice_adds_nothing(
    person: Person, tmp_path: Path
):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        pages = await open_from_stats(driver, "Export", "memory_export")
        await driver.tap(seen(driver, "ActionRow", "Files and settings"))
        await driver.until(lambda: bool(pages.export.state.made), "the zip")
        mine = next((person.home / "exports").glob("*.zip"))
        with zipfile.ZipFile(person.home / "exports" / "hostile.zip", "w") as archive:
            archive.writestr("../../.bashrc", "echo gotcha\n")
        shutil.copy(mine, tmp_path / "mine.zip")

        driver.app.navigation.back()
        await is_on(driver, "memory")
        pages = await open_from_stats(driver, "Import", "memory_import")
        await look_into(driver, pages, "hostile.zip")
        await driver.until(lambda: bool(pages.take_in.state.problem), "the refusal")
        await driver.until(lambda: bool(pages.take_in.state.offered), "another choice")
        await driver.frames()
        assert "leave its folder" in seen(driver, "NoticeCard").text
        await look_into(driver, pages, mine.name)
        await driver.until(lambda: "here already" in pages.take_in.state.told, "nothing new")

    fill(person.home, first_device)
    person.visits(script)
    assert not (tmp_path / ".bashrc").exists()
    assert git(person.home, "status", "--porcelain") == ""
