"""The daily logs on disk: append a block once, list the days, read one.

Must never change what a log already says, and never overwrite a file it cannot read.
"""

import re
from dataclasses import dataclass
from datetime import date

from app.contracts.memory_files import (
    DAILY_FOLDER,
    FileSnapshot,
    MemoryFiles,
    WriteObserver,
    daily_log_path,
)
from app.memory.daily_log import LogBlock, append_block, has_block, parse_blocks
from app.memory.locked_edit import EditMade, LockedEdit, NewText

_DAY_FILE = re.compile(re.escape(DAILY_FOLDER) + r"/([0-9]{4}-[0-9]{2}-[0-9]{2})\.md\Z")


@dataclass(frozen=True, slots=True)
class Appended:
    snapshot: FileSnapshot


@dataclass(frozen=True, slots=True)
class AlreadyThere:
    """The block was written by an earlier attempt; the log is as that attempt left it."""

    snapshot: FileSnapshot


AppendOutcome = Appended | AlreadyThere


@dataclass(frozen=True, slots=True)
class DailyLogInfo:
    day: date
    path: str
    size: int


class DailyLogs:
    def __init__(self, files: MemoryFiles, on_written: WriteObserver) -> None:
        self._files = files
        self._on_written = on_written
        self._edit = LockedEdit(files, on_written)

    def append_block(self, day: date, block: LogBlock) -> AppendOutcome:
        """Adds the block, unless a block with its id is there.

        A block that is there is announced again: the process that wrote it may have died before
        it was committed and indexed.
        """
        path = daily_log_path(day)

        def plan(before: FileSnapshot) -> NewText | AlreadyThere:
            if has_block(before.text, block.id):
                self._on_written(path, commit_message(day))
                return AlreadyThere(before)
            return NewText(append_block(before.text, day, block))

        match self._edit.run(path, commit_message(day), plan):
            case EditMade(after=after):
                return Appended(after)
            case AlreadyThere() as already_there:
                return already_there

    def days(self) -> tuple[DailyLogInfo, ...]:
        """Newest first. Files with another name than a day's are somebody else's."""
        found = [
            DailyLogInfo(day, info.path, info.size)
            for info in self._files.list(DAILY_FOLDER)
            if (day := _day_of(info.path)) is not None
        ]
        return tuple(sorted(found, key=lambda info: info.day, reverse=True))

    def read(self, day: date) -> FileSnapshot:
        return self._files.read(daily_log_path(day))

    def blocks(self, day: date) -> tuple[LogBlock, ...]:
        return parse_blocks(self.read(day).text)

    def total_size(self) -> int:
        return sum(info.size for info in self.days())


def commit_message(day: date) -> str:
    return f"log: add daily log {day.isoformat()}"


def _day_of(path: str) -> date | None:
    found = _DAY_FILE.match(path)
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None
