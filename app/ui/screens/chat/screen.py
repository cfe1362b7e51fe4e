"""Draws the chat state and passes on what the person does. Decides nothing."""

from collections.abc import Callable

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.screen import MDScreen

from app.ui.screens.chat.view_model import EXAMPLES, ChatRow, ChatState, ChatViewModel
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.composer import Composer
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.message_row import AnswerRow, QuestionRow
from app.ui.widgets.top_bar import TopBar

__all__ = ["ChatScreen", "Composer", "TopBar"]

load_kv(__file__, "screen.kv")

EXAMPLE_ICONS = ("bookmark-outline", "account-outline", "calendar-clock-outline")


class ChatScreen(MDScreen):
    title = StringProperty()
    subtitle = StringProperty()
    notice = StringProperty()
    is_empty = BooleanProperty(True)
    is_answering = BooleanProperty(False)

    def __init__(self, model: ChatViewModel, open_drawer: Callable[[], None]) -> None:
        self._model = model
        self._drawn: tuple[ChatRow, ...] = ()
        self._widgets: list[QuestionRow | AnswerRow] = []
        self.open_drawer = open_drawer
        super().__init__(name="chat")
        for icon, words in zip(EXAMPLE_ICONS, EXAMPLES, strict=True):
            self.ids.examples.add_widget(self._example(icon, words))
        model.observable.subscribe(self._draw)

    def send(self, text: str) -> None:
        if self._model.send(text):
            self.ids.composer.text = ""

    def _example(self, icon: str, words: str) -> ActionRow:
        row = ActionRow(icon=icon, text=words, on_release=lambda _: self.send(words))
        row.surface = self.theme_cls.surfaceContainerLowColor
        self.theme_cls.bind(surfaceContainerLowColor=row.setter("surface"))
        return row

    def _draw(self, state: ChatState) -> None:
        self.title, self.subtitle, self.notice = state.title, state.subtitle, state.notice
        self.is_empty, self.is_answering = state.is_empty, state.is_answering
        if state.rows != self._drawn:
            self._draw_rows(state.rows)

    def _draw_rows(self, rows: tuple[ChatRow, ...]) -> None:
        """Only the last row changes while an answer comes; all others keep their widgets."""
        same = 0
        while same < min(len(rows), len(self._drawn)) and _same_widget(
            rows[same], self._drawn[same]
        ):
            _fill(self._widgets[same], rows[same])
            same += 1
        for widget in self._widgets[same:]:
            self.ids.rows.remove_widget(widget)
        del self._widgets[same:]
        for row in rows[same:]:
            widget = _fill(QuestionRow() if row.is_mine else AnswerRow(), row)
            self._widgets.append(widget)
            self.ids.rows.add_widget(widget)
        self._drawn = rows
        Clock.schedule_once(self._scroll_to_end, 0)

    def _scroll_to_end(self, _elapsed: float) -> None:
        self.ids.scroll.scroll_y = 0


def _same_widget(new: ChatRow, old: ChatRow) -> bool:
    return new.is_mine == old.is_mine and (new.id == old.id or old.is_growing)


def _fill(widget: QuestionRow | AnswerRow, row: ChatRow) -> QuestionRow | AnswerRow:
    widget.text = row.text
    if isinstance(widget, AnswerRow):
        widget.memory_count = len(row.memories)
        widget.is_growing = row.is_growing
    return widget
