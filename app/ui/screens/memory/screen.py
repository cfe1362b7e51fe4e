"""Draws the memory page: the long-term memory first, then the newest daily logs."""

from kivy.properties import StringProperty
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.label import MDLabel
from kivymd.uix.screen import MDScreen

from app.ui.screens.memory.view_model import MemoryPage, MemoryState, MemoryViewModel
from app.ui.theme.fonts import marked
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.top_bar import TopBar

__all__ = ["MemoryScreen", "TopBar"]

load_kv(__file__, "screen.kv")


class MemoryPageView(MDBoxLayout):
    """One file: a title, then its groups."""

    title = StringProperty()
    problem = StringProperty()

    def __init__(self, page: MemoryPage) -> None:
        super().__init__(title=page.title, problem=page.problem)
        for group in page.groups:
            self.add_widget(MemoryGroupHeading(text=marked(group.heading), markup=True))
            for line in group.lines:
                self.add_widget(MemoryLine(text=line))


class MemoryGroupHeading(MDLabel):
    """A section of the long-term memory, or when a conversation was and what about."""


class MemoryLine(MDBoxLayout):
    """One memory."""

    text = StringProperty()


class MemoryScreen(MDScreen):
    message = StringProperty()

    def __init__(self, model: MemoryViewModel) -> None:
        self._model = model
        super().__init__(name="memory")
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def go_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: MemoryState) -> None:
        self.message = _message(state)
        self.ids.pages.clear_widgets()
        for page in state.pages:
            self.ids.pages.add_widget(MemoryPageView(page))


def _message(state: MemoryState) -> str:
    if state.notice:
        return state.notice
    if state.is_loading:
        return "Reading …"
    return "" if state.pages else "Nothing is remembered yet. Talk to me, then leave the app."
