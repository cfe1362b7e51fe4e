"""Draws the import page: choose, look, what will be added, progress, done."""

from functools import partial

from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.memory.text.torn_places import Side
from app.ui.screens.memory_import.view_model import (
    ChangeRow,
    ImportState,
    ImportViewModel,
    OfferedFile,
    ShownChange,
    Step,
)
from app.ui.widgets.action_row import ActionRow, page_row
from app.ui.widgets.choice_chip import ChoiceChip
from app.ui.widgets.diff_lines import DiffLines
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.overlay import BottomSheet, close_top_overlay
from app.ui.widgets.page import Page, PageHeading, PageText
from app.ui.widgets.progress_card import ProgressCard, work_card
from app.ui.widgets.push_button import PushButton

load_kv(__file__, "screen.kv")

WHAT_COMES = "An import only adds. You see what it would change before anything is written."
SIDES = ((Side.BOTH, "Keep both"), (Side.MINE, "Keep mine"), (Side.THEIRS, "Take the archive’s"))
WORK = {Step.LOOK: "Looking into", Step.IMPORT: "Importing"}


class SideChips(MDBoxLayout):
    """Keep both, keep mine, take the archive's."""


class MemoryImportScreen(Page):
    def __init__(self, model: ImportViewModel) -> None:
        self._model = model
        self._shown: ShownChange | None = None
        self._sheet: BottomSheet | None = None
        super().__init__(name="memory_import", title="Import memory")
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def on_back(self) -> None:
        self._model.on_back()

    def take_back(self) -> bool:
        return close_top_overlay(self)

    def _draw(self, state: ImportState) -> None:
        match state.step:
            case Step.CHOOSE:
                self.show(self._choice(state))
            case Step.LOOK | Step.IMPORT:
                self.show([self._progress(state)])
            case Step.PLAN:
                self.show(self._plan(state), self._plan_actions())
            case Step.DONE:
                card = NoticeCard(text=state.told, icon="check", is_problem=False)
                done = PushButton(
                    text="Done", kind="filled", on_release=lambda _: self._model.on_back()
                )
                self.show([card], [done])
        if state.shown != self._shown:
            self._shown = state.shown
            self._draw_sheet(state.shown)

    def _choice(self, state: ImportState) -> list[Widget]:
        shown: list[Widget] = []
        if state.problem:
            shown.append(NoticeCard(text=state.problem))
        if state.told:
            shown.append(NoticeCard(text=state.told, icon="information-outline", is_problem=False))
        shown.append(PageText(text=WHAT_COMES))
        if state.can_browse:
            shown.append(
                PushButton(
                    text="Choose a file …",
                    kind="filled",
                    on_release=lambda _: self._model.browse(),
                )
            )
        shown.append(PageHeading(text="In the exports folder"))
        if not state.offered:
            shown.append(PageText(text="No zip and no bundle is there. Put one in and come back."))
        return [*shown, *(self._file(file) for file in state.offered)]

    def _file(self, file: OfferedFile) -> ActionRow:
        look = partial(self._model.look, file.place)
        return page_row("archive-outline", file.name, file.detail, look)

    def _progress(self, state: ImportState) -> ProgressCard:
        words = f"{WORK[state.step]} {state.name}"
        cancel, is_stopping = self._model.cancel, state.is_stopping
        return work_card(words, state.progress, cancel, is_stopping=is_stopping)

    def _plan(self, state: ImportState) -> list[Widget]:
        shown: list[Widget] = [PageHeading(text=state.name), PageText(text=state.summary)]
        if state.is_torn:
            shown += [PageHeading(text="Where both have their own"), self._sides(state.side)]
        shown.append(PageHeading(text="What will change"))
        shown += [self._row(row) for row in state.rows]
        if not state.rows:
            shown.append(PageText(text="Only settings."))
        if state.hidden_rows:
            shown.append(PageText(text=f"… and {state.hidden_rows:,} more"))
        return shown

    def _plan_actions(self) -> list[Widget]:
        return [
            PushButton(text="Import", kind="filled", on_release=lambda _: self._model.take_over()),
            PushButton(text="Cancel", on_release=lambda _: self._model.cancel()),
        ]

    def _sides(self, chosen: Side) -> SideChips:
        chips = SideChips()
        for side, words in SIDES:
            chip = ChoiceChip(text=words, is_chosen=side is chosen)
            chip.bind(on_release=lambda _, side=side: self._model.choose_side(side))
            chips.ids.row.add_widget(chip)
        return chips

    def _row(self, row: ChangeRow) -> ActionRow:
        icon = "call-merge" if row.is_torn else "plus"
        return page_row(icon, row.name, row.detail, partial(self._model.show, row))

    def _draw_sheet(self, shown: ShownChange | None) -> None:
        if self._sheet is not None:
            self._sheet.close()
            self._sheet = None
        if shown is None:
            return
        sheet = BottomSheet(title=shown.title)
        lines = DiffLines()
        lines.show(shown.lines)
        sheet.add_content(lines)
        sheet.add_action("Close", "text", self._model.close)
        sheet.bind(on_dismiss=lambda _: self._model.close())
        self._sheet = sheet
        sheet.open_over(self)
