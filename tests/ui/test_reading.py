from app.chat.read_aloud import ReadAloud, sentences_of
from app.contracts.errors import SpeechFailed
from app.ui.screens.chat.reading import ReadingViewModel
from tests.fakes.tasks import InlineTasks


class Voice:
    """Implements Speech: writes down what it says."""

    is_available = True

    def __init__(self) -> None:
        self.said: list[str] = []
        self.failure: SpeechFailed | None = None

    def speak(self, text: str) -> None:
        if self.failure is not None:
            raise self.failure
        self.said.append(text)


def test_an_answer_is_said_without_its_marks_and_code_is_only_mentioned():
    answer = (
        "# Plan\n\n- **Move** billing first. See [the page](http://x).\n\n```sql\nDROP;\n```\nOk?"
    )
    assert sentences_of(answer) == [
        "Plan",
        "Move billing first.",
        "See the page.",
        "Some code.",
        "Ok?",
    ]


def test_every_sentence_is_read_and_then_it_is_over():
    voice = Voice()
    reading = ReadingViewModel(ReadAloud(voice), InlineTasks())
    reading.start("One. Two.")
    assert voice.said == ["One.", "Two."]
    assert not reading.state.is_reading


def test_a_stop_ends_it_after_the_sentence():
    voice = Voice()
    reading = ReadingViewModel(ReadAloud(voice), InlineTasks())
    reading.observable.subscribe(lambda state: reading.stop() if state.is_reading else None)
    reading.start("One. Two.")
    assert voice.said == []
    assert not reading.state.is_reading


def test_a_device_that_cannot_speak_says_so():
    voice = Voice()
    voice.failure = SpeechFailed("This device cannot read aloud.")
    reading = ReadingViewModel(ReadAloud(voice), InlineTasks())
    reading.start("One.")
    assert reading.state.problem == "This device cannot read aloud."
