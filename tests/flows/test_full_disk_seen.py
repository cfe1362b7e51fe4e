"""A disk that is full, as the person meets it in the real app: told in a sentence, nothing lost,
and as before once there is room.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.testing.app_driver import PATIENCE_SECONDS, AppDriver
from app.wiring.doctor import FINE, main
from tests.flows.conftest import Person
from tests.flows.engine_child import sleeping_engine
from tests.flows.life import assert_history_is_whole, daily_logs
from tests.flows.small_device import TmpfsDevice, small_device

LAKE = "I met Lena at the lake and we talked about the red boat."
BOAT = "The boat is called Heron."
FULL = "There is no space left on this device."


@pytest.fixture
def device(tmp_path: Path) -> Iterator[TmpfsDevice]:
    with small_device(tmp_path, is_real=True) as made:
        if not isinstance(made, TmpfsDevice):
            pytest.skip("nobody may mount here")
        yield made


async def leave_and_come_back(driver: AppDriver) -> None:
    await driver.leave_app()
    await driver.come_back()
    await driver.settled()


def test_a_full_disk_is_told_and_what_was_said_is_logged_once_there_is_room(device: TmpfsDevice):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        chat = driver.parts.chat
        await driver.say(LAKE)
        await driver.settled()
        with sleeping_engine():
            await driver.leave_app()
            await driver.settled()
            device.fill()
        before = daily_logs(device.home)

        await driver.come_back()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while chat.state.said is None:
                await leave_and_come_back(driver)
        assert chat.state.said.text == f"Memory cannot be written. {FULL}"
        assert driver.find("NoticeBar", chat.state.said.text)
        assert daily_logs(device.home) == before

        await driver.tap(driver.find("ComposerInput"))
        await driver.type_text(BOAT)
        await driver.press_enter()
        await driver.until(lambda: chat.state.notice == FULL, "the message was not sent")
        assert chat.state.draft == BOAT
        assert [row.text for row in chat.state.rows][:1] == [LAKE]

        device.make_room()
        await driver.press_enter()
        await driver.until(
            lambda: len(chat.state.rows) == 4 and not chat.state.is_answering, "an answer"
        )
        assert chat.state.rows[2].text == BOAT
        assert chat.state.draft == ""
        await driver.leave_app()
        await driver.until(lambda: BOAT in "".join(daily_logs(device.home).values()), "the log")
        assert chat.state.notice == ""

    Person(device.home).visits(script)
    text = "".join(daily_logs(device.home).values())
    assert text.count(LAKE) == text.count(BOAT) == 1
    assert main([str(device.home)]) == FINE
    assert_history_is_whole(device.home)
