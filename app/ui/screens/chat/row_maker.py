"""Makes the widgets of a chat's rows and tells the screen what was tapped in them."""

# pyright: basic
# Kivy and KivyMD carry no types.

import webbrowser
from typing import Protocol

from app.ui.screens.chat.rows import ChatRow
from app.ui.widgets.message_row import AnswerRow, QuestionRow
from app.ui.widgets.note_row import NoteRow

RowWidget = QuestionRow | AnswerRow | NoteRow


class RowActions(Protocol):
    def copy(self, text: str) -> None: ...

    def answer_again(self) -> None: ...

    def open_answer_menu(self, row: ChatRow) -> None: ...

    def open_question_menu(self, row: ChatRow) -> None: ...

    def show_memories(self, row: ChatRow) -> None: ...


class ChatRowMaker:
    """Implements RowMaker."""

    def __init__(self, actions: RowActions) -> None:
        self._actions = actions

    def make(self, row: ChatRow) -> RowWidget:
        actions = self._actions
        if row.is_mine:
            return QuestionRow(on_more=lambda widget: actions.open_question_menu(widget.row))
        if row.is_error or row.is_note:
            return NoteRow(is_error=row.is_error)
        return AnswerRow(
            on_copy=lambda widget: actions.copy(widget.text),
            on_regenerate=lambda _: actions.answer_again(),
            on_more=lambda widget: actions.open_answer_menu(widget.row),
            on_memories=lambda widget: actions.show_memories(widget.row),
            on_link=lambda _, address: webbrowser.open(address),
        )

    def show(self, widget: RowWidget, row: ChatRow) -> None:
        widget.text = row.text or row.activity
        if isinstance(widget, NoteRow):
            return
        widget.row = row
        if isinstance(widget, AnswerRow):
            widget.memory_count = len(row.memories)
            widget.is_growing = row.is_growing
            widget.tool_words = row.tools if row.text else ""

    def is_same(self, row: ChatRow, drawn: ChatRow) -> bool:
        is_same_kind = self.kind_of(row) == self.kind_of(drawn)
        return is_same_kind and (row.id == drawn.id or drawn.is_growing)

    def kind_of(self, row: ChatRow) -> tuple[bool, bool, bool]:
        return row.is_mine, row.is_error, row.is_note
