"""The memory page: which tab is shown, and the ways out of it. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from app.ui.observable_state import ObservableState


class MemoryTab(StrEnum):
    LONG_TERM = "Long-term"
    LOGS = "Daily logs"
    SEARCH = "Search"
    FILES = "Files"
    STATS = "Stats"


@dataclass(frozen=True, slots=True)
class MemoryState:
    tab: MemoryTab = MemoryTab.LONG_TERM


class MemoryViewModel:
    """`refreshers` read again what a tab shows."""

    def __init__(self, refreshers: dict[MemoryTab, Callable[[], None]]) -> None:
        self._refreshers = refreshers
        self.on_back: Callable[[], None] = lambda: None
        self.on_history: Callable[[], None] = lambda: None
        self.on_edit_as_text: Callable[[], None] = lambda: None
        self.on_export: Callable[[], None] = lambda: None
        self.on_import: Callable[[], None] = lambda: None
        self.on_settings: Callable[[], None] = lambda: None
        self.observable = ObservableState(MemoryState())

    @property
    def state(self) -> MemoryState:
        return self.observable.state

    def choose(self, tab: MemoryTab) -> None:
        self.observable.update(replace(self.state, tab=tab))
        self.refresh()

    def refresh(self) -> None:
        self._refreshers[self.state.tab]()
