"""Draws the settings hub."""

from app.ui.screens.settings.view_model import SettingsLine, SettingsState, SettingsViewModel
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.page import Page


class SettingsScreen(Page):
    def __init__(self, model: SettingsViewModel) -> None:
        self._model = model
        super().__init__(name="settings", title="Settings")
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def on_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: SettingsState) -> None:
        self.show([self._row(line) for line in state.lines])

    def _row(self, line: SettingsLine) -> ActionRow:
        return ActionRow(
            inset=0,
            wraps=True,
            icon=line.icon,
            text=line.title,
            detail=line.detail,
            trailing_icon="chevron-right",
            on_release=lambda _: self._model.on_open(line.screen),
        )
