"""Draws the version history: chips, versions by day, a sheet with the diff, Restore."""

from functools import partial

from kivy.core.clipboard import Clipboard
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.label import MDLabel
from kivymd.uix.screen import MDScreen

from app.ui.screens.history.view_model import (
    CommitRow,
    HistoryState,
    HistoryViewModel,
    Scope,
    ShownCommit,
)
from app.ui.theme.fonts import marked
from app.ui.widgets.choice_chip import ChoiceChip
from app.ui.widgets.diff_lines import DiffLines
from app.ui.widgets.growing_list import GrowingList
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.notice_bar import NoticeBar
from app.ui.widgets.overlay import BottomSheet, ConfirmDialog, close_top_overlay
from app.ui.widgets.page import SheetText
from app.ui.widgets.push_button import PushButton
from app.ui.widgets.top_bar import TopBar

__all__ = ["GrowingList", "HistoryScreen", "NoticeBar", "PushButton", "TopBar"]

load_kv(__file__, "screen.kv")

ICONS = {
    Scope.ALL: "source-commit",
    Scope.MEMORY: "brain",
    Scope.LOGS: "calendar-text-outline",
    Scope.FILES: "file-document-outline",
}


ONLY_MARKS = "Its words are the same. Only marks changed, such as a pin or a date of saving."


class DayHeading(MDLabel):
    """Today, Yesterday, Mon 16 Nov …"""

    def show(self, day: str) -> None:
        self.text = marked(day)


class CommitRowView(ButtonBehavior, MDBoxLayout):
    message = StringProperty()
    detail = StringProperty()
    added = StringProperty()
    removed = StringProperty()
    icon = StringProperty("blank")
    value = ObjectProperty(None, allownone=True)

    def show(self, value: tuple[HistoryViewModel, CommitRow]) -> None:
        self.value = value
        _, row = value
        self.message, self.detail, self.icon = row.message, row.detail, ICONS[row.scope]
        self.added = "" if row.added is None else f"+{row.added}"
        self.removed = "" if row.removed is None else f"−{row.removed}"

    def on_release(self) -> None:
        model, row = self.value
        model.open(row.sha)


class HistoryScreen(MDScreen):
    message = StringProperty()
    has_more = BooleanProperty(False)

    def __init__(self, model: HistoryViewModel) -> None:
        self._model = model
        self._shown: ShownCommit | None = None
        self._sheet: BottomSheet | None = None
        self._question: ConfirmDialog | None = None
        super().__init__(name="history")
        self._chips = {scope: ChoiceChip(text=str(scope)) for scope in Scope}
        for scope, chip in self._chips.items():
            chip.bind(on_release=partial(self._choose, scope))
            self.ids.chips.add_widget(chip)
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def go_back(self) -> None:
        self._model.on_back()

    def load_more(self) -> None:
        self._model.load_more()

    def take_back(self) -> bool:
        if not close_top_overlay(self):
            self.go_back()
        return True

    def _choose(self, scope: Scope, _chip: ChoiceChip) -> None:
        self._model.choose(scope)

    def _draw(self, state: HistoryState) -> None:
        for scope, chip in self._chips.items():
            chip.is_chosen = scope is state.scope
        self.message, self.has_more = _message(state), state.next_from is not None
        self.ids.versions.fill(self._items(state))
        self.ids.notice.show(state.notice)
        if state.shown != self._shown:
            self._shown = state.shown
            self._draw_sheet(state.shown)
        self._draw_question(asks=state.asks_restore)

    def _items(self, state: HistoryState) -> list[tuple[type, object]]:
        items: list[tuple[type, object]] = []
        day = None
        for row in state.rows:
            if row.day != day:
                day = row.day
                items.append((DayHeading, day))
            items.append((CommitRowView, (self._model, row)))
        return items

    def _draw_sheet(self, shown: ShownCommit | None) -> None:
        if self._sheet is not None:
            self._sheet.close()
            self._sheet = None
        if shown is None:
            return
        sheet = BottomSheet(title=shown.title, detail=shown.detail)
        for file in shown.files:
            if len(shown.files) > 1:
                sheet.add_content(DayHeading(text=marked(file.path)))
            if not file.lines:
                sheet.add_content(SheetText(text=ONLY_MARKS))
            lines = DiffLines()
            lines.show(file.lines)
            sheet.add_content(lines)
        if shown.targets:
            sheet.add_action(shown.restore_label, "filled", self._model.ask_restore)
        copy = sheet.add_action("Copy", "text", lambda: self._copy(copy, shown.as_text))
        sheet.bind(on_dismiss=lambda _: self._model.close())
        self._sheet = sheet
        sheet.open_over(self)

    def _copy(self, button: PushButton, text: str) -> None:
        """The sheet lies over the line that would say so: the button does."""
        Clipboard.copy(text)
        button.text = "Copied"

    def _draw_question(self, *, asks: bool) -> None:
        if asks and self._question is None:
            self._question = ConfirmDialog(
                self._answered,
                title="Restore this version?",
                text="The file will say what it said then. What it says now stays in the history.",
                yes="Restore",
            )
            self._question.open_over(self)

    def _answered(self, is_yes: bool) -> None:
        self._question = None
        self._model.answer_restore(is_yes=is_yes)


def _message(state: HistoryState) -> str:
    if state.problem:
        return state.problem
    if state.is_loading and not state.rows:
        return "Reading …"
    return "Nothing was changed here yet." if state.is_empty else ""
