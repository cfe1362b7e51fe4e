"""The drawer by touch: search, rename, details, delete and undo; what goes was logged first."""

from app.testing.app_driver import AppDriver
from tests.flows.conftest import Person
from tests.flows.life import daily_logs
from tests.flows.memory_hands import seen

ESCAPE = 27


def titles(driver: AppDriver) -> list[str]:
    groups = driver.parts.sessions.state.groups
    return [row.title for group in groups for row in group.rows]


async def ask_about(driver: AppDriver, title: str) -> None:
    """As a long press does."""
    seen(driver, "SessionRowView", title).dispatch("on_menu")
    await driver.frames(4)


async def choose(driver: AppDriver, words: str) -> None:
    await driver.tap(driver.find("ActionRow", words))
    await driver.frames(4)


def test_a_chat_is_found_renamed_deleted_and_brought_back(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await driver.say("The boat leaves at nine.")
        driver.parts.chat.new_chat()
        await driver.say("Tea, please.")
        await driver.open_drawer()
        await driver.until(lambda: len(titles(driver)) == 2, "both chats")
        assert driver.small_targets() == []

        await driver.tap(seen(driver, "SessionsPanel").ids.search)
        await driver.type_text("nine boat")
        await driver.until(lambda: titles(driver) == ["The boat leaves at nine."], "the hit")
        await driver.frames()
        await driver.tap(driver.find_button("close"))
        await driver.until(lambda: len(titles(driver)) == 2, "both chats again")
        await driver.frames()

        await ask_about(driver, "The boat leaves at nine.")
        await choose(driver, "Rename")
        await driver.until(lambda: driver.has_cursor("Name"), "the cursor")
        await driver.type_text("Boats")
        await driver.press_enter()
        await driver.until(lambda: "Boats" in titles(driver), "the new name")
        await driver.frames()

        await ask_about(driver, "Boats")
        await choose(driver, "Details")
        await driver.until(lambda: bool(driver.parts.sessions.state.facts), "the details")
        await driver.frames()
        driver.find("ActionRow", "General Assistant")
        await driver.press(ESCAPE)
        assert driver.parts.sessions.state.facts == ()

        await ask_about(driver, "Boats")
        await choose(driver, "Delete")
        await driver.until(lambda: titles(driver) == ["Tea, please."], "it is gone")
        await driver.until(lambda: "boat" in "".join(daily_logs(person.home).values()), "its log")
        await driver.frames()
        await driver.tap(driver.find("PushButton", "Undo"))
        await driver.until(lambda: len(titles(driver)) == 2, "it is back")
        await driver.frames()
        await driver.tap(seen(driver, "SessionRowView", "Boats"))
        await driver.until(lambda: driver.parts.chat.state.title == "Boats", "its conversation")
        await driver.until(lambda: driver.app.navigation.is_drawer_at_rest, "the drawer closes")

        # The open one is deleted from its own menu: a new chat begins, and undo returns to it.
        chat = seen(driver, "ChatScreen")
        await driver.tap(chat.ids.menu)
        await choose(driver, "Delete this chat")
        await driver.until(lambda: driver.parts.chat.state.is_empty, "an empty chat")
        await driver.frames()
        await driver.tap(driver.find("PushButton", "Undo"))
        await driver.until(lambda: driver.parts.chat.state.title == "Boats", "the chat again")

    person.visits(script)
