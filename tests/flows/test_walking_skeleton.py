"""From a message in the window to a memory found the next day, through both processes."""

import subprocess
from pathlib import Path

from app.testing.app_driver import AppDriver
from tests.flows.conftest import Person


def git(home: Path, *arguments: str) -> str:
    command = ["git", "-c", "safe.directory=*", "-C", str(home), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def logs(home: Path) -> list[Path]:
    return sorted((home / "memory" / "daily").glob("*.md"))


def test_what_is_said_today_is_logged_on_leaving_and_found_tomorrow(person: Person):
    async def today(driver: AppDriver) -> None:
        await driver.is_open()
        answer = await driver.say("My sister Ana likes film cameras.")
        assert "without an AI model" in answer
        await driver.leave_app()
        await driver.until(lambda: "log: add daily log" in _messages(person.home), "the commit")
        await driver.come_back()
        await driver.open_drawer()
        await driver.open_memory()
        await driver.tap(driver.find("TabButton", "Daily logs"))
        logs_tab = driver.parts.memory.logs
        await driver.until(lambda: logs_tab.state.page is not None, "the day's page")
        assert logs_tab.state.page is not None
        assert "- My sister Ana likes film cameras." in logs_tab.state.page.text

    async def tomorrow(driver: AppDriver) -> None:
        await driver.is_open()
        answer = await driver.say("What does Ana like?")
        assert "My sister Ana likes film cameras." in answer
        assert len(driver.parts.chat.state.rows[-1].memories) == 1

    person.visits(today)
    (log,) = logs(person.home)
    assert log.read_text(encoding="utf-8").count("- My sister Ana likes film cameras.") == 1
    person.visits(tomorrow, days_later=1)
    assert git(person.home, "fsck", "--full", "--strict") == ""
    assert git(person.home, "status", "--porcelain") == ""


def test_leaving_twice_writes_one_block(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await driver.say("The keys are in the blue drawer.")
        await driver.leave_app()
        await driver.until(lambda: bool(logs(person.home)), "the log")
        await driver.leave_app()
        await driver.come_back()
        await driver.leave_app()

    person.visits(script)
    (log,) = logs(person.home)
    assert log.read_text(encoding="utf-8").count("<!-- block ") == 1


def test_closing_the_window_is_enough_to_be_remembered(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await driver.say("I prefer tea over coffee.")

    person.visits(script)
    (log,) = logs(person.home)
    assert "tea over coffee" in log.read_text(encoding="utf-8")


def test_a_second_conversation_does_not_mix_with_the_first(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await driver.say("Apples are for the cake.")
        await driver.open_drawer()
        await driver.tap(driver.find("ActionRow", "New chat"))
        await driver.until(lambda: driver.parts.chat.state.is_empty, "an empty chat")
        await driver.until(lambda: driver.app.navigation.is_drawer_at_rest, "the drawer closes")
        await driver.say("Pears are for the jam.")
        assert [row.text for row in driver.parts.chat.state.rows if row.is_mine] == [
            "Pears are for the jam."
        ]
        await driver.open_drawer()
        await driver.tap(driver.find("SessionRowView", "Apples are for the cake."))
        await driver.until(
            lambda: driver.parts.chat.state.title == "Apples are for the cake.", "the first chat"
        )
        assert [row.text for row in driver.parts.chat.state.rows if row.is_mine] == [
            "Apples are for the cake."
        ]

    person.visits(script)


def _messages(home: Path) -> str:
    return git(home, "log", "--format=%s") if (home / ".git" / "HEAD").exists() else ""
