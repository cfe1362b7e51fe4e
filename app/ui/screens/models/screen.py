"""Draws the models page: providers, their models with the default marked, and the way to add."""

from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.screens.models.view_model import (
    ModelLine,
    ModelsState,
    ModelsViewModel,
    ProviderGroup,
)
from app.ui.theme.fonts import marked
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.outlined_field import OutlinedField
from app.ui.widgets.page import Page, PageText
from app.ui.widgets.push_button import PushButton

load_kv(__file__, "screen.kv")


class ProviderHeading(MDBoxLayout):
    """Name and place of a provider, with what can be done about it."""

    def __init__(self, group: ProviderGroup) -> None:
        super().__init__()
        self.ids.name.text = marked(group.name)
        self.ids.place.text = marked(group.detail)


class ModelsScreen(Page):
    def __init__(self, model: ModelsViewModel) -> None:
        self._model = model
        super().__init__(name="models", title="Models")
        self._search = OutlinedField(label="Find a model", hint="Name or a part of it")
        self._search.bind(text=lambda _, words: model.search(words))
        self._add = PushButton(
            text="Add a model", kind="filled", on_release=lambda _: model.on_add()
        )
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def on_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: ModelsState) -> None:
        column = self.ids.column
        # The field stays where it is while somebody types in it.
        for widget in [child for child in column.children if child is not self._search]:
            column.remove_widget(widget)
        if not state.can_search:
            column.remove_widget(self._search)
        elif self._search.parent is None:
            column.add_widget(self._search)
        for widget in self._below_the_search(state):
            column.add_widget(widget)

    def _below_the_search(self, state: ModelsState) -> list[Widget]:
        shown: list[Widget] = [PageText(text="The default answers unless an agent has its own.")]
        if state.notice:
            icon = "alert-circle-outline" if state.is_problem else "check"
            shown.append(NoticeCard(text=state.notice, icon=icon, is_problem=state.is_problem))
        for group in state.groups:
            shown += self._group(group, state)
        return [*shown, self._add]

    def _group(self, group: ProviderGroup, state: ModelsState) -> list[Widget]:
        heading = ProviderHeading(group)
        if not group.is_built_in:
            refresh, edit = heading.ids.refresh, heading.ids.edit
            refresh.disabled = bool(state.refreshing)
            refresh.bind(on_release=lambda _: self._model.refresh_list(group.id))
            edit.bind(on_release=lambda _: self._model.on_edit(group.id))
        else:
            heading.remove_widget(heading.ids.refresh)
            heading.remove_widget(heading.ids.edit)
        rows: list[Widget] = [heading, *(self._row(line) for line in group.models)]
        if state.refreshing == group.id:
            rows.append(PageText(text="Asking for the list …"))
        if group.hidden:
            rows.append(PageText(text=f"{group.hidden:,} more: search to find them."))
        if not group.models and not state.searched:
            rows.append(PageText(text="No models are known yet. Refresh the list."))
        return rows

    def _row(self, line: ModelLine) -> ActionRow:
        return ActionRow(
            inset=0,
            wraps=True,
            icon="radiobox-marked" if line.is_default else "radiobox-blank",
            text=line.name,
            detail=line.detail,
            is_emphasised=line.is_default,
            on_release=lambda _: self._model.choose_default(line.choice),
        )
