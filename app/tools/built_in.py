"""All tools of the app, made from what they need. The order is the one models and people see."""

from dataclasses import dataclass
from pathlib import Path

from app.contracts.clock import Clock
from app.contracts.conversation import MessageStore, SessionStore
from app.contracts.history import VersionHistory
from app.contracts.memory_files import MemoryFiles, WriteObserver
from app.contracts.search import MemorySearch
from app.memory.entry_similarity import SameMeaning
from app.memory.history_search import HistorySearch
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.tools.delete_file import DeleteFile
from app.tools.git_bundle import GitBundle
from app.tools.git_diff import GitDiff
from app.tools.git_log import GitLog
from app.tools.git_restore import GitRestore
from app.tools.git_show import GitShow
from app.tools.list_files import ListFiles
from app.tools.read_file import ReadFile
from app.tools.save_memory import SaveMemory
from app.tools.search_history import SearchHistory
from app.tools.tool import Tool
from app.tools.update_memory import UpdateMemory
from app.tools.write_file import WriteFile


@dataclass(frozen=True, slots=True)
class ToolSurroundings:
    """`exports` is the only folder a bundle may be put in."""

    files: MemoryFiles
    on_written: WriteObserver
    history: VersionHistory
    search: MemorySearch
    messages: MessageStore
    sessions: SessionStore
    clock: Clock
    exports: Path
    same_meaning: SameMeaning | None = None


def built_in_tools(around: ToolSurroundings) -> tuple[Tool, ...]:
    def open_memory(files: MemoryFiles) -> LongTermMemory:
        return LongTermMemory(files, around.on_written, around.clock, around.same_meaning)

    past = HistorySearch(around.search, around.messages, around.sessions, around.clock)
    kept = KeptFiles(around.files, around.on_written)
    return (
        SaveMemory(around.files, open_memory),
        UpdateMemory(around.files, open_memory),
        SearchHistory(past),
        WriteFile(around.files, around.on_written),
        ReadFile(kept),
        ListFiles(kept),
        DeleteFile(around.files, around.on_written),
        GitLog(around.history),
        GitShow(around.history),
        GitDiff(around.history),
        GitRestore(around.files, around.history, around.on_written),
        GitBundle(around.files, around.history, around.exports),
    )
