"""The chip under an answer by touch: which memories helped, Open where they are, Forget one."""

from datetime import date, time

from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.testing.app_driver import AppDriver
from app.ui.screens.memory.view_model import MemoryTab
from tests.flows.conftest import Person
from tests.flows.memory_hands import all_of, fill, git, inside, is_on, memory_text, pages_of, seen

BACK = 1001
"""Android's own key."""
DAY = date(2026, 3, 2)
KEPT = "My sister Ana likes film cameras"


def before(memory: LongTermMemory, logs: DailyLogs, _files: KeptFiles) -> None:
    memory.save(KEPT, "profile")
    logs.append_block(DAY, new_block("b1", time(9), "Ana", "- Ana bought film in Zürich."))


async def open_sheet(driver: AppDriver) -> None:
    await driver.tap(all_of(driver, "AnswerRow")[-1].ids.chip)
    await driver.until(lambda: bool(driver.parts.chat_pages.sheet.state.detail), "the sheet")
    await driver.frames()


def card(driver: AppDriver, where: str) -> object:
    cards = all_of(driver, "MemoryCard")
    return next(one for one in cards if str(one.where).startswith(where))


def test_the_chip_says_what_helped_and_leads_there_and_one_of_it_is_forgotten(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        chat, navigation = driver.parts.chat, driver.app.navigation
        await driver.say("What does Ana like about film?")
        assert len(chat.state.rows[-1].memories) == 2
        await open_sheet(driver)
        assert seen(driver, "BottomSheet").title == "2 memories used"
        assert driver.small_targets() == []

        await driver.tap(inside(card(driver, "Daily log"), "PushButton", "Open"))
        await is_on(driver, "memory")
        assert pages_of(driver).memory.state.tab is MemoryTab.LOGS
        await driver.until(lambda: pages_of(driver).logs.state.selected == DAY, "that day")
        await driver.press(BACK)
        await is_on(driver, "chat")

        await open_sheet(driver)
        await driver.tap(inside(card(driver, "Long-term"), "PushButton", "Forget"))
        sheet = driver.parts.chat_pages.sheet
        await driver.until(lambda: bool(sheet.state.question), "the question")
        await driver.frames()
        question = seen(driver, "ConfirmDialog")
        assert KEPT in question.text
        await driver.tap(inside(question, "PushButton", "Cancel"))
        assert KEPT in memory_text(person.home)

        await driver.tap(inside(card(driver, "Long-term"), "PushButton", "Forget"))
        await driver.until(lambda: bool(sheet.state.question), "the question again")
        await driver.frames()
        await driver.tap(inside(seen(driver, "ConfirmDialog"), "PushButton", "Forget"))
        await driver.until(lambda: KEPT not in memory_text(person.home), "it is forgotten")
        await driver.until(lambda: len(sheet.state.rows) == 1, "the sheet shows the other one")
        await driver.frames()
        assert seen(driver, "BottomSheet").title == "1 memory used"
        await driver.press(BACK)
        assert all_of(driver, "BottomSheet") == []
        assert navigation.current == "chat"
        assert len(chat.state.rows[-1].memories) == 1
        assert all_of(driver, "AnswerRow")[-1].ids.chip.count == 1

    fill(person.home, before)
    person.visits(script)
    assert KEPT not in git(person.home, "log", "-p", "--all")
