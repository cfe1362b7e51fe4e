"""Draws Compact now over the Long-term tab: progress, then a sheet with what would change."""

# pyright: basic
# Kivy and KivyMD carry no types.

from kivy.clock import Clock
from kivy.uix.widget import Widget

from app.ui.notices import Notice
from app.ui.screens.memory_long_term.tidy import TidyState, TidyStep, TidyViewModel
from app.ui.widgets.diff_lines import DiffLines
from app.ui.widgets.notice_bar import NoticeBar
from app.ui.widgets.overlay import BottomSheet
from app.ui.widgets.page import SheetText
from app.ui.widgets.progress_card import ProgressCard

LOOK_SECONDS = 0.4
MOST_REASONS = 12


class TidyView:
    """`place` takes the progress, `notice` what came of it."""

    def __init__(
        self, model: TidyViewModel, over: Widget, place: Widget, notice: NoticeBar
    ) -> None:
        self._model = model
        self._over = over
        self._place = place
        self._notice = notice
        self._told: Notice | None = model.state.notice
        self._card: ProgressCard | None = None
        self._sheet: BottomSheet | None = None
        self._looking = Clock.create_trigger(lambda _: model.look(), LOOK_SECONDS, interval=True)
        model.observable.subscribe(self._draw)

    def _draw(self, state: TidyState) -> None:
        self._draw_progress(state)
        self._draw_sheet(state)
        if state.notice is not self._told:
            self._told = state.notice
            self._notice.show(state.notice, self._model.undo)

    def _draw_progress(self, state: TidyState) -> None:
        if state.step not in (TidyStep.LOOKING, TidyStep.APPLYING):
            self._looking.cancel()
            self._place.clear_widgets()
            self._card = None
            return
        if self._card is None:
            self._card = ProgressCard()
            self._card.bind(on_cancel=lambda _: self._model.cancel())
            self._place.add_widget(self._card)
        is_looking = state.step is TidyStep.LOOKING
        if is_looking and not self._looking.is_triggered:
            self._looking()
        done, total = state.progress.done, state.progress.total
        self._card.text = "Looking for what can be tidied …" if is_looking else "Tidying …"
        self._card.detail = f"part {done + 1} of {total}" if total > 1 else ""
        self._card.share = state.progress.share
        self._card.can_cancel = is_looking

    def _draw_sheet(self, state: TidyState) -> None:
        if state.step is not TidyStep.SHOWN:
            if self._sheet is not None:
                self._sheet.close()
                self._sheet = None
            return
        if self._sheet is None:
            self._sheet = self._open(state)

    def _open(self, state: TidyState) -> BottomSheet:
        sheet = BottomSheet(title="Compact memory", detail=state.summary)
        if state.note:
            sheet.add_content(SheetText(text=state.note))
        lines = DiffLines()
        lines.show(state.lines)
        sheet.add_content(lines)
        for reason in state.reasons[:MOST_REASONS]:
            sheet.add_content(SheetText(text=reason))
        left = len(state.reasons) - MOST_REASONS
        if left > 0:
            sheet.add_content(SheetText(text=f"… and {left} more reasons"))
        sheet.add_action("Apply", "filled", self._model.apply)
        sheet.add_action("Cancel", "text", self._model.cancel)
        sheet.bind(on_dismiss=lambda _: self._model.cancel())
        sheet.open_over(self._over)
        return sheet
