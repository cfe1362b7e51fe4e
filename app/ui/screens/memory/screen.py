"""The memory page: a top bar, tabs, and the panel of the chosen one, built when first chosen."""

from collections.abc import Callable, Mapping

from kivy.uix.widget import Widget
from kivymd.uix.screen import MDScreen

from app.ui.screens.memory.view_model import MemoryState, MemoryTab, MemoryViewModel
from app.ui.widgets.choice_sheet import Choice, open_choices
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.overlay import close_top_overlay
from app.ui.widgets.tab_bar import TabBar
from app.ui.widgets.top_bar import TopBar

__all__ = ["MemoryScreen", "TabBar", "TopBar"]

load_kv(__file__, "screen.kv")


class MemoryScreen(MDScreen):
    def __init__(
        self, model: MemoryViewModel, panels: Mapping[MemoryTab, Callable[[], Widget]]
    ) -> None:
        self._model = model
        self._build = panels
        self._panels: dict[MemoryTab, Widget] = {}
        super().__init__(name="memory")
        self.ids.tabs.names = [str(tab) for tab in MemoryTab]
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def choose(self, name: str) -> None:
        self._model.choose(MemoryTab(name))

    def go_back(self) -> None:
        self._model.on_back()

    def open_history(self) -> None:
        self._model.on_history()

    def open_menu(self) -> None:
        model = self._model
        choices = (
            Choice("pencil-outline", "Edit as text", model.on_edit_as_text),
            Choice("export-variant", "Export", model.on_export),
            Choice("import", "Import", model.on_import),
            Choice("cog-outline", "Memory settings", model.on_settings),
        )
        open_choices(self, choices)

    def take_back(self) -> bool:
        """Back closes what lies over the page first."""
        return close_top_overlay(self)

    def _draw(self, state: MemoryState) -> None:
        self.ids.tabs.selected = str(state.tab)
        panel = self._panels.get(state.tab) or self._panels.setdefault(
            state.tab, self._build[state.tab]()
        )
        if panel.parent is None:
            self.ids.panel.clear_widgets()
            self.ids.panel.add_widget(panel)
