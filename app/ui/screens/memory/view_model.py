"""The memory page as it is today: what is stored, read from the files themselves. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass

from app.contracts.errors import OneClawError
from app.contracts.memory_files import DAILY_FOLDER, LONG_TERM_PATH, MemoryFiles
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

NEWEST_LOGS = 30


@dataclass(frozen=True, slots=True)
class MemoryPage:
    """One file as a person reads it; `problem` instead of text when it cannot be read."""

    title: str
    text: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class MemoryState:
    is_loading: bool = True
    pages: tuple[MemoryPage, ...] = ()
    notice: str = ""


class MemoryViewModel:
    def __init__(self, files: MemoryFiles, tasks: Tasks) -> None:
        self._files = files
        self._tasks = tasks
        self.on_back: Callable[[], None] = lambda: None
        self.observable = ObservableState(MemoryState())

    @property
    def state(self) -> MemoryState:
        return self.observable.state

    def refresh(self) -> None:
        self._tasks.call(
            self._read,
            lambda pages: self.observable.update(MemoryState(is_loading=False, pages=pages)),
            lambda sentence: self.observable.update(
                MemoryState(is_loading=False, pages=self.state.pages, notice=sentence)
            ),
        )

    def _read(self) -> tuple[MemoryPage, ...]:
        logs = [info.path for info in self._files.list(DAILY_FOLDER)]
        newest = sorted(logs, reverse=True)[:NEWEST_LOGS]
        pages = (self._page(path) for path in (LONG_TERM_PATH, *newest))
        return tuple(page for page in pages if page.text.strip() or page.problem)

    def _page(self, path: str) -> MemoryPage:
        title = path.rpartition("/")[2].removesuffix(".md")
        try:
            return MemoryPage(title, self._files.read(path).text)
        except OneClawError as error:
            return MemoryPage(title, "", error.sentence)
