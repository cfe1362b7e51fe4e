"""Draws the settings of memory."""

from kivy.uix.widget import Widget

from app.ui.screens.memory_settings.view_model import (
    BUDGET_STEPS,
    MemorySettingsState,
    MemorySettingsViewModel,
    ToolLine,
)
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.page import Page, PageHeading
from app.ui.widgets.push_button import PushButton
from app.ui.widgets.stepper_row import StepperRow
from app.ui.widgets.switch_row import SwitchRow


class MemorySettingsScreen(Page):
    def __init__(self, model: MemorySettingsViewModel) -> None:
        self._model = model
        super().__init__(name="memory_settings", title="Memory")
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def on_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: MemorySettingsState) -> None:
        shown: list[Widget] = [NoticeCard(text=state.notice)] if state.notice else []
        self.show(
            [
                *shown,
                self._switch(
                    "Memory",
                    "Off: nothing is saved from new conversations and nothing is used",
                    self._model.switch_memory,
                    is_on=state.is_enabled,
                ),
                self._budget(state),
                self._switch(
                    "Past conversations in prompts",
                    "What was said before may fill what other memories leave room for",
                    self._model.switch_sessions,
                    is_on=state.injects_sessions,
                    is_disabled=not state.is_enabled,
                ),
                self._switch(
                    "Spare my data plan",
                    "Logs and tidying by an online model wait for a network without a data limit",
                    self._model.switch_unmetered_only,
                    is_on=state.unmetered_only,
                    is_disabled=not state.is_enabled,
                ),
                PushButton(
                    text="See what is remembered",
                    kind="outlined",
                    on_release=lambda _: self._model.on_open_memory(),
                ),
                PageHeading(text="What the assistant may do by itself"),
                *(self._tool(line) for line in state.tools),
            ]
        )

    def _budget(self, state: MemorySettingsState) -> StepperRow:
        row = StepperRow(
            text="Room for memories",
            detail="Tokens of each prompt",
            value=f"{state.token_budget:,}",
            can_less=state.is_enabled and state.token_budget > BUDGET_STEPS[0],
            can_more=state.is_enabled and state.token_budget < BUDGET_STEPS[-1],
        )
        row.bind(
            on_less=lambda _: self._model.less_budget(), on_more=lambda _: self._model.more_budget()
        )
        return row

    def _tool(self, line: ToolLine) -> SwitchRow:
        row = SwitchRow(
            text=line.words,
            detail="Off while memory is off" if line.waits_for_memory else "",
            is_on=line.is_on and not line.waits_for_memory,
            disabled=line.waits_for_memory,
        )
        row.bind(on_switch=lambda _, is_on: self._model.switch_tool(line.name, is_on=is_on))
        return row

    def _switch(
        self, text: str, detail: str, switch: object, *, is_on: bool, is_disabled: bool = False
    ) -> SwitchRow:
        row = SwitchRow(text=text, detail=detail, is_on=is_on, disabled=is_disabled)
        row.bind(on_switch=lambda _, wanted: switch(is_on=wanted))
        return row
