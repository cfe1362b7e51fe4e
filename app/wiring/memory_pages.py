"""Builds the view models of the memory pages of the UI process."""

from app.contracts.engine_link import EngineControl, EngineQuestions
from app.contracts.memory_files import WriteObserver
from app.contracts.search import MemorySearch
from app.device.desktop_sharing import DesktopSharing
from app.memory.archive_export import ExportMemory
from app.memory.archive_import import ImportMemory
from app.memory.compact_by_hand import CompactByHand
from app.memory.compaction_board import CompactionBoard
from app.memory.daily_logs import DailyLogs
from app.memory.entry_repeats import AskedRepeats
from app.memory.entry_usage import EntryUsage
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_compactor import MemoryCompactor
from app.memory.memory_statistics import ReadStatistics
from app.memory.rebuild_progress import RebuildProgress
from app.memory.restore_version import RestoreVersion
from app.storage.archives import ArchivesOnDisk
from app.ui.forgetting import ForgettingViewModel
from app.ui.memory_pages import MemoryPages
from app.ui.screens.history.view_model import HistoryViewModel
from app.ui.screens.memory.view_model import MemoryTab, MemoryViewModel
from app.ui.screens.memory_editor.view_model import MemoryEditorViewModel
from app.ui.screens.memory_export.view_model import ExportViewModel
from app.ui.screens.memory_files.view_model import FilesViewModel
from app.ui.screens.memory_import.view_model import ImportViewModel
from app.ui.screens.memory_logs.view_model import LogsViewModel
from app.ui.screens.memory_long_term.tidy import TidyViewModel
from app.ui.screens.memory_long_term.view_model import LongTermViewModel
from app.ui.screens.memory_search.view_model import MemorySearchViewModel
from app.ui.screens.memory_stats.view_model import StatsViewModel
from app.ui.tasks import Tasks
from app.wiring.device_twins import file_exchange
from app.wiring.environment import Environment
from app.wiring.forgetting import build_forget
from app.wiring.foundations import Foundations


def build_memory_pages(
    environment: Environment,
    base: Foundations,
    record_write: WriteObserver,
    search: MemorySearch,
    engine: EngineControl,
    questions: EngineQuestions,
    tasks: Tasks,
) -> MemoryPages:
    memory = LongTermMemory(base.files, record_write, base.clock)
    logs = DailyLogs(base.files, record_write)
    sharing = DesktopSharing(environment.exports)
    long_term = LongTermViewModel(
        memory,
        base.settings,
        tasks,
        base.clock,
        EntryUsage(base.memory_usage, base.clock).report,
        AskedRepeats(questions),
    )
    log_pages = LogsViewModel(logs, sharing, tasks, base.clock)
    found = MemorySearchViewModel(search, base.messages, tasks, base.clock)
    files = FilesViewModel(KeptFiles(base.files, record_write), sharing, tasks)
    statistics = ReadStatistics(base.files, memory, logs, base.history, base.index_rows, base.jobs)
    stats = StatsViewModel(
        statistics,
        base.jobs,
        engine,
        base.settings,
        tasks,
        base.clock,
        RebuildProgress(base.settings),
    )
    archives, exchange = ArchivesOnDisk(), file_exchange(environment)
    export = ExportMemory(
        archives, base.files, base.history, base.settings, environment.exports, base.clock
    )
    take_in = ImportMemory(archives, base.files, base.settings, record_write)
    return MemoryPages(
        memory=MemoryViewModel(
            {
                MemoryTab.LONG_TERM: long_term.refresh,
                MemoryTab.LOGS: log_pages.refresh,
                MemoryTab.SEARCH: found.refresh,
                MemoryTab.FILES: files.refresh,
                MemoryTab.STATS: stats.refresh,
            }
        ),
        long_term=long_term,
        tidy=TidyViewModel(
            CompactByHand(
                MemoryCompactor(base.files, record_write, base.clock),
                base.files,
                base.jobs,
                engine,
                CompactionBoard(base.settings),
                base.clock,
            ),
            memory,
            tasks,
        ),
        forgetting=ForgettingViewModel(build_forget(base, record_write), tasks),
        editor=MemoryEditorViewModel(memory, base.settings, tasks),
        logs=log_pages,
        search=found,
        files=files,
        stats=stats,
        history=HistoryViewModel(
            base.history,
            RestoreVersion(base.files, base.history, record_write),
            tasks,
            base.clock,
        ),
        export=ExportViewModel(export, exchange, tasks),
        take_in=ImportViewModel(take_in, exchange, tasks),
    )
