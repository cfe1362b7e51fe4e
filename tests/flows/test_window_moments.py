"""What a desktop's window tells becomes memory: the real app, its window and its engine."""

from app.testing.app_driver import AppDriver
from tests.flows.conftest import Person


def test_a_minimised_window_is_a_left_app(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await driver.say("My sister Ana likes film cameras.")
        await driver.minimise()
        logs = person.home / "memory" / "daily"
        await driver.until(lambda: any(logs.glob("*.md")), "a daily log")
        await driver.restore()
        assert "film cameras" in next(logs.glob("*.md")).read_text(encoding="utf-8")

    person.visits(script)
