"""The pages of memory: their view models, their screens, and the ways between them."""

from collections.abc import Callable
from dataclasses import dataclass

from kivy.uix.widget import Widget

from app.contracts.search import MemoryHit, MemorySource
from app.ui.forgetting import ForgettingViewModel
from app.ui.navigation import Navigation
from app.ui.screens.history.screen import HistoryScreen
from app.ui.screens.history.view_model import HistoryViewModel
from app.ui.screens.memory.screen import MemoryScreen
from app.ui.screens.memory.view_model import MemoryTab, MemoryViewModel
from app.ui.screens.memory_editor.screen import MemoryEditorScreen
from app.ui.screens.memory_editor.view_model import MemoryEditorViewModel
from app.ui.screens.memory_export.screen import MemoryExportScreen
from app.ui.screens.memory_export.view_model import ExportViewModel
from app.ui.screens.memory_files.screen import FilesPanel
from app.ui.screens.memory_files.view_model import FilesViewModel
from app.ui.screens.memory_import.screen import MemoryImportScreen
from app.ui.screens.memory_import.view_model import ImportViewModel
from app.ui.screens.memory_logs.screen import LogsPanel
from app.ui.screens.memory_logs.view_model import LogsViewModel
from app.ui.screens.memory_long_term.screen import LongTermPanel
from app.ui.screens.memory_long_term.tidy import TidyViewModel
from app.ui.screens.memory_long_term.view_model import LongTermViewModel
from app.ui.screens.memory_search.screen import SearchPanel
from app.ui.screens.memory_search.view_model import MemorySearchViewModel
from app.ui.screens.memory_stats.screen import StatsPanel
from app.ui.screens.memory_stats.view_model import StatsViewModel


@dataclass(frozen=True, slots=True)
class MemoryPages:
    memory: MemoryViewModel
    long_term: LongTermViewModel
    tidy: TidyViewModel
    forgetting: ForgettingViewModel
    editor: MemoryEditorViewModel
    logs: LogsViewModel
    search: MemorySearchViewModel
    files: FilesViewModel
    stats: StatsViewModel
    history: HistoryViewModel
    export: ExportViewModel
    take_in: ImportViewModel

    def refresh(self) -> None:
        self.memory.refresh()

    def app_left(self) -> None:
        """The process may be killed from now on."""
        self.editor.keep_draft()


def add_memory_screens(pages: MemoryPages, navigation: Navigation) -> None:
    panels: dict[MemoryTab, Callable[[], Widget]] = {
        MemoryTab.LONG_TERM: lambda: LongTermPanel(pages.long_term, pages.tidy, pages.forgetting),
        MemoryTab.LOGS: lambda: LogsPanel(pages.logs),
        MemoryTab.SEARCH: lambda: SearchPanel(pages.search, pages.forgetting),
        MemoryTab.FILES: lambda: FilesPanel(pages.files),
        MemoryTab.STATS: lambda: StatsPanel(pages.stats),
    }
    navigation.offer_screen("memory", lambda: MemoryScreen(pages.memory, panels))
    navigation.offer_screen("memory_text", lambda: MemoryEditorScreen(pages.editor))
    navigation.offer_screen("history", lambda: HistoryScreen(pages.history))
    navigation.offer_screen("memory_export", lambda: MemoryExportScreen(pages.export))
    navigation.offer_screen("memory_import", lambda: MemoryImportScreen(pages.take_in))
    pages.memory.on_settings = lambda: navigation.go("memory_settings")
    for page in (pages.stats, pages.memory):
        page.on_export = lambda: navigation.go("memory_export")
        page.on_import = lambda: navigation.go("memory_import")
    pages.export.on_back = navigation.back
    pages.take_in.on_back = navigation.back
    pages.tidy.on_tidied = pages.memory.refresh
    pages.forgetting.on_forgotten = pages.memory.refresh
    pages.memory.on_back = navigation.back
    pages.memory.on_history = lambda: navigation.go("history")
    for page in (pages.long_term, pages.memory):
        page.on_edit_as_text = lambda: navigation.go("memory_text")
    pages.editor.on_close = lambda: navigation.go("memory")
    pages.history.on_back = lambda: navigation.go("memory")
    pages.search.on_open = lambda hit: _open_found(pages, hit)


def _open_found(pages: MemoryPages, hit: MemoryHit) -> None:
    if hit.source is MemorySource.LONG_TERM:
        pages.memory.choose(MemoryTab.LONG_TERM)
    elif hit.source is MemorySource.DAILY_LOG and hit.date is not None:
        pages.logs.select(hit.date)
        pages.memory.choose(MemoryTab.LOGS)
