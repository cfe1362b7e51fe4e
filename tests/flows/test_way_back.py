"""Android's back key: a question, a sheet, the drawer, the screen, and at home out of the app."""

import pytest

from app.memory.daily_logs import DailyLogs
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.testing.app_driver import AppDriver
from app.ui.screens.memory.view_model import MemoryTab
from tests.flows.conftest import Person
from tests.flows.memory_hands import (
    all_of,
    entry,
    fill,
    inside,
    is_on,
    memory_text,
    open_tab,
    replace_text,
    seen,
)

BACK, ESCAPE = 1001, 27
PHONE, ON_ITS_SIDE, SMALL = (412, 846), (846, 412), (320, 480)
KEPT = "Prefers short answers"


def before(memory: LongTermMemory, _logs: DailyLogs, _files: KeptFiles) -> None:
    memory.save(KEPT, "preferences")
    memory.save("Billing moves to PostgreSQL", "projects")


def lying_over(driver: AppDriver) -> list[str]:
    names = ("BottomSheet", "ConfirmDialog", "RenameSheet")
    return [name for name in names for _ in all_of(driver, name)]


def test_back_closes_what_lies_on_top_and_then_leads_home(
    person: Person, monkeypatch: pytest.MonkeyPatch
):
    left: list[str] = []
    monkeypatch.setattr("kivy.core.window.Window.minimize", lambda: left.append("left"))

    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        navigation, chat = driver.app.navigation, driver.parts.chat

        await driver.open_drawer()
        await driver.press(BACK)
        assert not navigation.is_drawer_open
        await driver.until(lambda: navigation.is_drawer_at_rest, "the drawer closes")

        # A question over a sheet over the history over the memory over the chat.
        pages = await open_tab(driver, MemoryTab.LONG_TERM)
        await driver.tap(seen(driver, "MemoryScreen").ids.history)
        await driver.until(lambda: bool(pages.history.state.rows), "the versions")
        await driver.frames()
        await driver.tap(all_of(driver, "CommitRowView")[0])
        await driver.until(lambda: pages.history.state.shown is not None, "the diff")
        await driver.frames()
        sheet = seen(driver, "BottomSheet")
        await driver.tap(inside(sheet, "PushButton", "Restore this version"))
        assert lying_over(driver) == ["BottomSheet", "ConfirmDialog"]
        await driver.press(BACK)
        assert lying_over(driver) == ["BottomSheet"]
        assert not pages.history.state.asks_restore
        await driver.press(BACK)
        assert lying_over(driver) == []
        assert navigation.current == "history"
        await driver.press(BACK)
        assert navigation.current == "memory"
        await driver.until(lambda: not pages.long_term.state.is_loading, "the entries")
        await driver.frames()

        # Back is a no to what was asked.
        await driver.tap(entry(driver, KEPT).ids.menu)
        await driver.tap(seen(driver, "ActionRow", "Forget for good"))
        await driver.until(lambda: bool(pages.forgetting.state.question), "the question")
        await driver.frames()
        await driver.press(BACK)
        assert lying_over(driver) == []
        assert pages.forgetting.state.question == ()
        assert KEPT in memory_text(person.home)
        await driver.press(BACK)
        assert navigation.current == "chat"

        # What the drawer asks lies over the drawer.
        await driver.say("The boat leaves at nine.")
        await driver.open_drawer()
        seen(driver, "SessionRowView").dispatch("on_menu")
        await driver.frames(4)
        await driver.tap(driver.find("ActionRow", "Rename"))
        await driver.until(lambda: driver.has_cursor("Name"), "the cursor")
        await driver.press(ESCAPE)  # first the keyboard, as Android itself does
        assert lying_over(driver) == ["RenameSheet"]
        await driver.press(BACK)
        assert lying_over(driver) == []
        assert navigation.is_drawer_open
        await driver.press(BACK)
        assert not navigation.is_drawer_open

        # An edit that was begun is given up before the app is left.
        chat.begin_edit()
        await driver.frames()
        await driver.press(BACK)
        assert chat.state.edits == ""
        assert left == []
        await driver.press(BACK)
        assert left == ["left"]
        assert navigation.current == "chat"

    fill(person.home, before)
    person.visits(script)


async def way_back(driver: AppDriver) -> list[str]:
    passed: list[str] = []
    while driver.app.navigation.current != "chat":
        await driver.press(BACK)
        passed.append(driver.app.navigation.current)
    return passed


def test_a_page_that_leads_deep_leads_back_the_way_it_came(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        navigation = driver.app.navigation
        await driver.open_drawer()
        await driver.tap(driver.find("ActionRow", "Settings"))
        await is_on(driver, "settings")
        await driver.until(lambda: navigation.is_drawer_at_rest, "the drawer closes")
        for words, screen in (("Models", "models"), ("Add a model", "add_model")):
            kind = "ActionRow" if screen == "models" else "PushButton"
            await driver.tap(driver.find(kind, words))
            await is_on(driver, screen)
        assert await way_back(driver) == ["models", "settings", "chat"]

        await open_tab(driver, MemoryTab.STATS)
        for words, screen in (("Export", "memory_export"), ("Memory settings", "memory_settings")):
            await driver.tap(seen(driver, "MemoryScreen").ids.menu)
            await driver.tap(driver.find("ActionRow", words))
            await is_on(driver, screen)
            if screen == "memory_export":
                await driver.press(BACK)
        assert await way_back(driver) == ["memory", "chat"]

    person.visits(script)


def test_a_phone_that_is_turned_keeps_the_entry_and_the_text_that_are_written(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        pages = await open_tab(driver, MemoryTab.LONG_TERM)
        await driver.until(lambda: bool(pages.long_term.state.groups), "the entries")
        await driver.frames()
        await driver.tap(entry(driver, KEPT).ids.menu)
        await driver.tap(seen(driver, "ActionRow", "Edit"))
        field = inside(seen(driver, "BottomSheet"), "PlainField")
        await replace_text(driver, field, "Prefers short answers in")
        for size in (ON_ITS_SIDE, SMALL, PHONE):
            await driver.resize(*size)
            assert inside(seen(driver, "BottomSheet"), "PlainField") is field
            assert field.text == "Prefers short answers in"
        await driver.type_text(" German")
        await driver.tap(inside(seen(driver, "BottomSheet"), "PushButton", "Save"))
        await driver.until(lambda: "answers in German" in memory_text(person.home), "the edit")
        await driver.until(lambda: not pages.long_term.state.is_loading, "the entries again")
        await driver.frames()

        await driver.tap(seen(driver, "EditAsTextButton"))
        await is_on(driver, "memory_text")
        await driver.until(lambda: not pages.editor.state.is_loading, "the text")
        await driver.frames()
        screen, text = seen(driver, "MemoryEditorScreen"), memory_text(person.home)
        mine = text.replace("PostgreSQL", "PostgreSQL 16")
        await replace_text(driver, inside(screen, "PlainField"), mine)
        for size in (ON_ITS_SIDE, SMALL, PHONE):
            await driver.resize(*size)
            assert inside(screen, "PlainField").text == mine
        await driver.tap(screen.ids.save)
        await driver.until(lambda: "PostgreSQL 16" in memory_text(person.home), "it is saved")

    fill(person.home, before)
    person.visits(script)
