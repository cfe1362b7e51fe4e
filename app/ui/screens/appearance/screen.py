"""Draws the appearance page."""

from kivy.uix.widget import Widget

from app.ui.screens.appearance.view_model import (
    LARGEST_SCALE,
    SMALLEST_SCALE,
    AppearanceMode,
    AppearanceState,
    AppearanceViewModel,
)
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.page import Page, PageHeading, PageText
from app.ui.widgets.stepper_row import StepperRow

MODES = (
    (AppearanceMode.LIGHT, "white-balance-sunny", "Light"),
    (AppearanceMode.DARK, "weather-night", "Dark"),
    (AppearanceMode.SYSTEM, "theme-light-dark", "As the system is"),
)


class AppearanceScreen(Page):
    def __init__(self, model: AppearanceViewModel) -> None:
        self._model = model
        super().__init__(name="appearance", title="Appearance")
        model.observable.subscribe(self._draw)

    def on_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: AppearanceState) -> None:
        shown: list[Widget] = [PageHeading(text="Colours")]
        if state.notice:
            shown.append(NoticeCard(text=state.notice))
        shown += [self._mode(mode, icon, words, state) for mode, icon, words in MODES]
        size = StepperRow(
            text="Size of text",
            value=f"{state.font_scale:.0%}",
            can_less=state.font_scale > SMALLEST_SCALE,
            can_more=state.font_scale < LARGEST_SCALE,
        )
        size.bind(on_less=lambda _: self._model.smaller(), on_more=lambda _: self._model.larger())
        self.show([*shown, PageHeading(text="Text"), size, PageText(text="This is how it reads.")])

    def _mode(
        self, mode: AppearanceMode, icon: str, words: str, state: AppearanceState
    ) -> ActionRow:
        return ActionRow(
            inset=0,
            wraps=True,
            icon=icon,
            text=words,
            trailing_icon="check" if state.mode is mode else "",
            on_release=lambda _: self._model.choose_mode(mode),
        )
