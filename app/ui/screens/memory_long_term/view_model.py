"""The Long-term tab: entries by section, with what is worth knowing about each. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.contracts.clock import Clock
from app.contracts.memory_files import EditConflict, WriteOutcome, Written
from app.contracts.settings import SettingsStore
from app.memory.entry_quality import JudgedEntry, MarkKind, judge_entries
from app.memory.entry_repeats import MeaningRepeats
from app.memory.entry_usage import NOTHING_COUNTED, UsageReport
from app.memory.long_term_document import Entry, LongTermDocument
from app.memory.long_term_memory import LongTermMemory
from app.memory.long_term_outcomes import (
    AmbiguousMatch,
    Deleted,
    NotFound,
    Rejected,
    Unchanged,
    Updated,
    UpdateOutcome,
)
from app.memory.long_term_size import size_advice
from app.memory.memory_settings import read_memory_settings
from app.ui.notices import Notice
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

UNTITLED = "Other"
CHANGED_MEANWHILE = "This entry changed meanwhile. Nothing was done."
CANNOT_UNDO = "The memory changed meanwhile. The entry is still in the version history."

AT_ONCE_SECONDS = 0.3
"""What the engine has judged before it answers in a moment; for more the page does not wait."""
IN_A_WHILE_SECONDS = 4.0
"""Long enough for a cold model, short enough for an app that is closed meanwhile."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """`reasons` are the marks of quality in words; a pin is shown as a pin."""

    entry: Entry
    reasons: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self.entry.text

    @property
    def is_pinned(self) -> bool:
        return self.entry.marks.is_pinned


@dataclass(frozen=True, slots=True)
class EntryGroup:
    title: str
    rows: tuple[EntryRow, ...]


@dataclass(frozen=True, slots=True)
class LongTermState:
    """`problem` stands instead of the groups when the file cannot be read."""

    is_loading: bool = True
    groups: tuple[EntryGroup, ...] = ()
    advice: str = ""
    problem: str = ""
    editing: EntryRow | None = None
    notice: Notice | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.is_loading or self.groups or self.problem)


@dataclass(frozen=True, slots=True)
class _Page:
    groups: tuple[EntryGroup, ...]
    advice: str
    is_by_meaning: bool


class LongTermViewModel:
    def __init__(
        self,
        memory: LongTermMemory,
        settings: SettingsStore,
        tasks: Tasks,
        clock: Clock,
        usage: Callable[[], UsageReport] = lambda: NOTHING_COUNTED,
        repeats: MeaningRepeats | None = None,
    ) -> None:
        """`repeats` None: entries are compared by their words alone."""
        self._memory = memory
        self._settings = settings
        self._tasks = tasks
        self._clock = clock
        self._usage = usage
        self._repeats = repeats
        self._looks = 0
        self._last_deletion: Deleted | None = None
        self._notices = 0
        self.on_edit_as_text: Callable[[], None] = lambda: None
        self.observable = ObservableState(LongTermState())

    @property
    def state(self) -> LongTermState:
        return self.observable.state

    def refresh(self) -> None:
        """The entries at once. Repeats that only their meaning tells may come after."""
        self._looks += 1
        look = self._looks

        def show(page: _Page) -> None:
            self._show(page)
            if self._repeats is not None and not page.is_by_meaning and look == self._looks:
                self._tasks.call(
                    lambda: self._read(IN_A_WHILE_SECONDS), show_later, lambda _sentence: None
                )

        def show_later(page: _Page) -> None:
            if page.is_by_meaning and look == self._looks:
                self._show(page)

        self._tasks.call(lambda: self._read(AT_ONCE_SECONDS), show, self._fail_to_read)

    def toggle_pin(self, row: EntryRow) -> None:
        self._change(
            lambda: self._memory.set_pinned(row.entry, is_pinned=not row.is_pinned),
            "Unpinned" if row.is_pinned else "Pinned: it stays as it is",
        )

    def start_editing(self, row: EntryRow) -> None:
        self.observable.update(replace(self.state, editing=row))

    def stop_editing(self) -> None:
        self.observable.update(replace(self.state, editing=None))

    def save_edit(self, text: str) -> None:
        """An emptied entry is one that was deleted: it can be undone."""
        row = self.state.editing
        if row is None:
            return
        self.stop_editing()
        if text.strip() != row.text.strip():
            self._change(lambda: self._memory.edit_entry(row.entry, text), "Saved")

    def delete(self, row: EntryRow) -> None:
        self._change(lambda: self._memory.delete_entry(row.entry), "Deleted")

    def undo(self) -> None:
        deletion, self._last_deletion = self._last_deletion, None
        if deletion is None:
            return
        # Based on the file after the deletion: what was written since then stays.
        self._tasks.call(
            lambda: self._memory.save_text(deletion.before.text, deletion.after),
            self._undone,
            self._say,
        )

    def _undone(self, outcome: WriteOutcome) -> None:
        match outcome:
            case Written():
                self._say("The entry is back")
            case EditConflict():
                self._say(CANNOT_UNDO)
        self.refresh()

    def _change(self, work: Callable[[], UpdateOutcome], done: str) -> None:
        self._tasks.call(work, lambda outcome: self._changed(outcome, done), self._say)

    def _changed(self, outcome: UpdateOutcome, done: str) -> None:
        match outcome:
            case Updated() | Unchanged():
                self._say(done)
            case Deleted():
                self._last_deletion = outcome
                self._say("Deleted", can_undo=True)
            case NotFound() | AmbiguousMatch():
                self._say(CHANGED_MEANWHILE)
            case Rejected(reason=reason):
                self._say(reason)
        self.refresh()

    def _read(self, seconds: float) -> _Page:
        snapshot = self._memory.snapshot()
        document = LongTermDocument(snapshot.text)
        entries, today = document.entries(), self._clock.now().date()
        repeats = self._repeats.of(snapshot, seconds) if self._repeats and entries else None
        judged = iter(judge_entries(entries, today, repeats=repeats, usage=self._usage()))
        groups = tuple(
            EntryGroup(
                section.title or UNTITLED, tuple(_row(next(judged)) for _ in section.entries)
            )
            for section in document.sections()
            if section.entries
        )
        advice = size_advice(document, read_memory_settings(self._settings).token_budget)
        return _Page(groups, advice, is_by_meaning=repeats is not None or not entries)

    def _show(self, page: _Page) -> None:
        self.observable.update(
            replace(
                self.state, is_loading=False, groups=page.groups, advice=page.advice, problem=""
            )
        )

    def _fail_to_read(self, sentence: str) -> None:
        self.observable.update(
            replace(self.state, is_loading=False, groups=(), advice="", problem=sentence)
        )

    def _say(self, text: str, *, can_undo: bool = False) -> None:
        self._notices += 1
        self.observable.update(
            replace(self.state, notice=Notice(text, self._notices, can_undo=can_undo))
        )


def _row(judged: JudgedEntry) -> EntryRow:
    reasons = (mark.reason for mark in judged.marks if mark.kind is not MarkKind.PINNED)
    return EntryRow(judged.entry, tuple(reasons))
