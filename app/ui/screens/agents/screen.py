"""Draws the agents page."""

from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.screens.agents.view_model import AgentLine, AgentsState, AgentsViewModel
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.page import Page, PageText
from app.ui.widgets.push_button import PushButton
from app.ui.widgets.top_bar import TouchIconButton


class AgentsScreen(Page):
    def __init__(self, model: AgentsViewModel) -> None:
        self._model = model
        super().__init__(name="agents", title="Agents")
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def on_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: AgentsState) -> None:
        words = "An agent has a name, instructions and, if you like, a model of its own."
        shown: list[Widget] = [PageText(text=words)]
        if state.notice:
            shown.append(NoticeCard(text=state.notice))
        shown += [self._row(line) for line in state.agents]
        shown.append(
            PushButton(
                text="New agent", kind="filled", on_release=lambda _: self._model.on_create()
            )
        )
        self.show(shown)

    def _row(self, line: AgentLine) -> MDBoxLayout:
        row = MDBoxLayout(adaptive_height=True)
        row.add_widget(
            ActionRow(
                inset=0,
                wraps=True,
                icon="shield-account-outline" if line.is_built_in else "account-voice",
                text=line.name,
                detail=line.detail,
                on_release=lambda _: self._model.on_open(line.id),
            )
        )
        copy = TouchIconButton(icon="content-copy", pos_hint={"center_y": 0.5})
        copy.bind(on_release=lambda _: self._model.on_clone(line.id))
        row.add_widget(copy)
        return row
