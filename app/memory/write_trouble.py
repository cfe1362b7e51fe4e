"""Memory that cannot be written again and again: the person hears of it once, and quietly (S2.8).

The engine notices, and tells whoever asks; the app asks now and then. A single failure is nobody's
business: the job comes again.
"""

from collections.abc import Callable

from app.contracts.clock import Clock
from app.contracts.engine_link import EngineQuestions, Frame
from app.contracts.errors import (
    DatabaseUnwritable,
    HistoryError,
    MemoryFileError,
    OneClawError,
)

TROUBLE_CALL = "trouble"
TITLE = "Memory cannot be written"
FAILURES_IN_A_ROW = 3
SECONDS = 1.0
_ABOUT_THE_STORAGE = (MemoryFileError, HistoryError, DatabaseUnwritable)


class WriteTrouble:
    """Counts failures. `notify` is told the first time of every day that has any."""

    def __init__(self, clock: Clock, notify: Callable[[str], object]) -> None:
        self._notify = OnceADay(clock, notify)
        self._failures = 0
        self._sentence = ""

    def attempt_ended(self, error: OneClawError | None) -> None:
        """Of a flush. An error that is not the storage's says nothing either way."""
        if error is None:
            self._failures, self._sentence = 0, ""
        elif isinstance(error, _ABOUT_THE_STORAGE):
            self._failures += 1
            if self._failures >= FAILURES_IN_A_ROW:
                self._sentence = error.sentence
                self._notify(error.sentence)

    def frame(self) -> Frame:
        return {"sentence": self._sentence}


class TroubleWatch:
    """The app's side: what the engine tells, and what the app meets itself when it asks for a
    flush. On a full disk no engine may be able to start.
    """

    def __init__(self, questions: EngineQuestions, clock: Clock) -> None:
        self._questions = questions
        self._own = WriteTrouble(clock, lambda _sentence: None)
        self._news: list[str] = []
        self._tell = OnceADay(clock, self._news.append)

    def flush_asked_for(self, error: OneClawError | None) -> None:
        self._own.attempt_ended(error)

    def look(self) -> str | None:
        """What to tell the person, if anything is new. Call it off the UI thread."""
        answer = self._questions.ask({"call": TROUBLE_CALL}, SECONDS)
        for frame in (answer or {}, self._own.frame()):
            sentence = frame.get("sentence")
            if isinstance(sentence, str) and sentence:
                self._tell(sentence)
        return f"{TITLE}. {self._news.pop()}" if self._news else None


class OnceADay:
    def __init__(self, clock: Clock, tell: Callable[[str], object]) -> None:
        self._clock = clock
        self._tell = tell
        self._told_on = ""

    def __call__(self, sentence: str) -> None:
        today = self._clock.now().date().isoformat()
        if today != self._told_on:
            self._told_on = today
            self._tell(sentence)
