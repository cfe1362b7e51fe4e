"""From a phone to a wide window and back, and by keys alone: nothing that was begun is lost."""

from pathlib import Path

from app.testing.app_driver import AppDriver
from app.ui.window_place import read_place
from tests.flows.conftest import Person
from tests.flows.memory_hands import all_of, seen

ESCAPE = 27
PHONE = (412, 846)


def size_in(file: Path) -> tuple[int, int] | None:
    place = read_place(file)
    return (place.width, place.height) if place else None


def test_a_resized_window_keeps_the_draft_the_place_and_the_sheet(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        navigation = driver.app.navigation
        for words in ("My sister Ana likes film cameras.", "What do you know about me?"):
            await driver.say(words)
        await driver.tap(driver.find("ComposerInput"))
        await driver.type_text("half a thought")
        chat = seen(driver, "ChatScreen")
        chat.open_menu()
        await driver.frames(4)

        for width, height in ((1180, 800), (840, 600), (320, 560)):
            await driver.resize(width, height)
            assert navigation.is_wide == (width >= 840)
            assert bool(chat.ids.bar.leading_icon) == (width < 840)
            assert chat.ids.composer.text == "half a thought"
            assert len(all_of(driver, "BottomSheet")) == 1
            screen, panel = chat.parent.parent, seen(driver, "SidePanel").ids.panel
            if navigation.is_wide:
                assert (panel.x, screen.x) == (0, panel.right)
            else:
                assert (panel.right, screen.x, screen.width) == (0, 0, width)
        await driver.press(ESCAPE)  # first the keyboard
        assert len(all_of(driver, "BottomSheet")) == 1
        await driver.press(ESCAPE)
        assert all_of(driver, "BottomSheet") == []

        # What is read stays in sight while the lines break anew.
        scroll, rows = chat.ids.conversation.ids.scroll, chat.ids.conversation.ids.rows
        scroll.scroll_y = 1
        await driver.frames(4)
        first = rows.children[-1]
        await driver.resize(1180, 500)
        await driver.frames(10)
        bottom = scroll.to_window(0, scroll.y)[1]
        assert bottom <= first.to_window(*first.center)[1] <= bottom + scroll.height
        await driver.resize(*PHONE)

    person.visits(script)


def test_the_keys_of_a_desk_lead_everywhere_and_escape_leads_back(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        chat, navigation = driver.parts.chat, driver.app.navigation
        await driver.say("The boat leaves at nine.")
        composer = seen(driver, "ComposerInput")
        await driver.tap(composer)
        await driver.type_text("first")
        await driver.press_enter(modifiers=("shift",))
        await driver.type_text("second")
        assert composer.text == "first\nsecond"

        await driver.press(ord("n"), ("ctrl",))
        assert chat.state.is_empty
        assert composer.focus
        await driver.press(ESCAPE)
        assert not composer.focus

        await driver.press(ord(","), ("ctrl",))
        assert navigation.current == "settings"
        await driver.press(ESCAPE)
        assert navigation.current == "chat"

        await driver.press(ord("f"), ("ctrl",))
        await driver.until(lambda: navigation.is_drawer_at_rest, "the drawer opens")
        await driver.type_text("boat")
        assert seen(driver, "SessionsPanel").ids.search.text == "boat"
        await driver.press(ESCAPE)
        assert navigation.is_drawer_open
        await driver.press(ESCAPE)
        assert not navigation.is_drawer_open
        await driver.until(lambda: navigation.is_drawer_at_rest, "the drawer closes")

        navigation.go("memory")
        await driver.press(ord("f"), ("ctrl",))
        assert driver.parts.memory.memory.state.tab.name == "SEARCH"

    person.visits(script)


def test_the_windows_size_is_kept_for_the_next_start(person: Person):
    file = person.home / "window.json"

    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await driver.resize(900, 700)
        await driver.until(lambda: size_in(file) == (900, 700), "the size is kept")
        await driver.resize(*PHONE)

    person.visits(script)
