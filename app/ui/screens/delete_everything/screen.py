"""Draws the page on which everything can be deleted."""

from app.memory.delete_everything import WORD
from app.ui.screens.delete_everything.view_model import (
    DeleteEverythingState,
    DeleteEverythingViewModel,
)
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.outlined_field import OutlinedField
from app.ui.widgets.page import Page, PageHeading, PageText
from app.ui.widgets.push_button import PushButton
from app.ui.widgets.switch_row import SwitchRow

WHAT_GOES = (
    "All chats, long-term memory, daily logs and your files, with every earlier version; the "
    "search index, drafts, and what was exported to this app’s folder."
)
WHAT_STAYS = "Agents, models and settings. Copies that you saved elsewhere."
WARNING = "This cannot be undone. Export your memory first if you may want it back."


class DeleteEverythingScreen(Page):
    def __init__(self, model: DeleteEverythingViewModel) -> None:
        self._model = model
        super().__init__(name="delete_everything", title="Delete everything")
        self._keys = SwitchRow(
            text="Delete API keys too", detail="You would have to enter them again."
        )
        self._keys.bind(on_switch=lambda _, on: model.choose_keys(takes_keys=on))
        self._field = OutlinedField(label=f"Type “{WORD}” to confirm")
        self._field.bind(text=lambda _, words: model.typed(words))
        self._problem = NoticeCard()
        self._delete = PushButton(
            text="Delete everything", kind="danger_filled", on_release=lambda _: model.delete()
        )
        self._cancel = PushButton(text="Cancel", on_release=lambda _: model.on_back())
        self.show(
            [
                PageHeading(text="What goes"),
                PageText(text=WHAT_GOES),
                PageHeading(text="What stays"),
                PageText(text=WHAT_STAYS),
                self._keys,
                NoticeCard(text=WARNING),
                self._field,
            ],
            [self._delete, self._cancel],
        )
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._field.text = ""
        self._model.open()

    def on_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: DeleteEverythingState) -> None:
        self._keys.is_on = state.takes_keys
        self._delete.disabled = not state.can_delete
        column = self.ids.column
        column.remove_widget(self._problem)
        if state.problem:
            self._problem.text = state.problem
            column.add_widget(self._problem)
