"""Export: the memory as one file, with how far it is and where it went. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from app.contracts.archives import FileExchange, Tell
from app.memory.archive_export import Exported, ExportMemory
from app.ui.long_work import NOT_BEGUN, LongWork, Progress
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


class ExportKind(Enum):
    ZIP = "Packing the files"
    BUNDLE = "Packing the version history"


@dataclass(frozen=True, slots=True)
class ExportState:
    """`working` is empty while nothing is under way; `made` says what lies where."""

    working: str = ""
    progress: Progress = NOT_BEGUN
    is_stopping: bool = False
    made: str = ""
    left_out: str = ""
    can_save_copy: bool = False
    copied: str = ""
    problem: str = ""


class ExportViewModel:
    def __init__(self, export: ExportMemory, exchange: FileExchange, tasks: Tasks) -> None:
        self._export = export
        self._exchange = exchange
        self._tasks = tasks
        self._work = LongWork(tasks)
        self._made: Exported | None = None
        self.on_back: Callable[[], None] = lambda: None
        self.observable = ObservableState(ExportState())

    @property
    def state(self) -> ExportState:
        return self.observable.state

    def refresh(self) -> None:
        """The page is opened; work that is under way goes on."""
        if not self.state.working:
            self._made = None
            self._set(ExportState())

    def start(self, kind: ExportKind) -> None:
        if self.state.working:
            return
        self._set(ExportState(working=kind.value))

        def work(tell: Tell) -> Exported | None:
            return self._export.zip(tell) if kind is ExportKind.ZIP else self._export.bundle(tell)

        self._work.start(work, self._told, self._ended, self._failed)

    def cancel(self) -> None:
        self._work.stop()
        self._set(replace(self.state, is_stopping=True))

    def save_copy(self) -> None:
        made = self._made
        if made is None:
            return

        def done(sentence: str | None) -> None:
            self._set(replace(self.state, copied=sentence or "", problem=""))

        self._tasks.call(lambda: self._exchange.hand_over(made.place), done, self._failed)

    def _told(self, progress: Progress) -> None:
        self._set(replace(self.state, progress=progress))

    def _ended(self, made: Exported | None) -> None:
        self._made = made
        if made is None:
            self._set(ExportState(copied="Stopped. No file was made."))
            return
        files = "1 file" if made.files == 1 else f"{made.files:,} files"
        where = f"{made.place.parent.name}/{made.place.name}"
        self._set(
            ExportState(
                made=f"{files} in {where}",
                left_out=_left_out(made.left_out),
                can_save_copy=self._exchange.can_browse,
            )
        )

    def _failed(self, sentence: str) -> None:
        made = self.state if self._made else ExportState()
        self._set(replace(made, working="", problem=sentence, copied=""))

    def _set(self, state: ExportState) -> None:
        self.observable.update(state)


def _left_out(paths: tuple[str, ...]) -> str:
    if not paths:
        return ""
    count = "1 file is" if len(paths) == 1 else f"{len(paths):,} files are"
    return f"{count} not text and stayed here: {', '.join(paths[:3])}"
