"""Draws the Stats tab. Looks again every two seconds while it is on the screen."""

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.scrollview import MDScrollView

from app.memory.memory_statistics import MonthGrowth
from app.ui.screens.memory_stats.view_model import Figure, JobRow, StatsState, StatsViewModel
from app.ui.theme.fonts import marked
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.progress_card import ProgressCard
from app.ui.widgets.push_button import PushButton

__all__ = ["PushButton", "StatsPanel"]

load_kv(__file__, "screen.kv")

LOOK_SECONDS = 2
AT_WORK_SECONDS = 0.7


class FigureCard(MDBoxLayout):
    value = StringProperty()
    meaning = StringProperty()


def level(row: Sequence[FigureCard]) -> None:
    """All cards of a row are as high as the highest, whatever becomes of their words."""

    def follow(*_change: object) -> None:
        height = max(card.minimum_height for card in row)
        for card in row:
            card.height = height

    for card in row:
        card.bind(minimum_height=follow)
    follow()


class GrowthBar(Widget):
    share = NumericProperty(0)
    is_last = BooleanProperty(False)


class StatusRow(MDBoxLayout):
    icon = StringProperty("check-circle-outline")
    text = StringProperty()
    detail = StringProperty()
    is_bad = BooleanProperty(False)


class StatsPanel(MDScrollView):
    message = StringProperty()
    has_growth = BooleanProperty(False)
    is_rebuilding = BooleanProperty(False)
    has_rows = BooleanProperty(False)

    def __init__(self, model: StatsViewModel) -> None:
        self._model = model
        self._card: ProgressCard | None = None
        self._drawn = StatsState()
        self._looking = Clock.create_trigger(self._look, LOOK_SECONDS, interval=True)
        super().__init__()
        model.observable.subscribe(self._draw)

    def on_parent(self, _widget: object, parent: object) -> None:
        self._looking.cancel()
        if parent is not None:
            self._looking()

    def rebuild(self) -> None:
        self._model.rebuild_index()

    def export(self) -> None:
        self._model.on_export()

    def take_in(self) -> None:
        self._model.on_import()

    def delete_everything(self) -> None:
        self._model.on_delete_everything()

    def _look(self, _elapsed: float) -> None:
        if self.get_root_window() is not None:
            self._model.refresh()

    def _draw(self, state: StatsState) -> None:
        before, self._drawn = self._drawn, state
        self.message = _message(state)
        self.has_growth = bool(state.growth)
        self._draw_rebuild(state)
        # What stays as it was keeps its widgets: a finger may be on one of them.
        if state.figures != before.figures:
            self._draw_figures(state.figures)
        if state.growth != before.growth:
            self._draw_growth(state.growth)
        if _told(state) != _told(before):
            self._draw_rows(state)

    def _draw_rebuild(self, state: StatsState) -> None:
        row, place = state.rebuild, self.ids.rebuilding
        self.is_rebuilding = row is not None and not row.can_retry
        if not self.is_rebuilding:
            if self._card is not None:
                place.remove_widget(self._card)
                self._card = None
                self._looking.timeout = LOOK_SECONDS
            return
        if self._card is None:
            self._card = ProgressCard()
            self._card.bind(on_cancel=lambda _: self._model.cancel_rebuild())
            place.add_widget(self._card)
            self._looking.timeout = AT_WORK_SECONDS
        done, total = state.rebuilt.done, state.rebuilt.total
        self._card.text = "Stopping …" if state.is_stopping else "Rebuilding the index"
        self._card.detail = f"{done:,} of {total:,}" if total else row.detail
        self._card.share = state.rebuilt.share
        self._card.can_cancel = not state.is_stopping

    def _draw_figures(self, figures: tuple[Figure, ...]) -> None:
        self.ids.figures.clear_widgets()
        cards = [FigureCard(value=figure.value, meaning=figure.meaning) for figure in figures]
        for start in range(0, len(cards), 2):
            level(cards[start : start + 2])
        for card in cards:
            self.ids.figures.add_widget(card)

    def _draw_growth(self, growth: tuple[MonthGrowth, ...]) -> None:
        self.ids.bars.clear_widgets()
        largest = max((month.size for month in growth), default=0) or 1
        for month in growth:
            bar = GrowthBar(share=month.size / largest, is_last=month is growth[-1])
            self.ids.bars.add_widget(bar)

    def _draw_rows(self, state: StatsState) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        self.has_rows = not state.is_loading and bool(state.figures)
        if not self.has_rows:
            return
        rows.add_widget(
            StatusRow(
                icon=_model_icon(state),
                text="Search by meaning",
                detail=state.understood,
                is_bad=state.is_model_bad,
            )
        )
        rows.add_widget(
            StatusRow(icon="clock-outline", text="Last written", detail=state.last_written)
        )
        for row in _listed(state):
            rows.add_widget(self._job(row))

    def _job(self, row: JobRow) -> StatusRow:
        icon = "alert-circle-outline" if row.has_failed else "progress-clock"
        view = StatusRow(icon=icon, text=row.text, detail=marked(row.detail), is_bad=row.has_failed)
        if row.can_retry:
            retry = PushButton(text="Retry", pos_hint={"center_y": 0.5})
            retry.bind(on_release=lambda _: self._model.retry(row))
            view.add_widget(retry)
        return view


def _model_icon(state: StatsState) -> str:
    if state.is_model_bad:
        return "alert-circle-outline"
    return "check-circle-outline" if state.is_all_understood else "progress-clock"


def _listed(state: StatsState) -> tuple[JobRow, ...]:
    """A rebuild that goes on has its own card; one that failed is told like any other work."""
    failed = (state.rebuild,) if state.rebuild and state.rebuild.can_retry else ()
    return (*state.jobs, *failed)


def _told(state: StatsState) -> tuple[object, ...]:
    return (
        bool(state.figures), state.understood, _model_icon(state), state.last_written,
        _listed(state),
    )  # fmt: skip


def _message(state: StatsState) -> str:
    if state.problem:
        return state.problem
    return "Counting …" if state.is_loading else state.advice
