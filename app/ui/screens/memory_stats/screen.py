"""Draws the Stats tab. Looks again every two seconds while it is on the screen."""

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.scrollview import MDScrollView

from app.memory.memory_statistics import MonthGrowth
from app.ui.screens.memory_stats.view_model import Figure, JobRow, StatsState, StatsViewModel
from app.ui.theme.fonts import marked
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.push_button import PushButton

__all__ = ["PushButton", "StatsPanel"]

load_kv(__file__, "screen.kv")

LOOK_SECONDS = 2


class FigureCard(MDBoxLayout):
    value = StringProperty()
    meaning = StringProperty()


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

    def __init__(self, model: StatsViewModel) -> None:
        self._model = model
        super().__init__()
        model.observable.subscribe(self._draw)

    def on_parent(self, _widget: object, parent: object) -> None:
        Clock.unschedule(self._look)
        if parent is not None:
            Clock.schedule_interval(self._look, LOOK_SECONDS)

    def rebuild(self) -> None:
        self._model.rebuild_index()

    def export(self) -> None:
        self._model.on_export()

    def take_in(self) -> None:
        self._model.on_import()

    def _look(self, _elapsed: float) -> None:
        if self.get_root_window() is not None:
            self._model.refresh()

    def _draw(self, state: StatsState) -> None:
        self.message = _message(state)
        self.has_growth = bool(state.growth)
        self.is_rebuilding = state.rebuild is not None and not state.rebuild.has_failed
        self._draw_figures(state.figures)
        self._draw_growth(state.growth)
        self._draw_rows(state)

    def _draw_figures(self, figures: tuple[Figure, ...]) -> None:
        self.ids.figures.clear_widgets()
        for figure in figures:
            self.ids.figures.add_widget(FigureCard(value=figure.value, meaning=figure.meaning))

    def _draw_growth(self, growth: tuple[MonthGrowth, ...]) -> None:
        self.ids.bars.clear_widgets()
        largest = max((month.size for month in growth), default=0) or 1
        for month in growth:
            bar = GrowthBar(share=month.size / largest, is_last=month is growth[-1])
            self.ids.bars.add_widget(bar)

    def _draw_rows(self, state: StatsState) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        if state.is_loading or not state.figures:
            return
        rows.add_widget(StatusRow(text="Found by meaning", detail=state.understood))
        rows.add_widget(
            StatusRow(icon="clock-outline", text="Last written", detail=state.last_written)
        )
        for row in (*state.jobs, *((state.rebuild,) if state.rebuild else ())):
            rows.add_widget(self._job(row))

    def _job(self, row: JobRow) -> StatusRow:
        icon = "alert-circle-outline" if row.has_failed else "progress-clock"
        view = StatusRow(icon=icon, text=row.text, detail=marked(row.detail), is_bad=row.has_failed)
        if row.can_retry:
            retry = PushButton(text="Retry", pos_hint={"center_y": 0.5})
            retry.bind(on_release=lambda _: self._model.retry(row))
            view.add_widget(retry)
        return view


def _message(state: StatsState) -> str:
    if state.problem:
        return state.problem
    return "Counting …" if state.is_loading else state.advice
