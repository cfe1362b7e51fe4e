"""Draws the drawer: search, new chat, conversations by time, and the way to the memory."""

from kivy.metrics import dp
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.label import MDLabel

from app.ui.screens.sessions.view_model import SessionRow, SessionsState, SessionsViewModel
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "screen.kv")


class SessionGroupHeading(MDLabel):
    """Today, Yesterday, Last week …"""


class SessionsPanel(MDBoxLayout):
    """What the drawer holds; on wide windows it can stand beside the chat."""

    def __init__(self, model: SessionsViewModel) -> None:
        self._model = model
        self._drawn: SessionsState | None = None
        super().__init__()
        model.observable.subscribe(self._draw)

    def search(self, words: str) -> None:
        self._model.search(words.strip())

    def new_chat(self) -> None:
        self._model.on_new_chat()

    def open_memory(self) -> None:
        self._model.on_open_memory()

    def open_settings(self) -> None:
        self._model.on_open_settings()

    def _draw(self, state: SessionsState) -> None:
        if state == self._drawn:
            return
        self._drawn = state
        self.ids.groups.clear_widgets()
        for group in state.groups:
            self.ids.groups.add_widget(SessionGroupHeading(text=group.heading))
            for row in group.rows:
                self.ids.groups.add_widget(self._row(row, state.open_session_id))

    def _row(self, row: SessionRow, open_session_id: str | None) -> ActionRow:
        is_open = row.id == open_session_id
        widget = ActionRow(
            text=row.title,
            detail="Nothing from here is kept" if row.is_private else row.preview,
            trailing_icon="ghost-outline" if row.is_private else "",
            is_emphasised=is_open,
            on_release=lambda _: self._model.on_open(row.id),
        )
        widget.radius = [dp(28)] * 4
        if is_open:
            widget.surface = self.theme_cls.secondaryContainerColor
        return widget
