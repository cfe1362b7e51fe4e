"""Draws the drawer: search, new chat, conversations by time, and the way to the memory."""

from functools import partial

from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.label import MDLabel

from app.ui.screens.sessions.rows import SessionRow
from app.ui.screens.sessions.sheets import RenameSheet, open_facts
from app.ui.screens.sessions.view_model import SessionsState, SessionsViewModel
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.choice_sheet import Choice, open_choices
from app.ui.widgets.keyed_list import Item, KeyedList
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.note_row import NoteRow
from app.ui.widgets.overlay import BottomSheet
from app.ui.widgets.session_row import SessionRowView

__all__ = ["ActionRow", "KeyedList", "NoteRow", "SessionsPanel"]

load_kv(__file__, "screen.kv")

NO_CHATS = "Your chats will be listed here."
NOT_FOUND = "No chat says that. Memory has a search of its own."


class SessionGroupHeading(MDLabel):
    """Today, Yesterday, Last week …"""

    def show(self, text: str) -> None:
        self.text = text


class SessionNote(SessionGroupHeading):
    """Where no chats are: why."""


class SessionsPanel(MDBoxLayout):
    """What the drawer holds; on wide windows it stands beside the chat."""

    notice = StringProperty()
    has_older = BooleanProperty(False)

    def __init__(self, model: SessionsViewModel) -> None:
        self._model = model
        self._rename: RenameSheet | None = None
        self._facts: BottomSheet | None = None
        super().__init__()
        model.observable.subscribe(self._draw)

    def search(self, words: str) -> None:
        self._model.search(words)

    def clear_search(self) -> None:
        self.ids.search.text = ""

    def focus_search(self) -> None:
        self.ids.search.focus = True
        self.ids.search.select_all()

    def new_chat(self) -> None:
        self._model.on_new_chat()

    def open_memory(self) -> None:
        self._model.on_open_memory()

    def open_settings(self) -> None:
        self._model.on_open_settings()

    def try_again(self) -> None:
        self._model.refresh()

    def show_older(self) -> None:
        self._model.show_older()

    def _draw(self, state: SessionsState) -> None:
        self.notice, self.has_older = state.notice, state.has_older
        self.ids.rows.fill(self._items(state))
        self._draw_rename(state)
        self._draw_facts(state)

    def _items(self, state: SessionsState) -> list[Item]:
        items: list[Item] = []
        for group in state.groups:
            items.append((("group", group.heading), SessionGroupHeading, group.heading))
            for row in group.rows:
                shown = (row, row.id == state.open_session_id)
                items.append((("session", row.id), self._new_row, shown))
        if state.is_empty:
            items.append(("empty", SessionNote, NOT_FOUND if state.searched else NO_CHATS))
        return items

    def _new_row(self) -> SessionRowView:
        return SessionRowView(
            on_open=lambda view: self._model.on_open(view.row.id),
            on_menu=lambda view: self._open_menu(view.row),
        )

    def _open_menu(self, row: SessionRow) -> None:
        model = self._model
        details = Choice("information-outline", "Details", partial(model.show_details, row.id))
        delete = Choice("trash-can-outline", "Delete", partial(model.delete, row.id, row.title))
        rename = Choice("pencil-outline", "Rename", partial(model.begin_rename, row.id, row.title))
        choices = [details, delete] if row.is_private else [rename, details, delete]
        open_choices(self, choices, title=row.title)

    def _draw_rename(self, state: SessionsState) -> None:
        if state.renaming is None:
            if self._rename is not None:
                self._rename.close()
            self._rename = None
            return
        if self._rename is None:
            _, title = state.renaming
            self._rename = RenameSheet(title, self._model.rename, self._model.cancel_rename)
            self._rename.open_over(self)
        self._rename.refuse(state.refusal)

    def _draw_facts(self, state: SessionsState) -> None:
        if state.facts and self._facts is None:
            self._facts = open_facts(self, state.facts, self._model.close_details)
        elif not state.facts and self._facts is not None:
            self._facts.close()
            self._facts = None
