"""MEMORY.md as text, without the marks the app keeps in it: draft kept, conflicts asked, a blank
save asked. Knows no Kivy.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto

from app.contracts.memory_files import EditConflict, FileSnapshot, WriteOutcome, Written
from app.contracts.settings import SettingsStore
from app.memory.edited_as_read import with_marks_of
from app.memory.long_term_document import LongTermDocument
from app.memory.long_term_memory import LongTermMemory
from app.memory.long_term_size import size_advice
from app.memory.memory_draft import Draft, drop_draft, keep_draft, kept_draft
from app.memory.memory_settings import read_memory_settings
from app.memory.text.torn_places import Side, Torn, chosen_text, places_of
from app.memory.text.word_diff import Piece, changed_words
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


class Question(Enum):
    NONE = auto()
    SAVE_BLANK = auto()
    DISCARD = auto()


@dataclass(frozen=True, slots=True)
class TornLines:
    """One place that both changed, with the differing words marked."""

    mine: tuple[Piece, ...]
    theirs: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    places: tuple[TornLines, ...]


@dataclass(frozen=True, slots=True)
class EditorState:
    """`version` grows when the text was put there by the app, not typed by the person."""

    is_loading: bool = True
    text: str = ""
    version: int = 0
    is_changed: bool = False
    is_draft: bool = False
    is_saving: bool = False
    advice: str = ""
    problem: str = ""
    question: Question = Question.NONE
    conflict: Conflict | None = None


@dataclass(frozen=True, slots=True)
class _Opened:
    """`shown` is the file as a person reads it, `text` what they made of it before, if anything."""

    based_on: FileSnapshot
    shown: str
    text: str
    is_draft: bool
    advice: str


class MemoryEditorViewModel:
    def __init__(self, memory: LongTermMemory, settings: SettingsStore, tasks: Tasks) -> None:
        self._memory = memory
        self._settings = settings
        self._tasks = tasks
        self._base: FileSnapshot | None = None
        self._shown = ""
        self._refused: EditConflict | None = None
        self.on_close: Callable[[], None] = lambda: None
        self.observable = ObservableState(EditorState())

    @property
    def state(self) -> EditorState:
        return self.observable.state

    def open(self) -> None:
        self._tasks.call(self._read, self._opened, self._failed)

    def typed(self, text: str) -> None:
        base = self._base
        if base is not None and text != self.state.text:
            self._set(replace(self.state, text=text, is_changed=text != self._shown, problem=""))

    def keep_draft(self) -> None:
        """Called when typing pauses and when the page or the app is left."""
        base, text = self._base, self.state.text
        if base is None or self.state.is_saving:
            return
        if self.state.is_changed:
            draft = Draft(text, base)
            self._tasks.call(lambda: keep_draft(self._settings, draft), _ignore, self._failed)
        else:
            self._tasks.call(lambda: drop_draft(self._settings), _ignore, self._failed)

    def save(self) -> None:
        if self._base is None or self.state.is_saving:
            return
        if not self.state.is_changed:
            self._finish()
        elif not self.state.text.strip() and self._shown.strip():
            self._set(replace(self.state, question=Question.SAVE_BLANK))
        else:
            self._save(self.state.text, self._base)

    def leave(self) -> None:
        """The draft stays."""
        self.keep_draft()
        self.on_close()

    def discard(self) -> None:
        if self.state.is_changed:
            self._set(replace(self.state, question=Question.DISCARD))
        else:
            self._finish()

    def answer(self, *, is_yes: bool) -> None:
        question, base = self.state.question, self._base
        self._set(replace(self.state, question=Question.NONE))
        if not is_yes or base is None:
            return
        match question:
            case Question.SAVE_BLANK:
                self._save(self.state.text, base)
            case Question.DISCARD:
                self._finish()
            case Question.NONE:
                pass

    def resolve(self, side: Side) -> None:
        """Writes the joined text over what is saved now; a third change asks again."""
        refused = self._refused
        if refused is None:
            return
        text = chosen_text(places_of(refused.base, refused.mine, refused.theirs.text), side)
        self._write(lambda: self._memory.save_text(text, refused.theirs))

    def go_on_editing(self) -> None:
        self._refused = None
        self._set(replace(self.state, conflict=None))

    def _read(self) -> _Opened:
        now, draft = self._memory.snapshot(), kept_draft(self._settings)
        base = draft.based_on if draft else now
        shown = LongTermDocument(base.text).visible_text()
        text = draft.text if draft else shown
        budget = read_memory_settings(self._settings).token_budget
        advice = size_advice(LongTermDocument(text), budget)
        return _Opened(base, shown, text, draft is not None, advice)

    def _opened(self, read: _Opened) -> None:
        self._base, self._shown, self._refused = read.based_on, read.shown, None
        self.observable.update(
            EditorState(
                is_loading=False,
                text=read.text,
                version=self.state.version + 1,
                is_changed=read.is_draft,
                is_draft=read.is_draft,
                advice=read.advice,
            )
        )

    def _save(self, shown: str, base: FileSnapshot) -> None:
        self._write(lambda: self._memory.save_text(with_marks_of(base.text, shown), base))

    def _write(self, work: Callable[[], WriteOutcome]) -> None:
        self._set(replace(self.state, is_saving=True, problem=""))
        self._tasks.call(work, self._written, self._failed)

    def _written(self, outcome: WriteOutcome) -> None:
        match outcome:
            case Written():
                self._finish()
            case EditConflict():
                self._refused = outcome
                self._set(replace(self.state, is_saving=False, conflict=_shown(outcome)))

    def _finish(self) -> None:
        """Nothing unsaved is left: the next opening reads the file."""
        self._base = self._refused = None
        self.observable.update(EditorState(version=self.state.version))
        self._tasks.call(
            lambda: drop_draft(self._settings), lambda _: self.on_close(), self._failed
        )

    def _failed(self, sentence: str) -> None:
        self._set(replace(self.state, is_loading=False, is_saving=False, problem=sentence))

    def _set(self, state: EditorState) -> None:
        self.observable.update(state)


def _shown(refused: EditConflict) -> Conflict:
    torn = (
        place
        for place in places_of(refused.base, refused.mine, refused.theirs.text)
        if isinstance(place, Torn)
    )
    return Conflict(tuple(TornLines(*_words(place)) for place in torn))


def _words(place: Torn) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    return changed_words(_as_read(place.mine), _as_read(place.theirs))


def _as_read(lines: tuple[str, ...]) -> str:
    return LongTermDocument("".join(lines)).visible_text().rstrip("\n")


def _ignore(_: object) -> None:
    """Nothing to show."""
