"""What the flows of the memory pages share: earlier days, and hands that find what is on a page."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from app.memory.daily_logs import DailyLogs
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.memory.write_recorder import WriteRecorder
from app.testing.app_driver import AppDriver, NotSeen
from app.ui.memory_pages import MemoryPages
from app.ui.screens.memory.view_model import MemoryTab
from app.wiring.environment import Environment
from app.wiring.foundations import open_foundations

Fill = Callable[[LongTermMemory, DailyLogs, KeptFiles], None]


def fill(home: Path, fill_with: Fill) -> None:
    """What earlier days left behind."""
    home.mkdir(parents=True, exist_ok=True)
    base = open_foundations(Environment(home))
    record = WriteRecorder(base.history, base.files, base.index)
    fill_with(
        LongTermMemory(base.files, record, base.clock),
        DailyLogs(base.files, record),
        KeptFiles(base.files, record),
    )
    base.close()


def git(home: Path, *arguments: str) -> str:
    command = ["git", "-c", "safe.directory=*", "-C", str(home), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def memory_text(home: Path) -> str:
    return (home / "memory" / "MEMORY.md").read_text(encoding="utf-8")


def seen(driver: AppDriver, kind: str, text: str | None = None) -> Any:
    """Kivy carries no types; what is on the screen is anything."""
    return driver.find(kind, text)


def inside(widget: Any, kind: str, text: str | None = None) -> Any:
    for child in widget.walk():
        if type(child).__name__ == kind and text in (None, getattr(child, "text", None)):
            return child
    raise NotSeen(f"no {kind} with {text!r} in {type(widget).__name__}")


def entry(driver: AppDriver, words: str) -> Any:
    return seen(driver, "EntryRowView", words)


def pages_of(driver: AppDriver) -> MemoryPages:
    return driver.parts.memory


async def open_memory(driver: AppDriver) -> MemoryPages:
    await driver.open_drawer()
    await driver.open_memory()
    pages = pages_of(driver)
    await driver.until(lambda: not pages.long_term.state.is_loading, "the entries")
    await driver.frames(4)
    return pages


MOST_TAPS = 5


async def replace_text(driver: AppDriver, field: Any, words: str) -> None:
    for _ in range(MOST_TAPS):
        # A page that has just come in may still be finding its place when it is tapped.
        if field.focus:
            break
        await driver.tap(field)
        await driver.frames(10)
    assert field.focus
    field.select_all()
    field.delete_selection()
    await driver.type_text(words)
    await driver.until(lambda: field.text == words, "the words are in the field")


def all_of(driver: AppDriver, kind: str) -> list[Any]:
    """In the order they stand on the page."""
    return [
        widget
        for widget in cast("Any", driver.app).root.walk()
        if type(widget).__name__ == kind and widget.width and widget.opacity
    ]


async def open_tab(driver: AppDriver, tab: MemoryTab) -> MemoryPages:
    """From any page of the app, as a person who knows the way."""
    pages = pages_of(driver)
    pages.memory.choose(tab)
    driver.app.navigation.go("memory")
    await driver.frames(4)
    return pages


async def is_on(driver: AppDriver, screen: str) -> None:
    await driver.until(lambda: driver.app.navigation.current == screen, screen)
    await driver.frames()
