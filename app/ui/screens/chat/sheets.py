"""The sheets of the chat: its words to choose from, its memories, who answers."""

# pyright: basic
# Kivy and KivyMD carry no types.

from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.widget import Widget

from app.chat.speakers import Speaker
from app.contracts.search import MemorySource
from app.ui.screens.chat.memory_sheet import MemoryRow, MemorySheetViewModel, SheetState
from app.ui.widgets.choice_sheet import Choice, open_choices
from app.ui.widgets.forget_question import ask_to_forget
from app.ui.widgets.memory_card import MemoryCard
from app.ui.widgets.note_row import NoteRow
from app.ui.widgets.overlay import BottomSheet, ConfirmDialog
from app.ui.widgets.plain_field import PlainField

ICONS = {
    MemorySource.LONG_TERM.value: "brain",
    MemorySource.DAILY_LOG.value: "calendar-text-outline",
    MemorySource.SESSION.value: "message-outline",
}


def open_selection(over: Widget, text: str) -> BottomSheet:
    """The message in a field that only gives: a person marks what they want and copies it."""
    sheet = BottomSheet(title="Select text")
    field = PlainField(text=text, readonly=True)
    sheet.add_content(field)

    def copy() -> None:
        if not field.selection_text:
            field.select_all()
        field.copy()
        sheet.close()

    sheet.add_action("Copy", "filled", copy)
    sheet.add_action("Close", "text", sheet.close)
    sheet.open_over(over)
    return sheet


def open_agents(
    over: Widget,
    choices: Sequence[Speaker],
    current: str,
    chosen: Callable[[Speaker | None], None],
) -> BottomSheet:
    sheet = open_choices(
        over,
        [
            Choice(
                "account-circle-outline",
                speaker.name,
                partial(chosen, speaker),
                detail=speaker.model,
                is_current=speaker.id == current,
            )
            for speaker in choices
        ],
        title="Who answers",
        detail="From your next message on, in this chat.",
    )
    sheet.bind(on_dismiss=lambda _: chosen(None))
    return sheet


class MemorySheet:
    """Follows the sheet's state: opens with the first rows, asks before anything is forgotten."""

    def __init__(self, model: MemorySheetViewModel, over: Widget) -> None:
        self._model = model
        self._over = over
        self._sheet: BottomSheet | None = None
        self._question: ConfirmDialog | None = None
        self._drawn: tuple[MemoryRow, ...] = ()
        self._message = NoteRow()
        model.observable.subscribe(self._draw)

    def _draw(self, state: SheetState) -> None:
        if not state.rows and not state.message:
            self._close()
            return
        if self._sheet is None:
            self._sheet = BottomSheet()
            self._sheet.bind(on_dismiss=lambda _: self._model.close())
            self._sheet.open_over(self._over)
        self._sheet.title, self._sheet.note = state.title, state.detail
        if state.rows != self._drawn or self._message.parent is None:
            self._fill(self._sheet, state)
        for card in self._sheet.ids.content.children:
            if isinstance(card, MemoryCard):
                card.is_working = state.is_working
        self._message.text = state.message
        self._ask(state.question)

    def _fill(self, sheet: BottomSheet, state: SheetState) -> None:
        sheet.ids.content.clear_widgets()
        sheet.add_content(self._message)
        for row in state.rows:
            sheet.add_content(self._card(row))
        self._drawn = state.rows

    def _card(self, row: MemoryRow) -> MemoryCard:
        card = MemoryCard(
            where=row.where,
            why=row.why,
            icon=ICONS.get(row.memory.source, "brain"),
            keyword=row.keyword,
            meaning=row.meaning,
            on_open=lambda _: self._model.open(row),
            on_forget=lambda _: self._model.ask_to_forget(row),
        )
        card.ids.words.show(row.pieces)
        return card

    def _ask(self, lines: tuple[str, ...]) -> None:
        if not lines or self._question is not None:
            return
        self._question = ask_to_forget(self._over, lines, self._answered)

    def _answered(self, is_yes: bool) -> None:
        self._question = None
        self._model.answer(is_yes=is_yes)

    def _close(self) -> None:
        if self._sheet is not None:
            self._sheet.close()
        self._sheet, self._drawn = None, ()
        if self._message.parent is not None:
            self._message.parent.remove_widget(self._message)
