"""Draws one agent: name, instructions, model."""

from kivy.metrics import dp
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.contracts.agents import LONGEST_AGENT_NAME, LONGEST_AGENT_PROMPT
from app.ui.screens.edit_agent.view_model import (
    EditAgentState,
    EditAgentViewModel,
    ModelOption,
)
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.outlined_field import OutlinedField
from app.ui.widgets.page import Page, PageHeading, PageText
from app.ui.widgets.push_button import PushButton

MOST_OPTIONS = 30
PROMPT_LINES = 9


class EditAgentScreen(Page):
    def __init__(self, model: EditAgentViewModel) -> None:
        self._model = model
        self._drawn_options: tuple[object, ...] = ()
        super().__init__(name="edit_agent")
        self._name = OutlinedField(label="Name")
        self._prompt = OutlinedField(label="Instructions", is_multiline=True, lines=PROMPT_LINES)
        self._count = PageText()
        self._problem, self._models, self._removal = (_column() for _ in range(3))
        self._save = PushButton(text="Save", kind="filled", on_release=lambda _: model.save())
        self._clone = PushButton(text="Make a copy", kind="outlined")
        self._clone.bind(on_release=lambda _: model.clone(model.state.agent_id))
        self._buttons = MDBoxLayout(adaptive_height=True, spacing=dp(8))
        self.show(
            [
                self._name,
                self._prompt,
                self._count,
                self._problem,
                self._buttons,
                self._models,
                self._removal,
            ]
        )
        self._name.bind(text=lambda _, text: model.type_name(text))
        self._prompt.bind(text=lambda _, text: model.type_prompt(text))
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self.ids.scroll.scroll_y = 1

    def on_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: EditAgentState) -> None:
        self.title = "Agent" if state.agent_id else "New agent"
        self._name.put(state.name)
        self._prompt.put(state.prompt)
        self._name.is_read_only = self._prompt.is_read_only = state.is_read_only
        name, prompt = len(state.name.strip()), len(state.prompt)
        self._count.text = (
            "Built in: it can be read and copied, not changed."
            if state.is_read_only
            else f"Name {name} of {LONGEST_AGENT_NAME}, instructions {prompt:,} of "
            f"{LONGEST_AGENT_PROMPT:,} characters"
        )
        self._problem.clear_widgets()
        if state.problem:
            self._problem.add_widget(NoticeCard(text=state.problem))
        self._draw_buttons(state)
        self._draw_models(state)
        self._draw_removal(state)

    def _draw_buttons(self, state: EditAgentState) -> None:
        self._save.disabled = not state.can_save
        self._buttons.clear_widgets()
        if state.agent_id:
            self._buttons.add_widget(self._clone)
        self._buttons.add_widget(Widget(size_hint_y=None, height=dp(48)))
        if not state.is_read_only:
            self._buttons.add_widget(self._save)

    def _draw_models(self, state: EditAgentState) -> None:
        wanted = (state.options, state.model, state.is_read_only)
        if wanted == self._drawn_options:
            return
        self._drawn_options = wanted
        self._models.clear_widgets()
        self._models.add_widget(PageHeading(text="Model"))
        chosen = [option for option in state.options if option.choice == state.model]
        others = [option for option in state.options if option.choice != state.model]
        for option in sorted((chosen + others)[:MOST_OPTIONS], key=state.options.index):
            self._models.add_widget(self._option(option, state))

    def _option(self, option: ModelOption, state: EditAgentState) -> ActionRow:
        return ActionRow(
            inset=0,
            icon="radiobox-marked" if option.choice == state.model else "radiobox-blank",
            text=option.name,
            disabled=state.is_read_only,
            on_release=lambda _: self._model.choose_model(option.choice),
        )

    def _draw_removal(self, state: EditAgentState) -> None:
        self._removal.clear_widgets()
        if not state.agent_id or state.is_read_only:
            return
        if not state.asks_delete:
            remove = PushButton(text="Delete this agent", kind="danger")
            remove.bind(on_release=lambda _: self._model.ask_delete(asks=True))
            self._removal.add_widget(remove)
            return
        words = f"Delete {state.name}? Its conversations go on with the General Assistant."
        line = MDBoxLayout(adaptive_height=True)
        keep = PushButton(text="Keep", kind="outlined")
        keep.bind(on_release=lambda _: self._model.ask_delete(asks=False))
        delete = PushButton(text="Delete", kind="danger")
        delete.bind(on_release=lambda _: self._model.delete())
        for widget in (keep, Widget(size_hint_y=None, height=dp(48)), delete):
            line.add_widget(widget)
        self._removal.add_widget(NoticeCard(text=words, icon="delete-outline"))
        self._removal.add_widget(line)


def _column() -> MDBoxLayout:
    return MDBoxLayout(orientation="vertical", adaptive_height=True, spacing=dp(4))
