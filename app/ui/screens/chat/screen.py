"""Draws the chat state and passes on what the person does. Decides nothing."""

import webbrowser
from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.clipboard import Clipboard
from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.screen import MDScreen

from app.ui.screens.chat.model_card import ModelCardState, ModelCardViewModel
from app.ui.screens.chat.view_model import EXAMPLES, ChatRow, ChatState, ChatViewModel
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.composer import Composer
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.message_row import AnswerRow, QuestionRow
from app.ui.widgets.model_card import ModelCard
from app.ui.widgets.note_row import NoteRow
from app.ui.widgets.top_bar import TopBar, TouchIconButton

__all__ = ["ChatScreen", "Composer", "ModelCard", "TopBar", "TouchIconButton"]

load_kv(__file__, "screen.kv")

RowWidget = QuestionRow | AnswerRow | NoteRow

NEAR_THE_END = 0.02
EXAMPLE_ICONS = ("bookmark-outline", "account-outline", "calendar-clock-outline")


class ChatScreen(MDScreen):
    title = StringProperty()
    subtitle = StringProperty()
    notice = StringProperty()
    is_empty = BooleanProperty(True)
    is_answering = BooleanProperty(False)
    is_private = BooleanProperty(False)
    can_retry = BooleanProperty(False)
    queued = StringProperty()
    is_card_wanted = BooleanProperty(False)

    def __init__(
        self, model: ChatViewModel, card: ModelCardViewModel, open_drawer: Callable[[], None]
    ) -> None:
        self._model = model
        self._card = card
        self._drawn: tuple[ChatRow, ...] = ()
        self._widgets: list[RowWidget] = []
        self._older = NoteRow(action_words="Load older", on_action=lambda _: model.load_older())
        self.open_drawer = open_drawer
        super().__init__(name="chat")
        for icon, words in zip(EXAMPLE_ICONS, EXAMPLES, strict=True):
            self.ids.examples.add_widget(self._example(icon, words))
        model.observable.subscribe(self._draw)
        card.observable.subscribe(self._draw_card)

    def on_pre_enter(self) -> None:
        self._look_for_models()

    def on_is_empty(self, *_change: object) -> None:
        self._look_for_models()

    def send(self, text: str) -> None:
        if self._model.send(text):
            self.ids.composer.text = ""

    def add_model(self) -> None:
        self._card.on_add_model()

    def use_found_model(self) -> None:
        self._card.use_found()

    def _look_for_models(self) -> None:
        """Only while there is a card to show what was found."""
        if self.is_empty:
            self._card.refresh()

    def _draw_card(self, state: ModelCardState) -> None:
        self.is_card_wanted = state.is_wanted
        card = self.ids.card
        card.found = state.found.name if state.found else ""
        card.is_working, card.notice = state.is_working, state.notice

    def _example(self, icon: str, words: str) -> ActionRow:
        row = ActionRow(icon=icon, text=words, on_release=lambda _: self.send(words))
        row.surface = self.theme_cls.surfaceContainerLowColor
        self.theme_cls.bind(surfaceContainerLowColor=row.setter("surface"))
        return row

    def stop(self) -> None:
        self._model.stop()

    def answer_again(self) -> None:
        self._model.answer_again()

    def toggle_private(self) -> None:
        """A private chat begins empty: what is said here was not private."""
        self._model.new_chat(is_private=not self.is_private)

    def _draw(self, state: ChatState) -> None:
        self.title, self.subtitle, self.notice = state.title, state.subtitle, state.notice
        self.is_empty, self.is_answering = state.is_empty, state.is_answering
        self.is_private, self.can_retry = state.is_private, state.can_retry
        self.queued = state.queued
        if state.rows != self._drawn:
            self._draw_rows(state.rows)
        self._offer_older(is_offered=state.has_older)
        if state.unsent:
            composer = self.ids.composer
            composer.text = "\n".join(part for part in (state.unsent, composer.text) if part)
            self._model.took_unsent()

    def _offer_older(self, *, is_offered: bool) -> None:
        rows = self.ids.rows
        if is_offered and self._older.parent is None:
            rows.add_widget(self._older, index=len(rows.children))
        elif not is_offered and self._older.parent is not None:
            rows.remove_widget(self._older)

    def _draw_rows(self, rows: tuple[ChatRow, ...]) -> None:
        """Only the last row changes while an answer comes; all others keep their widgets."""
        is_at_end = self.ids.scroll.scroll_y <= NEAR_THE_END or rows[-1:] != self._drawn[-1:]
        kept = _common(rows, self._drawn)
        for widget, row in zip(self._widgets, rows[:kept], strict=False):
            _fill(widget, row)
        for widget in self._widgets[kept:]:
            self.ids.rows.remove_widget(widget)
        del self._widgets[kept:]
        for row in rows[kept:]:
            widget = _fill(self._new_widget(row), row)
            self._widgets.append(widget)
            self.ids.rows.add_widget(widget)
        self._drawn = rows
        if is_at_end:
            Clock.schedule_once(self._scroll_to_end, 0)

    def _new_widget(self, row: ChatRow) -> "RowWidget":
        if row.is_mine:
            return QuestionRow()
        if row.is_error or row.is_note:
            return NoteRow(is_error=row.is_error)
        return AnswerRow(
            on_copy=lambda widget: Clipboard.copy(widget.text),
            on_regenerate=lambda _: self.answer_again(),
            on_link=lambda _, address: webbrowser.open(address),
        )

    def _scroll_to_end(self, _elapsed: float) -> None:
        self.ids.scroll.scroll_y = 0


def _common(rows: tuple[ChatRow, ...], drawn: tuple[ChatRow, ...]) -> int:
    """How many rows from the start can keep the widgets they have."""
    kept = 0
    for new, old in zip(rows, drawn, strict=False):
        if _kind(new) != _kind(old) or not (new.id == old.id or old.is_growing):
            break
        kept += 1
    return kept


def _kind(row: ChatRow) -> tuple[bool, bool]:
    return row.is_mine, row.is_error or row.is_note


def _fill(widget: "RowWidget", row: ChatRow) -> "RowWidget":
    widget.text = row.text or row.activity
    if isinstance(widget, AnswerRow):
        widget.memory_count = len(row.memories)
        widget.is_growing = row.is_growing
    return widget
