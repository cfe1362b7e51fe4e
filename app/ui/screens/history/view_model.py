"""Version history: every change of the memory, its diff, and the way back. Knows no Kivy."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum

from app.contracts.clock import Clock
from app.contracts.history import Commit, FileChange, HistoryPage, VersionHistory
from app.contracts.memory_files import DAILY_FOLDER, FILES_FOLDER, LONG_TERM_PATH
from app.memory.as_read import as_read
from app.memory.restore_version import (
    AlreadyRestored,
    ChangedMeanwhile,
    Restored,
    RestoreOutcome,
    RestoreVersion,
)
from app.memory.text.word_diff import DiffLine, LineKind, word_diff
from app.ui.notices import Notice
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

PAGE = 50


class Scope(StrEnum):
    ALL = "All"
    MEMORY = "Memory"
    LOGS = "Daily logs"
    FILES = "Files"


_UNDER = {
    Scope.ALL: None,
    Scope.MEMORY: LONG_TERM_PATH,
    Scope.LOGS: DAILY_FOLDER,
    Scope.FILES: FILES_FOLDER,
}


@dataclass(frozen=True, slots=True)
class CommitRow:
    """`added` and `removed` are lines; None until they are counted."""

    sha: str
    message: str
    detail: str
    day: str
    scope: Scope
    added: int | None = None
    removed: int | None = None


@dataclass(frozen=True, slots=True)
class ShownFile:
    """No `lines`: only marks changed that a person does not see, such as a pin."""

    path: str
    lines: tuple[DiffLine, ...]


@dataclass(frozen=True, slots=True)
class ShownCommit:
    """`targets` are the (path, version) pairs that Restore brings back; empty: nothing to bring."""

    title: str
    detail: str
    files: tuple[ShownFile, ...]
    targets: tuple[tuple[str, str], ...]
    restore_label: str

    @property
    def as_text(self) -> str:
        """For the clipboard: what is shown, with the signs in front."""
        files = ("\n".join((file.path, *map(_signed, file.lines))) for file in self.files)
        return "\n\n".join((f"{self.title}\n{self.detail}", *files))


@dataclass(frozen=True, slots=True)
class HistoryState:
    scope: Scope = Scope.ALL
    is_loading: bool = True
    rows: tuple[CommitRow, ...] = ()
    next_from: str | None = None
    shown: ShownCommit | None = None
    asks_restore: bool = False
    problem: str = ""
    notice: Notice | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.is_loading or self.rows or self.problem)


class HistoryViewModel:
    def __init__(
        self, history: VersionHistory, restore: RestoreVersion, tasks: Tasks, clock: Clock
    ) -> None:
        self._history = history
        self._restore = restore
        self._tasks = tasks
        self._clock = clock
        self._notices = 0
        self.on_back: Callable[[], None] = lambda: None
        self.observable = ObservableState(HistoryState())

    @property
    def state(self) -> HistoryState:
        return self.observable.state

    def refresh(self) -> None:
        self._load(start=None)

    def choose(self, scope: Scope) -> None:
        if scope is not self.state.scope:
            self._set(replace(self.state, scope=scope, rows=(), next_from=None, is_loading=True))
            self._load(start=None)

    def load_more(self) -> None:
        if self.state.next_from is not None and not self.state.is_loading:
            self._set(replace(self.state, is_loading=True))
            self._load(start=self.state.next_from)

    def open(self, sha: str) -> None:
        self._tasks.call(
            lambda: self._shown(sha),
            lambda shown: self._set(replace(self.state, shown=shown)),
            self._say,
        )

    def close(self) -> None:
        self._set(replace(self.state, shown=None, asks_restore=False))

    def ask_restore(self) -> None:
        if self.state.shown is not None and self.state.shown.targets:
            self._set(replace(self.state, asks_restore=True))

    def answer_restore(self, *, is_yes: bool) -> None:
        shown = self.state.shown
        self._set(replace(self.state, asks_restore=False))
        if is_yes and shown is not None:
            self._tasks.call(
                lambda: [self._restore(path, sha) for path, sha in shown.targets],
                self._restored,
                self._say,
            )

    def _restored(self, outcomes: list[RestoreOutcome]) -> None:
        self.close()
        self._say(_told(outcomes))
        self.refresh()

    def _load(self, start: str | None) -> None:
        scope = self.state.scope

        def show(page: HistoryPage) -> None:
            if scope is not self.state.scope:
                return  # another chip was tapped meanwhile
            today = self._clock.now()
            rows = tuple(_row(commit, today) for commit in page.commits)
            before = () if start is None else self.state.rows
            self._set(
                replace(
                    self.state,
                    is_loading=False,
                    rows=before + rows,
                    next_from=page.next_from,
                    problem="",
                )
            )
            self._count(tuple(row.sha for row in rows))

        self._tasks.call(
            lambda: self._history.log(under=_UNDER[scope], start=start, limit=PAGE),
            show,
            self._failed,
        )

    def _count(self, shas: tuple[str, ...]) -> None:
        """How much each change changed: read after the page is shown, for it takes longer."""

        def show(counts: dict[str, tuple[int, int]]) -> None:
            rows = tuple(
                replace(row, added=counts[row.sha][0], removed=counts[row.sha][1])
                if row.sha in counts
                else row
                for row in self.state.rows
            )
            self._set(replace(self.state, rows=rows))

        self._tasks.call(
            lambda: {sha: _changed_lines(self._history.show(sha)[1]) for sha in shas},
            show,
            lambda _: None,
        )

    def _shown(self, sha: str) -> ShownCommit:
        commit, changes = self._history.show(sha)
        local = commit.committed_at.astimezone(self._clock.now().tzinfo)
        targets = tuple(target for change in changes if (target := _target(commit, change)))
        is_deletion = bool(targets) and all(change.new is None for change in changes)
        return ShownCommit(
            title=commit.message,
            detail=f"{commit.sha[:7]} · {local:%a} {local.day} {local:%b %Y}, {local:%H:%M}",
            files=tuple(ShownFile(change.path, word_diff(*_as_read(change))) for change in changes),
            targets=targets,
            restore_label="Bring it back" if is_deletion else "Restore this version",
        )

    def _failed(self, sentence: str) -> None:
        self._set(replace(self.state, is_loading=False, problem=sentence))

    def _say(self, text: str) -> None:
        self._notices += 1
        self._set(replace(self.state, notice=Notice(text, self._notices)))

    def _set(self, state: HistoryState) -> None:
        self.observable.update(state)


def _signed(line: DiffLine) -> str:
    return line.kind.value if line.kind is LineKind.GAP else f"{line.kind.value} {line.text}"


def _as_read(change: FileChange) -> tuple[str | None, str | None]:
    """Without the marks the app keeps for itself; None stays: a file that was not there."""
    old, new = (
        None if text is None else as_read(change.path, text) for text in (change.old, change.new)
    )
    return old, new


def _changed_lines(changes: Sequence[FileChange]) -> tuple[int, int]:
    """Lines that came and went, wherever they stand: quick for a file of any length."""
    added = removed = 0
    for change in changes:
        old, new = (Counter((text or "").splitlines()) for text in _as_read(change))
        added += (new - old).total()
        removed += (old - new).total()
    return added, removed


def _target(commit: Commit, change: FileChange) -> tuple[str, str] | None:
    """A deletion is undone by the version before it. Only memory and files can be restored."""
    if not change.path.startswith(("memory/", f"{FILES_FOLDER}/")):
        return None
    if change.new is not None:
        return change.path, commit.sha
    return (change.path, commit.parents[0]) if commit.parents else None


def _told(outcomes: list[RestoreOutcome]) -> str:
    if any(isinstance(outcome, ChangedMeanwhile) for outcome in outcomes):
        return "Another program changed the file just now. Nothing was done."
    if any(isinstance(outcome, Restored) for outcome in outcomes):
        return "Restored. What was there before is in the history too."
    if any(isinstance(outcome, AlreadyRestored) for outcome in outcomes):
        return "The file already says this."
    return "There was nothing to restore."


def _row(commit: Commit, now: datetime) -> CommitRow:
    local = commit.committed_at.astimezone(now.tzinfo)
    return CommitRow(
        sha=commit.sha,
        message=commit.message,
        detail=f"{commit.sha[:7]} · {local:%H:%M}",
        day=_day(local.date(), now.date()),
        scope=_scope(commit.message),
    )


def _scope(message: str) -> Scope:
    """For the icon only; the chips filter by what was really changed."""
    if message.startswith("memory:") or LONG_TERM_PATH in message:
        return Scope.MEMORY
    if message.startswith("log:") or DAILY_FOLDER in message:
        return Scope.LOGS
    return Scope.FILES if message.startswith("file:") else Scope.ALL


def _day(day: date, today: date) -> str:
    ago = (today - day).days
    if ago in (0, 1):
        return "Today" if ago == 0 else "Yesterday"
    year = "" if day.year == today.year else f" {day.year}"
    return f"{day:%a} {day.day} {day:%b}{year}"
