"""Caring for the memory by hand: tidying with a look first, forgetting, a rebuild that is stopped,
and the end of everything. Touched in the real app, read from the disk.
"""

import sqlite3
import subprocess
from datetime import date, time
from pathlib import Path

from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.testing.app_driver import AppDriver
from app.ui.screens.memory.view_model import MemoryTab
from app.ui.screens.memory_long_term.tidy import TidyStep
from tests.flows.conftest import Person
from tests.flows.engine_child import sleeping_engine
from tests.flows.memory_hands import (
    all_of,
    entry,
    fill,
    git,
    inside,
    is_on,
    memory_text,
    open_memory,
    open_tab,
    seen,
)

REPEAT = "- prefers green tea\n"


def lived(memory: LongTermMemory, logs: DailyLogs, files: KeptFiles) -> None:
    memory.save("Prefers green tea", "preferences")
    memory.save("Saw the blue heron", "notes")
    block = new_block("b1", time(9), "Birds", "- The blue heron stood at the lake.\n- It rained.")
    logs.append_block(date(2026, 3, 2), block)
    files.write("birds.md", "Saw the blue heron\n")


def places_with(home: Path, words: str) -> list[str]:
    found = subprocess.run(
        ["grep", "-rlaiF", words, str(home)], capture_output=True, text=True, check=False
    )
    return found.stdout.split()


def last_change_of_the_index(home: Path) -> int:
    with sqlite3.connect(home / "oneclaw.db") as rows:
        (number,) = rows.execute("SELECT max(revision) FROM memory_index_changes").fetchone()
    rows.close()
    return int(number)


def test_memory_is_tidied_after_a_look_forgotten_and_a_rebuild_is_stopped(person: Person):
    home = person.home

    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        pages = await open_memory(driver)

        await driver.tap(seen(driver, "PushButton", "Compact now"))
        await driver.until(lambda: pages.tidy.state.step is TidyStep.SHOWN, "what would change")
        await driver.frames()
        removed = [line for line in all_of(driver, "DiffLineView") if line.sign == "−"]
        assert [line.markup for line in removed] == [REPEAT.strip()]
        assert REPEAT in memory_text(home)
        await driver.tap(inside(seen(driver, "BottomSheet"), "PushButton", "Apply"))
        await driver.until(lambda: REPEAT not in memory_text(home), "it is tidied")
        await driver.until(lambda: pages.tidy.state.step is TidyStep.IDLE, "it says so")
        await driver.until(lambda: not pages.long_term.state.is_loading, "the entries")
        await driver.frames()
        await driver.tap(entry(driver, "Saw the blue heron").ids.menu)
        await driver.tap(seen(driver, "ActionRow", "Forget for good"))
        await driver.until(lambda: bool(pages.forgetting.state.question), "the question")
        await driver.frames()
        assert "blue heron" in seen(driver, "ConfirmDialog").text
        await driver.tap(inside(seen(driver, "ConfirmDialog"), "PushButton", "Forget"))
        await driver.until(lambda: "heron" not in memory_text(home), "the entry is gone")
        await driver.until(lambda: not pages.forgetting.state.is_working, "it is forgotten")

        await open_tab(driver, MemoryTab.SEARCH)
        await driver.tap(seen(driver, "PlainField"))
        await driver.type_text("heron lake")
        await driver.until(lambda: bool(pages.search.state.rows), "the log's line")
        await driver.frames(6)
        await driver.tap(all_of(driver, "ResultView")[0].ids.menu)
        await driver.tap(seen(driver, "ActionRow", "Forget for good"))
        await driver.until(lambda: bool(pages.forgetting.state.question), "the second question")
        await driver.frames()
        await driver.tap(inside(seen(driver, "ConfirmDialog"), "PushButton", "Forget"))
        await driver.until(
            lambda: "heron" not in str(pages.search.state.rows), "it is found no more"
        )

        await open_tab(driver, MemoryTab.STATS)
        await driver.until(lambda: "every piece" in pages.stats.state.understood, "all vectors")
        await driver.frames()
        before = last_change_of_the_index(home)
        with sleeping_engine():
            await driver.tap(seen(driver, "PushButton", "Rebuild index"))
            await driver.until(lambda: pages.stats.state.rebuild is not None, "the rebuild")
            await driver.frames()
            await driver.tap(inside(seen(driver, "ProgressCard"), "PushButton", "Cancel"))
            await driver.until(lambda: pages.stats.state.is_stopping, "it is told to stop")
        await driver.until(lambda: pages.stats.state.rebuild is None, "it has stopped")
        assert last_change_of_the_index(home) == before
        await driver.frames()
        assert seen(driver, "PushButton", "Rebuild index")

    fill(home, lived)
    place = home / "memory" / "MEMORY.md"
    place.write_text(memory_text(home) + REPEAT, encoding="utf-8")
    person.visits(script)
    assert "blue heron" not in git(home, "log", "-p", "--all")


def test_after_deleting_everything_the_app_is_as_at_its_first_start(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        before = driver.parts
        await driver.say("Remember that I saw the blue heron.")
        await driver.tap(seen(driver, "ComposerInput"))
        await driver.type_text("the heron again")
        pages = await open_tab(driver, MemoryTab.STATS)
        await driver.until(lambda: bool(pages.stats.state.figures), "the figures")
        await driver.frames()
        panel = seen(driver, "StatsPanel")
        panel.scroll_y = 0
        await driver.frames()
        await driver.tap(panel.ids.delete)
        await is_on(driver, "delete_everything")
        page = seen(driver, "DeleteEverythingScreen")
        assert inside(page, "PushButton", "Delete everything").disabled
        await driver.write("Type “delete” to confirm", "delete")
        await driver.tap(inside(page, "PushButton", "Delete everything"))
        await driver.until(
            lambda: driver.app.parts not in (None, before), "the app has started over"
        )
        await driver.frames()
        assert driver.app.navigation.current == "chat"
        assert driver.parts.chat.state.rows == ()
        assert driver.parts.chat.state.draft == ""
        assert places_with(person.home, "heron") == []
        answer = await driver.say("Remember that I like tea.")
        assert answer
        await driver.until(lambda: "like tea" in memory_text(person.home).lower(), "a new memory")

    fill(person.home, lived)
    assert places_with(person.home, "heron") != []
    person.visits(script)
    assert places_with(person.home, "heron") == []
    assert "heron" not in git(person.home, "log", "-p", "--all")
