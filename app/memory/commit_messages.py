"""The commit message of a change nobody announced: an editor's, or one whose writer was killed."""

from datetime import date

from app.contracts.history import (
    daily_log_message,
    delete_message,
    memory_message,
    write_message,
)
from app.contracts.memory_files import DAILY_FOLDER, LONG_TERM_PATH, daily_log_path


def usual_message(path: str) -> str:
    """For a file that is there (S9.1)."""
    if path == LONG_TERM_PATH:
        return memory_message()
    day = day_of_log(path)
    return write_message(path) if day is None else daily_log_message(day)


def message_for(path: str, *, is_deleted: bool) -> str:
    return delete_message(path) if is_deleted else usual_message(path)


def day_of_log(path: str) -> date | None:
    """The day whose log this path is; None for any other file."""
    try:
        day = date.fromisoformat(path.removeprefix(f"{DAILY_FOLDER}/").removesuffix(".md"))
    except ValueError:
        return None
    return day if path == daily_log_path(day) else None
