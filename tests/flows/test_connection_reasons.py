"""Test in the form for a provider, against servers that fail in every way: each says why."""

from app.testing.app_driver import AppDriver
from tests.fakes.loopback_model import LoopbackModel, loopback_model, says
from tests.flows.conftest import Person
from tests.flows.memory_hands import is_on, seen
from tests.providers.raw_server import Ending, Reply, document, web_page

NOBODY_LISTENS = "http://127.0.0.1:1"
PATIENCE = 6.0
"""Only the stalled server uses it up; far longer than the others take on a busy machine."""


def complains(status: int, text: str) -> Reply:
    """And may be asked again at once: nobody waits in a test."""
    return document({"error": {"message": text}}, status=status, retry_after="0")


REASONS: tuple[tuple[Reply, str, str], ...] = (
    (complains(401, "no"), "The server refused this key", "key-alert-outline"),
    (document({"detail": "Not Found"}, status=404), "has nothing at this address", "alert"),
    (web_page(status=404), "has nothing at this address", "alert"),
    (Reply((b"{",), ending=Ending.STALLED), "did not answer in time", "timer-sand-empty"),
    (complains(504, ""), "took too long to answer", "timer-sand-empty"),
    (complains(429, "slow down"), "too many requests", "alert"),
    (complains(500, "boom"), "reports an error: boom", "alert"),
    (document({"hello": 1}), "not an answer of its API", "alert"),
    (web_page(), "came a web page", "alert"),
)


async def tried(driver: AppDriver) -> tuple[str, str]:
    """The words and the icon that the person sees in the end."""
    form = driver.parts.settings.add_model
    await driver.tap(driver.find("PushButton", "Test"))
    await driver.until(lambda: form.state.result is not None, "the test ends")
    await driver.frames()
    card = seen(driver, "NoticeCard")
    assert not form.state.can_save
    return card.text, card.icon


def test_each_failure_says_what_is_wrong(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        driver.parts.settings.models.on_add()
        await is_on(driver, "add_model")
        await driver.write("Address", NOBODY_LISTENS)
        words, icon = await tried(driver)
        assert "Is it running?" in words
        assert icon == "lan-disconnect"

        await driver.write("Key", "sk-loopback-0123456789")
        for number, (reply, sentence, sign) in enumerate(REASONS):
            server.listing = reply
            # Another address each time: what was found out about the one before is gone.
            await driver.write("Address", f"{server.address}/{number}")
            words, icon = await tried(driver)
            assert sentence in words
            assert icon.startswith(sign)
            assert "sk-loopback" not in words

    server: LoopbackModel
    with loopback_model(lambda _: says("never asked")) as server:
        person.visits(script, longest_connection_test=PATIENCE)
