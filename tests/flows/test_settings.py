"""Settings by touch in a real window: a provider with a key, one tap for a server found here."""

from typing import Any, cast

from app.providers.loopback_ports import LoopbackPorts
from app.testing.app_driver import AppDriver
from tests.fakes.model_server import ModelServer
from tests.flows.conftest import Person

KEY = "sk-the-right-key-4f2a"


async def open_settings(driver: AppDriver) -> None:
    await driver.open_drawer()
    await driver.tap(driver.find("ActionRow", "Settings"))
    await is_on(driver, "settings")


async def is_on(driver: AppDriver, screen: str) -> None:
    navigation = driver.app.navigation
    await driver.until(
        lambda: navigation.current == screen and navigation.is_drawer_at_rest, screen
    )
    await driver.frames()


async def open_page(driver: AppDriver, words: str, screen: str) -> None:
    await driver.tap(driver.find("ActionRow", words))
    await is_on(driver, screen)


async def go_back(driver: AppDriver) -> None:
    await driver.tap(driver.find("TouchIconButton"))
    await driver.frames()


async def try_out(driver: AppDriver, button: str) -> None:
    await driver.tap(driver.find("PushButton", button))
    form = driver.parts.settings.add_model
    await driver.until(lambda: form.state.result is not None, "the test ends")
    await driver.frames()


def test_a_provider_is_added_with_a_wrong_and_then_the_right_key_and_answers(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await open_settings(driver)
        await open_page(driver, "Models", "models")
        await driver.tap(driver.find("PushButton", "Add a model"))
        await is_on(driver, "add_model")
        await driver.write("Address", server.address)
        await driver.write("Key", "sk-wrong-key-0000")
        await try_out(driver, "Test")
        assert "refused this key" in driver.look(driver.find("NoticeCard"))
        assert driver.parts.settings.add_model.state.can_save is False
        await driver.write("Key", KEY)
        key_field = driver.find_field("Key")
        await try_out(driver, "Test")
        assert driver.small_targets() == []
        await driver.tap(driver.find("ActionRow", "beta"))
        await driver.tap(driver.find("PushButton", "Save"))
        await is_on(driver, "models")
        assert driver.look(key_field) == ""
        await driver.until(
            lambda: driver.parts.chat.state.subtitle == "General Assistant · beta",
            "the chat says who answers",
        )
        await driver.tap(driver.find("ActionRow", "alpha"))
        await driver.until(
            lambda: driver.parts.chat.state.subtitle.endswith("alpha"), "another default"
        )
        await driver.frames()
        await go_back(driver)
        await is_on(driver, "settings")
        await go_back(driver)
        await is_on(driver, "chat")
        assert await driver.say("Hello?") == server.answer
        await open_settings(driver)
        await open_page(driver, "Usage", "usage")
        await driver.until(lambda: bool(driver.parts.settings.usage.state.months), "the usage")
        assert driver.parts.settings.usage.state.months[0].lines[0].model == "alpha"

    with ModelServer(KEY).running() as server:
        person.visits(script)
        assert f"Bearer {KEY}" in server.asked
    for path in person.home.rglob("*"):
        if path.is_file() and path.name != "secrets.json":
            assert KEY.encode() not in path.read_bytes(), path


def test_a_server_found_on_this_device_answers_after_one_tap(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        card = driver.find("ModelCard")
        await driver.until(lambda: driver.look(card, "found") == "Ollama", "the card offers it")
        await driver.frames()
        assert driver.small_targets() == []
        await driver.tap(driver.find("PushButton", "Use Ollama (found here)"))
        await driver.until(
            lambda: driver.parts.chat.state.subtitle.endswith("llama3.2"), "it answers"
        )
        await driver.until(lambda: driver.look(card, "is_shown") == "False", "the card goes")
        await driver.frames()
        assert await driver.say("Hello?") == server.answer

    with ModelServer(models=("llama3.2", "qwen3:4b")).running() as server:
        person.visits(script, loopback=LoopbackPorts(server.port, 1, 1))


def test_every_page_opens_has_targets_for_fingers_and_leads_back(person: Person):
    pages = {"Agents": "agents", "Memory": "memory_settings", "About": "about", "Usage": "usage"}

    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        await open_settings(driver)
        for words, screen in pages.items():
            await open_page(driver, words, screen)
            assert driver.small_targets() == []
            driver.app.navigation.back()
            await is_on(driver, "settings")
        driver.app.navigation.back()
        await is_on(driver, "chat")

    person.visits(script)


def size_of_text(driver: AppDriver) -> float:
    return float(driver.look(driver.find("PageHeading", "Text"), "font_size"))


def test_dark_and_larger_text_are_applied_at_once_and_kept(person: Person):
    async def chooses(driver: AppDriver) -> None:
        await driver.is_open()
        await open_settings(driver)
        await open_page(driver, "Appearance", "appearance")
        await driver.tap(driver.find("ActionRow", "Dark"))
        await driver.until(lambda: driver.theme_style == "Dark", "dark")
        before = size_of_text(driver)
        await driver.tap(driver.find_button("plus"))
        await driver.until(lambda: size_of_text(driver) > before, "larger text")

    async def comes_back(driver: AppDriver) -> None:
        first: list[str] = []

        def look(_app: object) -> None:
            first.append(driver.theme_style)

        cast("Any", driver.app).bind(on_start=look)
        await driver.is_open()
        await driver.settled()
        assert first == ["Dark"], "not for one frame in the light"
        assert driver.theme_style == "Dark"
        assert driver.parts.settings.appearance.state.font_scale == 1.05

    person.visits(chooses)
    person.visits(comes_back)
