"""A private chat leaves nothing behind: not in files, history, database or index."""

import subprocess
from pathlib import Path

from app.testing.app_driver import AppDriver
from tests.flows.conftest import Person


def places_of(words: str, home: Path) -> list[str]:
    found = subprocess.run(
        ["grep", "-rlaF", words, str(home)], capture_output=True, text=True, check=False
    )
    return found.stdout.split()


def test_a_private_chat_leaves_no_trace_after_the_app_is_closed(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await driver.start_private_chat()
        await driver.say("The password of the vault is heliotrope.")
        await driver.leave_app()
        await driver.come_back()

    person.visits(script)
    assert places_of("heliotrope", person.home) == []


def test_what_is_private_is_not_offered_to_another_chat(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await driver.start_private_chat()
        await driver.say("The password of the vault is heliotrope.")
        driver.parts.chat.new_chat()
        answer = await driver.say("What is the password of the vault?")
        assert "heliotrope" not in answer

    person.visits(script)
