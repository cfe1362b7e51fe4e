"""Memory over real files in a folder, with a fixed clock and a list of what was announced."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.contracts.memory_files import LONG_TERM_PATH
from app.memory.daily_logs import DailyLogs
from app.memory.entry_similarity import SameMeaning
from app.memory.long_term_memory import LongTermMemory
from app.storage.atomic_file import FileOperations
from app.storage.memory_files import MemoryFilesOnDisk


class FixedClock:
    def now(self) -> datetime:
        return datetime(2026, 2, 28, 14, 5, tzinfo=UTC)


@dataclass
class MemoryOnDisk:
    root: Path
    files: MemoryFilesOnDisk
    long_term: LongTermMemory
    logs: DailyLogs
    announced: list[tuple[str, str]]

    def text(self) -> str:
        return self.files.read(LONG_TERM_PATH).text

    def put(self, data: str | bytes, path: str = LONG_TERM_PATH) -> Path:
        """As a person's own editor would: without the lock."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data.encode() if isinstance(data, str) else data)
        return place


def open_memory(
    root: Path,
    *,
    operations: FileOperations | None = None,
    same_meaning: SameMeaning | None = None,
) -> MemoryOnDisk:
    files = MemoryFilesOnDisk(root, operations=operations)
    announced: list[tuple[str, str]] = []

    def remember(path: str, commit_message: str) -> None:
        announced.append((path, commit_message))

    return MemoryOnDisk(
        root,
        files,
        LongTermMemory(files, remember, FixedClock(), same_meaning),
        DailyLogs(files, remember),
        announced,
    )
