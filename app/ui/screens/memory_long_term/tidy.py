"""Compact now: asks for a look, shows what would change, applies it on a yes. Knows no Kivy.

Nothing is written before the person has seen every line that would change.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto

from app.contracts.memory_files import EditConflict, WriteOutcome, Written
from app.memory.compact_by_hand import (
    ChangedMeanwhile,
    CompactByHand,
    LookFailed,
    LookOutcome,
    NothingToTidy,
    Proposed,
    StillLooking,
    Tidied,
)
from app.memory.compaction_plan import CompactionEdit, CompactionPlan, Drop, Merge
from app.memory.entry_quality import quoted
from app.memory.long_term_document import LongTermDocument
from app.memory.long_term_memory import LongTermMemory
from app.memory.text.word_diff import DiffLine, word_diff
from app.ui.long_work import NOT_BEGUN, Progress
from app.ui.notices import Notice
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

TIDY = "There is nothing to tidy: no repeats, nothing that is over."
CHANGED = "The memory changed meanwhile, so nothing was done. Here is a new look."
CANNOT_UNDO = "The memory changed meanwhile. The old text is in the version history."


class TidyStep(Enum):
    IDLE = auto()
    LOOKING = auto()
    SHOWN = auto()
    APPLYING = auto()


@dataclass(frozen=True, slots=True)
class TidyState:
    """`note` is what the person should know about this proposal before they say yes."""

    step: TidyStep = TidyStep.IDLE
    is_waiting: bool = False
    progress: Progress = NOT_BEGUN
    summary: str = ""
    lines: tuple[DiffLine, ...] = ()
    reasons: tuple[str, ...] = ()
    note: str = ""
    notice: Notice | None = None


class TidyViewModel:
    """`look` is to be called every now and then while it is LOOKING."""

    def __init__(self, compact: CompactByHand, memory: LongTermMemory, tasks: Tasks) -> None:
        self._compact = compact
        self._memory = memory
        self._tasks = tasks
        self._asked = ""
        self._asks = 0
        self._proposed: Proposed | None = None
        self._last: Tidied | None = None
        self._notices = 0
        self.on_tidied: Callable[[], None] = lambda: None
        self.observable = ObservableState(TidyState())

    @property
    def state(self) -> TidyState:
        return self.observable.state

    def start(self) -> None:
        if self.state.step is TidyStep.IDLE:
            self._ask("")

    def look(self) -> None:
        asked = self._asked
        if self.state.step is not TidyStep.LOOKING or not asked:
            return

        def seen(outcome: LookOutcome) -> None:
            if self._asked == asked and self.state.step is TidyStep.LOOKING:
                self._seen(outcome)

        self._tasks.call(lambda: self._compact.look(asked), seen, self._failed)

    def cancel(self) -> None:
        """Of looking and of what was found; what is being written is not stopped."""
        if self.state.step is TidyStep.APPLYING:
            return
        asked, self._asked, self._proposed = self._asked, "", None
        self._set(TidyState(notice=self.state.notice))
        if asked:
            self._stop(asked)

    def apply(self) -> None:
        proposed = self._proposed
        if proposed is None or self.state.step is not TidyStep.SHOWN:
            return
        self._set(replace(self.state, step=TidyStep.APPLYING))
        self._tasks.call(lambda: self._compact.apply(proposed), self._applied, self._failed)

    def undo(self) -> None:
        last, self._last = self._last, None
        if last is not None:
            # Based on the file as it was left: what was written since then stays.
            self._tasks.call(
                lambda: self._memory.save_text(last.before.text, last.after),
                self._undone,
                self._say,
            )

    def _ask(self, note: str) -> None:
        self._proposed, self._asked = None, ""
        self._asks += 1
        number = self._asks
        self._set(TidyState(TidyStep.LOOKING, is_waiting=True, note=note, notice=self.state.notice))

        def asked(job_id: str) -> None:
            if number != self._asks:
                return  # asked anew meanwhile; a job that waits is the same job
            if self.state.step is not TidyStep.LOOKING:
                self._stop(job_id)  # the person changed their mind while it was written down
                return
            self._asked = job_id
            self.look()

        self._tasks.call(self._compact.ask, asked, self._failed)

    def _stop(self, job_id: str) -> None:
        self._tasks.call(lambda: self._compact.cancel(job_id), lambda _: None, lambda _: None)

    def _seen(self, outcome: LookOutcome) -> None:
        match outcome:
            case StillLooking(is_waiting=is_waiting, done=done, total=total):
                self._set(
                    replace(self.state, is_waiting=is_waiting, progress=Progress(done, total))
                )
            case Proposed(plan=plan, note=note):
                self._proposed = outcome
                self._set(_shown(plan, " ".join(filter(None, (self.state.note, _why(note))))))
            case NothingToTidy(note=note):
                self._end(" ".join(filter(None, (TIDY, _why(note)))))
            case ChangedMeanwhile():
                self._ask(CHANGED)
            case LookFailed(sentence=sentence):
                self._end(sentence)

    def _applied(self, outcome: Tidied | ChangedMeanwhile) -> None:
        match outcome:
            case Tidied():
                self._last = outcome
                self._end("Long-term memory is tidied", can_undo=True)
                self.on_tidied()
            case ChangedMeanwhile():
                self._ask(CHANGED)

    def _undone(self, outcome: WriteOutcome) -> None:
        match outcome:
            case Written():
                self._say("It is as it was before")
            case EditConflict():
                self._say(CANNOT_UNDO)
        self.on_tidied()

    def _failed(self, sentence: str) -> None:
        self._end(sentence)

    def _end(self, text: str, *, can_undo: bool = False) -> None:
        self._asked, self._proposed = "", None
        self._set(TidyState(notice=self.state.notice))
        self._say(text, can_undo=can_undo)

    def _say(self, text: str, *, can_undo: bool = False) -> None:
        self._notices += 1
        self._set(replace(self.state, notice=Notice(text, self._notices, can_undo=can_undo)))

    def _set(self, state: TidyState) -> None:
        self.observable.update(state)


def _why(note: str) -> str:
    return f"Without the model: {note}" if note else ""


def _shown(plan: CompactionPlan, note: str) -> TidyState:
    document = LongTermDocument(plan.based_on.text)
    texts = [entry.text for entry in document.entries()]
    lines = word_diff(document.visible_text(), LongTermDocument(plan.after).visible_text(), 1)
    return TidyState(
        TidyStep.SHOWN,
        summary=_summary(plan.edits),
        lines=lines,
        reasons=tuple(reason for edit in plan.edits if (reason := _reason(edit, texts))),
        note=note,
    )


def _summary(edits: tuple[CompactionEdit, ...]) -> str:
    gone = sum(isinstance(edit, Drop) for edit in edits)
    merged = sum(len(edit.indexes) for edit in edits if isinstance(edit, Merge))
    told = [
        f"{count} {'entry' if count == 1 else 'entries'} {words}"
        for count, words in (
            (gone, "would go"),
            (merged, "would be said in fewer words"),
        )
        if count
    ]
    return f"{', '.join(told)}. Nothing is changed yet."


def _reason(edit: CompactionEdit, texts: list[str]) -> str:
    index = edit.index if isinstance(edit, Drop) else edit.indexes[0]
    return f"{quoted(texts[index])}: {edit.reason}" if edit.reason else ""
