"""The sheets of the drawer: the new name of a conversation, and its details."""

# pyright: basic
# Kivy and KivyMD carry no types.

from collections.abc import Callable, Sequence

from kivy.clock import Clock
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.screens.sessions.rows import Fact
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.note_row import NoteRow
from app.ui.widgets.outlined_field import OutlinedField
from app.ui.widgets.overlay import BottomSheet


class RenameSheet(BottomSheet):
    """A field with the name as it is. `refuse` says why a name cannot be kept."""

    def __init__(self, title: str, save: Callable[[str], None], cancel: Callable[[], None]) -> None:
        super().__init__(title="Rename chat")
        self._field = OutlinedField(label="Name")
        self._field.put(title)
        self._refusal = NoteRow(is_error=True)
        room = MDBoxLayout(orientation="vertical", adaptive_height=True, padding=("16dp", 0))
        room.add_widget(self._field)
        self.add_content(room)
        self.add_content(self._refusal)
        self.bind(on_dismiss=lambda _: cancel())
        self.add_action("Save", "filled", lambda: save(self._field.text))
        self.add_action("Cancel", "text", self.dismiss)
        self._field.ids.input.bind(on_text_validate=lambda _: save(self._field.text))

    def open_over(self, widget: Widget) -> None:
        super().open_over(widget)
        Clock.schedule_once(self._begin)

    def refuse(self, reason: str) -> None:
        self._refusal.text = reason

    def _begin(self, _elapsed: float) -> None:
        self._field.ids.input.focus = True
        self._field.ids.input.select_all()


def open_facts(over: Widget, facts: Sequence[Fact], closed: Callable[[], None]) -> BottomSheet:
    sheet = BottomSheet(title="Details")
    for name, value in facts:
        sheet.add_content(ActionRow(text=value, detail=name, wraps=True, is_still=True))
    sheet.bind(on_dismiss=lambda _: closed())
    sheet.open_over(over)
    return sheet
