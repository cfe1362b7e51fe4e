"""Draws the Search tab: a field, chips for the sources, results with the words marked."""

from functools import partial

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.relativelayout import MDRelativeLayout

from app.contracts.search import MemorySource
from app.ui.forgetting import ForgettingViewModel
from app.ui.screens.memory_search.times import ANY_TIME
from app.ui.screens.memory_search.view_model import (
    MemorySearchViewModel,
    ResultRow,
    SearchState,
)
from app.ui.theme.fonts import marked
from app.ui.widgets.choice_chip import ChoiceChip
from app.ui.widgets.choice_sheet import Choice, open_choices
from app.ui.widgets.forget_question import ForgetQuestion
from app.ui.widgets.growing_list import GrowingList
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.marked_label import MarkedLabel
from app.ui.widgets.notice_bar import NoticeBar
from app.ui.widgets.overlay import BottomSheet
from app.ui.widgets.plain_field import PlainField
from app.ui.widgets.top_bar import TouchIconButton

__all__ = [
    "GrowingList", "MarkedLabel", "NoticeBar", "PlainField", "SearchPanel", "TouchIconButton",
]  # fmt: skip

load_kv(__file__, "screen.kv")

CHIPS = (
    ("All sources", None),
    ("Long-term", MemorySource.LONG_TERM),
    ("Daily logs", MemorySource.DAILY_LOG),
    ("Chats", MemorySource.SESSION),
)
ICONS = {
    MemorySource.LONG_TERM: "brain",
    MemorySource.DAILY_LOG: "calendar-text-outline",
    MemorySource.SESSION: "message-outline",
}


class ResultView(ButtonBehavior, MDBoxLayout):
    where = StringProperty()
    why = StringProperty()
    icon = StringProperty("blank")
    value = ObjectProperty(None, allownone=True)

    def show(self, value: tuple[MemorySearchViewModel, ResultRow, ForgettingViewModel]) -> None:
        self.value = value
        _, row, _ = value
        self.where, self.why, self.icon = row.where, marked(row.why), ICONS[row.hit.source]
        self.ids.words.show(row.pieces)

    def on_release(self) -> None:
        model, row, _ = self.value
        model.open(row)

    def open_menu(self) -> None:
        model, row, forgetting = self.value
        choices = (
            Choice("open-in-new", "Open", partial(model.open, row)),
            Choice("eraser", "Forget for good", partial(forgetting.ask, row.hit.text)),
        )
        open_choices(self, choices, detail="".join(piece.text for piece in row.pieces))


class SearchPanel(MDRelativeLayout):
    message = StringProperty()

    def __init__(self, model: MemorySearchViewModel, forgetting: ForgettingViewModel) -> None:
        self._model = model
        self._forgetting = forgetting
        super().__init__()
        self._time = ChoiceChip(icon="calendar-range", on_release=lambda _: model.ask_for_time())
        self.ids.chips.add_widget(self._time)
        self._times: BottomSheet | None = None
        self._chips = {source: ChoiceChip(text=text) for text, source in CHIPS}
        for source, chip in self._chips.items():
            chip.bind(on_release=partial(self._choose, source))
            self.ids.chips.add_widget(chip)
        model.observable.subscribe(self._draw)
        self._question = ForgetQuestion(forgetting, self, self.ids.notice)

    def typed(self, words: str) -> None:
        self._model.typed(words)

    def clear(self) -> None:
        self.ids.field.text = ""

    def _choose(self, source: MemorySource | None, _chip: ChoiceChip) -> None:
        self._model.choose_source(source)

    def _draw(self, state: SearchState) -> None:
        for source, chip in self._chips.items():
            chip.is_chosen = source is state.source
        self._time.text, self._time.is_chosen = state.time.name, state.time is not ANY_TIME
        if self.ids.field.text.strip() != state.words.strip():
            self.ids.field.text = state.words
        self._draw_times(state)
        is_first_search = state.is_searching and not state.rows
        self.message = "Searching …" if is_first_search else state.message
        self.ids.results.fill(
            [(ResultView, (self._model, row, self._forgetting)) for row in state.rows]
        )

    def _draw_times(self, state: SearchState) -> None:
        if not state.times:
            if self._times is not None:
                self._times.close()
                self._times = None
        elif self._times is None:
            choices = [
                Choice(
                    "calendar-range",
                    time.name,
                    partial(self._model.choose_time, time),
                    detail=time.detail,
                    is_current=time == state.time,
                )
                for time in state.times
            ]
            self._times = open_choices(self, choices, title="When")
            self._times.bind(on_dismiss=lambda _: self._model.choose_time(None))
