"""One conversation by touch with a model on loopback: streamed, stopped, retried, written anew."""

import json

from app.testing.app_driver import AppDriver
from app.ui.screens.chat.rows import ChatRow
from tests.fakes.loopback_model import Asked, Purpose, breaks_off, calls, loopback_model, says
from tests.flows.conftest import Person
from tests.flows.life import choose_model
from tests.flows.memory_hands import all_of, inside, memory_text, seen
from tests.providers.raw_server import Ending, Reply
from tests.providers.scripts import SaidCall

CODE = "Here it is:\n\n```sql\nSELECT 1;\n```\n\nAnything else?"
EURO = "Invoices are always in euros"


def decide(asked: Asked) -> Reply:
    if asked.purpose is not Purpose.CHAT:
        return says("Kites")
    match asked.question:
        case "Code, please":
            return says(CODE[:20], CODE[20:]) if asked.earlier == 0 else says("Another answer")
        case "Go on for ever":
            return breaks_off("One word, ", "another word", ending=Ending.STALLED)
        case "Break off":
            return breaks_off("This much") if asked.earlier == 0 else says("All of it")
        case "Remember euros" if not asked.results:
            wanted = json.dumps({"content": EURO, "category": "projects"})
            return calls(SaidCall("save_memory", wanted))
        case question:
            return says(f"You said: {question}")


def rows(driver: AppDriver) -> list[str]:
    return [row.text for row in driver.parts.chat.state.rows]


def last(driver: AppDriver) -> ChatRow:
    return driver.parts.chat.state.rows[-1]


async def answered(driver: AppDriver, text: str) -> None:
    chat = driver.parts.chat
    await driver.until(
        lambda: not chat.state.is_answering and last(driver).text == text, f"the answer {text!r}"
    )
    await driver.frames()


def test_a_conversation_is_streamed_stopped_retried_copied_and_undone(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        chat = driver.parts.chat

        assert await driver.say("Code, please") == CODE
        answer = all_of(driver, "AnswerRow")[-1]
        await driver.tap(answer.ids.copy_button)
        assert driver.clipboard == CODE
        code = seen(driver, "CodeCard")
        await driver.tap(next(b for b in code.walk() if type(b).__name__ == "QuietIconButton"))
        assert driver.clipboard.strip() == "SELECT 1;"
        await driver.tap(answer.ids.regenerate_button)
        await answered(driver, "Another answer")
        assert rows(driver) == ["Code, please", "Another answer"]

        # Stop keeps what had come, and what was written meanwhile goes out after it.
        composer = seen(driver, "ComposerInput")
        await driver.tap(composer)
        await driver.type_text("Go on for ever")
        await driver.press_enter()
        await driver.until(lambda: "another word" in last(driver).text, "words that come")
        await driver.frames()
        await driver.type_text("And then?")
        await driver.press_enter()
        assert chat.state.queued == "And then?"
        await driver.tap(driver.find_button("stop"))
        await answered(driver, "You said: And then?")
        assert rows(driver)[-3:] == [
            "One word, another word",
            "And then?",
            "You said: And then?",
        ]

        # The cause is said, with a way to try again.
        await driver.tap(composer)
        await driver.type_text("Break off")
        await driver.tap(driver.find_button("arrow-up"))
        await driver.until(lambda: chat.state.can_retry, "the end of it")
        await driver.frames()
        note = seen(driver, "ChatScreen").ids.notice
        assert "Loopback" in note.text
        await driver.tap(inside(note, "PushButton", "Retry"))
        await answered(driver, "All of it")
        assert rows(driver).count("Break off") == 1

        # A save is told and can be taken back.
        await driver.say("Remember euros")
        assert EURO in memory_text(person.home)
        await driver.frames()
        await driver.tap(driver.find("PushButton", "Undo"))
        await driver.until(lambda: EURO not in memory_text(person.home), "it is taken back")

        # The last words are written anew.
        bubble = all_of(driver, "WordsBubble")[-1]
        await driver.tap(bubble)
        await driver.tap(driver.find("ActionRow", "Edit and send again"))
        await driver.until(lambda: composer.text == "Remember euros", "the words to edit")
        composer.select_all()
        composer.delete_selection()
        await driver.type_text("Never mind")
        await driver.press_enter()
        await answered(driver, "You said: Never mind")
        assert "Remember euros" not in rows(driver)

        # What was sent for the answer, and its text to choose from.
        await driver.tap(all_of(driver, "AnswerRow")[-1].ids.more_button)
        await driver.tap(driver.find("ActionRow", "Select text"))
        assert seen(driver, "PlainField").text == "You said: Never mind"
        driver.app.navigation.back()
        driver.app.navigation.back()
        await driver.tap(all_of(driver, "AnswerRow")[-1].ids.more_button)
        await driver.tap(driver.find("ActionRow", "What the model saw"))
        saw = driver.parts.chat_pages.saw
        await driver.until(lambda: "Never mind" in saw.state.text, "what was sent")

    with loopback_model(decide) as model:
        choose_model(person.home, model.address)
        person.visits(script)
