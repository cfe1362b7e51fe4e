"""What a memory file is called when a person reads about it. Knows no Kivy."""

from datetime import date

from app.contracts.memory_files import FILES_FOLDER, LONG_TERM_PATH
from app.memory.commit_messages import day_of_log


def place_name(path: str) -> str:
    if path == LONG_TERM_PATH:
        return "Long-term memory"
    day = day_of_log(path)
    return f"Daily log · {_day(day)}" if day else path.removeprefix(f"{FILES_FOLDER}/")


def _day(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b %Y}"
