"""Draws the memory page: the long-term memory first, then the newest daily logs."""

from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.screen import MDScreen

from app.ui.screens.memory.view_model import MemoryState, MemoryViewModel
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.top_bar import TopBar

__all__ = ["MemoryScreen", "TopBar"]

load_kv(__file__, "screen.kv")


class MemoryFileView(MDBoxLayout):
    """One file, as it stands on disk."""

    title = StringProperty()
    text = StringProperty()
    is_problem = BooleanProperty(False)


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
            view = MemoryFileView(
                title=page.title, text=page.problem or page.text, is_problem=bool(page.problem)
            )
            self.ids.pages.add_widget(view)


def _message(state: MemoryState) -> str:
    if state.notice:
        return state.notice
    if state.is_loading:
        return "Reading …"
    return "" if state.pages else "Nothing is remembered yet. Talk to me, then leave the app."
