"""Draws the Long-term tab: entries with pin and menu, reasons below them, advice above."""

from functools import partial

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.label import MDLabel
from kivymd.uix.relativelayout import MDRelativeLayout

from app.ui.screens.memory_long_term.view_model import EntryRow, LongTermState, LongTermViewModel
from app.ui.theme.fonts import marked
from app.ui.widgets.action_row import ActionRow
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
        self.text = title


class EntryRowView(MDBoxLayout):
    text = StringProperty()
    is_pinned = BooleanProperty(False)
    row = ObjectProperty(None, allownone=True)
    model = ObjectProperty(None, allownone=True)

    def show(self, value: tuple[LongTermViewModel, EntryRow]) -> None:
        self.model, self.row = value
        self.text, self.is_pinned = marked(self.row.text), self.row.is_pinned
        self.ids.reasons.clear_widgets()
        for reason in self.row.reasons:
            self.ids.reasons.add_widget(ReasonPill(text=reason))

    def toggle_pin(self) -> None:
        self.model.toggle_pin(self.row)

    def open_menu(self) -> None:
        sheet = BottomSheet(detail=self.row.text.splitlines()[0])
        choices = (
            ("pencil-outline", "Edit", self.model.start_editing),
            ("delete-outline", "Delete", self.model.delete),
        )
        for icon, text, act in choices:
            choice = ActionRow(icon=icon, text=text)
            choice.bind(on_release=partial(self._choose, sheet, act))
            sheet.add_content(choice)
        sheet.open_over(self)

    def _choose(self, sheet: BottomSheet, act: object, _choice: ActionRow) -> None:
        sheet.close()
        act(self.row)


class LongTermPanel(MDRelativeLayout):
    message = StringProperty()
    advice = StringProperty()

    def __init__(self, model: LongTermViewModel) -> None:
        self._model = model
        self._sheet: BottomSheet | None = None
        super().__init__()
        model.observable.subscribe(self._draw)

    def edit_as_text(self) -> None:
        self._model.on_edit_as_text()

    def _draw(self, state: LongTermState) -> None:
        self.message, self.advice = _message(state), state.advice
        items: list[tuple[type, object]] = []
        for group in state.groups:
            items.append((SectionHeading, group.title))
            items += [(EntryRowView, (self._model, row)) for row in group.rows]
        self.ids.entries.fill(items)
        self.ids.notice.show(state.notice, self._model.undo)
        self._draw_editor(state.editing)

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
