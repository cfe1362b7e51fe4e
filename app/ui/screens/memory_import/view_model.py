"""Import: choose an archive, see what it would change, take it over or leave it. Knows no Kivy.

Nothing is written before the person has seen what will be added and tapped Import.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

from app.contracts.archives import FileExchange, Tell
from app.memory.archive_import import Imported, ImportMemory, ImportPlan, PlannedChange
from app.memory.as_read import as_read
from app.memory.import_merge import Change
from app.memory.text.torn_places import Side
from app.memory.text.word_diff import DiffLine, count_changes, word_diff
from app.ui.long_work import NOT_BEGUN, LongWork, Progress
from app.ui.observable_state import ObservableState
from app.ui.plain_places import place_name
from app.ui.readable_size import readable_size
from app.ui.tasks import Tasks

MOST_ROWS = 200
NOTHING_NEW = "Everything in this archive is here already."
STOPPED = "Stopped. Nothing was changed."


class Step(Enum):
    CHOOSE = auto()
    LOOK = auto()
    PLAN = auto()
    IMPORT = auto()
    DONE = auto()


@dataclass(frozen=True, slots=True)
class OfferedFile:
    place: Path
    name: str
    detail: str


@dataclass(frozen=True, slots=True)
class ChangeRow:
    change: PlannedChange
    name: str
    detail: str

    @property
    def is_torn(self) -> bool:
        return self.change.change is Change.DIFFERS


@dataclass(frozen=True, slots=True)
class ShownChange:
    title: str
    lines: tuple[DiffLine, ...]


@dataclass(frozen=True, slots=True)
class ImportState:
    """`side` is what the person wants where both have something of their own."""

    step: Step = Step.CHOOSE
    can_browse: bool = False
    offered: tuple[OfferedFile, ...] = ()
    name: str = ""
    progress: Progress = NOT_BEGUN
    is_stopping: bool = False
    summary: str = ""
    rows: tuple[ChangeRow, ...] = ()
    hidden_rows: int = 0
    is_torn: bool = False
    side: Side = Side.BOTH
    shown: ShownChange | None = None
    told: str = ""
    problem: str = ""


class ImportViewModel:
    def __init__(self, take_over: ImportMemory, exchange: FileExchange, tasks: Tasks) -> None:
        self._import = take_over
        self._exchange = exchange
        self._tasks = tasks
        self._work = LongWork(tasks)
        self._plan: ImportPlan | None = None
        self.on_back: Callable[[], None] = lambda: None
        self.on_imported: Callable[[], None] = lambda: None
        self.observable = ObservableState(ImportState())

    @property
    def state(self) -> ImportState:
        return self.observable.state

    def refresh(self) -> None:
        """The page is opened; what is under way goes on."""
        if self.state.step not in (Step.LOOK, Step.IMPORT):
            self.start_over()

    def start_over(self, *, told: str = "", problem: str = "") -> None:
        self._plan = None

        def show(offered: tuple[OfferedFile, ...]) -> None:
            self._set(replace(self.state, offered=offered))

        can_browse = self._exchange.can_browse
        self._set(ImportState(can_browse=can_browse, told=told, problem=problem))
        self._tasks.call(self._offered, show, self._refused)

    def browse(self) -> None:
        def chosen(place: Path | None) -> None:
            if place is not None:
                self.look(place)

        self._tasks.call(self._exchange.browse, chosen, self._refused)

    def look(self, place: Path) -> None:
        if self.state.step is not Step.CHOOSE:
            return
        self._set(ImportState(step=Step.LOOK, name=place.name))
        self._work.start(
            lambda tell: self._looked_into(place, tell), self._told, self._looked, self._refused
        )

    def cancel(self) -> None:
        """Asks the work to stop; from the plan it leads back to the choice."""
        if self.state.step is Step.PLAN:
            self.start_over()
        else:
            self._work.stop()
            self._set(replace(self.state, is_stopping=True))

    def choose_side(self, side: Side) -> None:
        self._set(replace(self.state, side=side))

    def show(self, row: ChangeRow) -> None:
        side, plan = self.state.side, self._plan
        if plan is None:
            return
        after = _after(row.change, plan, side)

        def diff() -> ShownChange:
            path = row.change.path
            old, new = as_read(path, row.change.before), as_read(path, after)
            return ShownChange(row.name, word_diff(old, new))

        self._tasks.call(
            diff, lambda shown: self._set(replace(self.state, shown=shown)), self._refused
        )

    def close(self) -> None:
        self._set(replace(self.state, shown=None))

    def take_over(self) -> None:
        plan, side = self._plan, self.state.side
        if plan is None or self.state.step is not Step.PLAN:
            return
        self._set(ImportState(step=Step.IMPORT, name=self.state.name))
        self._work.start(
            lambda tell: self._import(plan, side, tell), self._told, self._done, self._broke_off
        )

    def _offered(self) -> tuple[OfferedFile, ...]:
        return tuple(
            OfferedFile(place, place.name, readable_size(place.stat().st_size))
            for place in self._exchange.offered()
        )

    def _told(self, progress: Progress) -> None:
        self._set(replace(self.state, progress=progress))

    def _looked_into(self, place: Path, tell: Tell) -> tuple[ImportPlan, ImportState] | None:
        """On a worker: what a page of changes says takes a moment to work out."""
        plan = self._import.look(place, tell)
        if plan is None:
            return None
        shown = plan.changes[:MOST_ROWS]
        return plan, ImportState(
            step=Step.PLAN,
            name=place.name,
            summary=_summary(plan),
            rows=tuple(_row(change) for change in shown),
            hidden_rows=len(plan.changes) - len(shown),
            is_torn=bool(plan.paths(Change.DIFFERS)),
        )

    def _looked(self, found: tuple[ImportPlan, ImportState] | None) -> None:
        if found is None:
            self.start_over(told=STOPPED)
        elif found[0].is_empty:
            self.start_over(told=NOTHING_NEW)
        else:
            self._plan = found[0]
            self._set(found[1])

    def _done(self, outcome: Imported) -> None:
        self._plan = None
        told = _told_of(outcome)
        self._set(ImportState(step=Step.DONE, told=told))
        self.on_imported()

    def _refused(self, sentence: str) -> None:
        self.start_over(problem=sentence)

    def _broke_off(self, sentence: str) -> None:
        """Each file is the old or the joined one; the same archive can be taken again."""
        self.start_over(problem=f"{sentence} What was added until then stays; you can go on.")
        self.on_imported()

    def _set(self, state: ImportState) -> None:
        self.observable.update(state)


def _after(change: PlannedChange, plan: ImportPlan, side: Side) -> str:
    if change.change is not Change.DIFFERS or side is Side.BOTH:
        return change.after
    return change.before if side is Side.MINE else plan.contents.files[change.path]


def _row(change: PlannedChange) -> ChangeRow:
    name = place_name(change.path)
    if change.change is Change.DIFFERS:
        return ChangeRow(change, name, "both have something of their own")
    old, new = as_read(change.path, change.before), as_read(change.path, change.after)
    added, removed = count_changes(word_diff(old, new, context=0))
    kind = "new · " if change.change is Change.NEW else ""
    gone = f" −{removed:,}" if removed else ""
    lines = "line" if added == 1 and not removed else "lines"
    return ChangeRow(change, name, f"{kind}+{added:,}{gone} {lines}")


def _summary(plan: ImportPlan) -> str:
    """Two new files, one grows, one differs, three settings."""
    parts = [
        _counted(len(plan.paths(Change.NEW)), "new file", "new files"),
        _counted(len(plan.paths(Change.GROWS)), "file grows", "files grow"),
        _counted(len(plan.paths(Change.DIFFERS)), "file differs", "files differ"),
        _counted(len(plan.settings), "setting", "settings"),
    ]
    told = ", ".join(part for part in parts if part)
    if plan.refused:
        told += f". Left alone, because they cannot be read here: {len(plan.refused):,}"
    return f"{told}. Nothing of yours is deleted."


def _counted(count: int, one: str, many: str) -> str:
    return "" if not count else f"1 {one}" if count == 1 else f"{count:,} {many}"


def _told_of(outcome: Imported) -> str:
    files = _counted(outcome.written, "file was", "files were") or "No file was"
    told = f"{files} changed. The versions before are in the history."
    if outcome.settings:
        told += f" {_counted(outcome.settings, 'setting', 'settings')} taken over."
    return told if outcome.is_whole else f"Stopped on the way. {told} You can go on later."
