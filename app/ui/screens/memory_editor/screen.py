"""Draws the text editor of the memory, its questions and its conflict sheet. Decides nothing."""

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.screen import MDScreen

from app.memory.text.torn_places import Side
from app.memory.text.word_diff import DiffLine, LineKind
from app.ui.screens.memory_editor.view_model import (
    Conflict,
    EditorState,
    MemoryEditorViewModel,
    Question,
)
from app.ui.widgets.diff_lines import DiffLines
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.overlay import BottomSheet, ConfirmDialog, close_top_overlay
from app.ui.widgets.plain_field import PlainField
from app.ui.widgets.top_bar import TopBar, TouchIconButton

__all__ = ["MemoryEditorScreen", "PlainField", "TopBar", "TouchIconButton"]

load_kv(__file__, "screen.kv")

DRAFT_SECONDS = 1.0
QUESTIONS = {
    Question.SAVE_BLANK: (
        "Empty the memory?",
        "Nothing would be left in long-term memory. The version history keeps what is there now.",
        "Empty it",
    ),
    Question.DISCARD: (
        "Throw the changes away?",
        "What you changed here was not saved.",
        "Throw away",
    ),
}


class MemoryEditorScreen(MDScreen):
    subtitle = StringProperty()
    problem = StringProperty()
    can_write = BooleanProperty(False)

    def __init__(self, model: MemoryEditorViewModel) -> None:
        self._model = model
        self._version = 0
        self._asked = Question.NONE
        self._sheet: BottomSheet | None = None
        self._keep_draft = Clock.create_trigger(lambda _: model.keep_draft(), DRAFT_SECONDS)
        super().__init__(name="memory_text")
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.open()

    def typed(self, text: str) -> None:
        self._model.typed(text)
        self._keep_draft.cancel()
        self._keep_draft()

    def save(self) -> None:
        self._model.save()

    def discard(self) -> None:
        self._model.discard()

    def leave(self) -> None:
        self._keep_draft.cancel()
        self._model.leave()

    def take_back(self) -> bool:
        if not close_top_overlay(self):
            self.leave()
        return True

    def _draw(self, state: EditorState) -> None:
        self.problem, self.subtitle = state.problem, _subtitle(state)
        self.can_write = not (state.is_loading or state.is_saving)
        if state.version != self._version:
            self._version = state.version
            self.ids.field.text = state.text
            self.ids.field.cursor = (0, 0)
        if state.question is not self._asked:
            self._asked = state.question
            self._ask(state.question)
        self._draw_conflict(state.conflict)

    def _ask(self, question: Question) -> None:
        if question is Question.NONE:
            return
        title, text, yes = QUESTIONS[question]
        ConfirmDialog(
            lambda is_yes: self._model.answer(is_yes=is_yes), title=title, text=text, yes=yes
        ).open_over(self)

    def _draw_conflict(self, conflict: Conflict | None) -> None:
        if self._sheet is not None:
            self._sheet.close()
            self._sheet = None
        if conflict is not None:
            self._sheet = self._conflict_sheet(conflict)
            self._sheet.open_over(self)

    def _conflict_sheet(self, conflict: Conflict) -> BottomSheet:
        count = len(conflict.places)
        places = "one place needs" if count == 1 else f"{count} places need"
        sheet = BottomSheet(
            title="Memory changed meanwhile",
            detail=f"It was saved elsewhere while you were editing. {places.capitalize()} you: "
            "your lines are marked +, the saved ones −.",
        )
        for place in conflict.places:
            lines = DiffLines()
            lines.show(
                [
                    DiffLine(LineKind.ADDED, place.mine),
                    DiffLine(LineKind.REMOVED, place.theirs),
                ]
            )
            sheet.add_content(lines)
        for text, kind, side in (
            ("Keep both", "filled", Side.BOTH),
            ("Keep mine", "outlined", Side.MINE),
            ("Keep saved", "outlined", Side.THEIRS),
        ):
            sheet.add_action(text, kind, lambda side=side: self._model.resolve(side))
        sheet.bind(on_dismiss=lambda _: self._model.go_on_editing())
        return sheet


def _subtitle(state: EditorState) -> str:
    if state.is_loading:
        return "Reading …"
    if state.is_saving:
        return "Saving …"
    if state.is_changed:
        return "draft kept" if state.is_draft else "not saved yet"
    return state.advice
