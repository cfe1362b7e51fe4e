"""Draws the Long-term tab: entries with pin and menu, reasons below them, advice above."""

from functools import partial

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.label import MDLabel
from kivymd.uix.relativelayout import MDRelativeLayout

from app.ui.forgetting import ForgettingViewModel
from app.ui.notices import Notice
from app.ui.screens.memory_long_term.tidy import TidyStep, TidyViewModel
from app.ui.screens.memory_long_term.tidy_view import TidyView
from app.ui.screens.memory_long_term.view_model import EntryRow, LongTermState, LongTermViewModel
from app.ui.theme.fonts import marked
from app.ui.widgets.choice_sheet import Choice, open_choices
from app.ui.widgets.forget_question import ForgetQuestion
from app.ui.widgets.growing_list import GrowingList
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.notice_bar import NoticeBar
from app.ui.widgets.overlay import BottomSheet
from app.ui.widgets.plain_field import PlainField
from app.ui.widgets.push_button import PushButton
from app.ui.widgets.reason_pill import ReasonPill
from app.ui.widgets.top_bar import TouchIconButton

__all__ = ["GrowingList", "LongTermPanel", "NoticeBar", "PushButton", "TouchIconButton"]

load_kv(__file__, "screen.kv")


class SectionHeading(MDLabel):
    """User Profile, Preferences …"""

    def show(self, title: str) -> None:
        self.text = marked(title)


class EntryRowView(MDBoxLayout):
    text = StringProperty()
    is_pinned = BooleanProperty(False)
    row = ObjectProperty(None, allownone=True)
    model = ObjectProperty(None, allownone=True)
    forgetting = ObjectProperty(None, allownone=True)

    def show(self, value: tuple[LongTermViewModel, EntryRow, ForgettingViewModel]) -> None:
        self.model, self.row, self.forgetting = value
        self.text, self.is_pinned = marked(self.row.text), self.row.is_pinned
        self.ids.reasons.clear_widgets()
        for reason in self.row.reasons:
            self.ids.reasons.add_widget(ReasonPill(text=reason))

    def toggle_pin(self) -> None:
        self.model.toggle_pin(self.row)

    def open_menu(self) -> None:
        row = self.row
        choices = (
            Choice("pencil-outline", "Edit", partial(self.model.start_editing, row)),
            Choice("delete-outline", "Delete", partial(self.model.delete, row)),
            Choice("eraser", "Forget for good", partial(self.forgetting.ask, row.text)),
        )
        open_choices(self, choices, detail=row.text.splitlines()[0])


class LongTermPanel(MDRelativeLayout):
    message = StringProperty()
    advice = StringProperty()
    count = StringProperty()
    can_compact = BooleanProperty(False)

    def __init__(
        self, model: LongTermViewModel, tidy: TidyViewModel, forgetting: ForgettingViewModel
    ) -> None:
        self._model = model
        self._tidy = tidy
        self._forgetting = forgetting
        self._sheet: BottomSheet | None = None
        self._told: Notice | None = model.state.notice
        super().__init__()
        model.observable.subscribe(self._draw)
        self._tidying = TidyView(tidy, self, self.ids.work, self.ids.notice)
        tidy.observable.subscribe(lambda _: self._draw_compact())
        self._question = ForgetQuestion(forgetting, self, self.ids.notice)

    def edit_as_text(self) -> None:
        self._model.on_edit_as_text()

    def compact(self) -> None:
        self._tidy.start()

    def _draw(self, state: LongTermState) -> None:
        self.message, self.advice = _message(state), state.advice
        entries = sum(len(group.rows) for group in state.groups)
        self.count = "1 entry" if entries == 1 else f"{entries:,} entries"
        items: list[tuple[type, object]] = []
        for group in state.groups:
            items.append((SectionHeading, group.title))
            items += [(EntryRowView, (self._model, row, self._forgetting)) for row in group.rows]
        self.ids.entries.fill(items)
        if state.notice is not self._told:
            self._told = state.notice
            self.ids.notice.show(state.notice, self._model.undo)
        self._draw_editor(state.editing)
        self._draw_compact()

    def _draw_compact(self) -> None:
        is_idle = self._tidy.state.step is TidyStep.IDLE
        self.can_compact = is_idle and bool(self._model.state.groups)

    def _draw_editor(self, row: EntryRow | None) -> None:
        if row is None and self._sheet is not None:
            self._sheet.close()
            self._sheet = None
        elif row is not None and self._sheet is None:
            self._open_editor(row)

    def _open_editor(self, row: EntryRow) -> None:
        sheet = BottomSheet(title="Edit entry", detail=row.entry.section)
        field = PlainField(text=row.text)
        sheet.add_content(field)
        sheet.add_action("Save", "filled", lambda: self._model.save_edit(field.text))
        sheet.add_action("Cancel", "text", self._model.stop_editing)
        sheet.bind(on_dismiss=lambda _: self._model.stop_editing())
        self._sheet = sheet
        sheet.open_over(self)


def _message(state: LongTermState) -> str:
    if state.problem:
        return state.problem
    if state.is_loading:
        return "Reading …"
    if state.is_empty:
        return "Nothing is kept for long yet. Say “remember that …” in a chat."
    return ""
