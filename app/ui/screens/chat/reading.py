"""Read aloud: one answer at a time, stopped by the same button. Knows no Kivy."""

from dataclasses import dataclass

from app.chat.read_aloud import ReadAloud
from app.chat.stop_signal import StopSignal
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


@dataclass(frozen=True, slots=True)
class ReadingState:
    is_reading: bool = False
    problem: str = ""


class ReadingViewModel:
    def __init__(self, read: ReadAloud, tasks: Tasks) -> None:
        self._read = read
        self._tasks = tasks
        self._stop = StopSignal()
        self.is_available = read.is_available
        self.observable = ObservableState(ReadingState())

    @property
    def state(self) -> ReadingState:
        return self.observable.state

    def start(self, text: str) -> None:
        self._stop.stop()
        stop = self._stop = StopSignal()
        self.observable.update(ReadingState(is_reading=True))

        def ended(problem: str) -> None:
            if stop is self._stop:
                self.observable.update(ReadingState(problem=problem))

        self._tasks.run(self._read(text, stop), lambda _: ended(""), ended)

    def stop(self) -> None:
        """After the sentence that is being said."""
        self._stop.stop()
        self.observable.update(ReadingState())
