"""A real session, played offscreen through both real processes, told as it happens (S17.1)."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

from app.wiring.environment import PROJECT, Environment
from app.wiring.kivy_setup import prepare_kivy

PICTURES = PROJECT / "build" / "demo"
FIRST_DAY = (
    "We decided to move the billing database to PostgreSQL 16 on Monday.",
    "My sister Ana has her birthday on 4 March and likes film cameras.",
    "Remember that invoices are always in euros.",
)
SECOND_CHAT = "The train to Zürich leaves at 08:02 on Saturday."
NEXT_DAY = ("What does Ana like?", "Where does the billing database move to?")
HOW_TO_GET_A_WINDOW = (
    "There is no display here, so this was played offscreen. To use the app yourself, run "
    "`make run` in a desktop session, or on a server: `apt-get install xvfb x11vnc` and "
    "`xvfb-run make run`."
)


def play_demo(*, says_how_to_get_a_window: bool) -> int:
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="oneclaw-demo-") as home:
        # One child process a visit, as in life: everything that is remembered comes from the disk.
        for visit in ("first-day", "next-day"):
            command = [sys.executable, "-m", "app.testing.demo", visit, home]
            ended = subprocess.run(command, cwd=PROJECT, check=False)
            if ended.returncode != 0:
                return ended.returncode
    _tell(f"\nPictures of every screen are in {PICTURES.relative_to(PROJECT)}/.")
    if says_how_to_get_a_window:
        _tell(HOW_TO_GET_A_WINDOW)
    return 0


def _play_visit(visit: str, home: Path) -> None:
    prepare_kivy(home, offscreen=True)
    from app.testing.app_driver import AppDriver, play  # noqa: PLC0415
    from app.testing.tour import Tour  # noqa: PLC0415
    from app.ui.theme.palette import Appearance  # noqa: PLC0415
    from app.wiring.ui_process import build_app  # noqa: PLC0415

    async def first_day(driver: AppDriver) -> None:
        tour = Tour(driver, PICTURES)
        await driver.is_open()
        await tour.picture("01-first-run")
        _tell("— A person opens OneClaw for the first time. No key, no network.\n")
        await _talk(driver.say, FIRST_DAY)
        await tour.picture("02-chat")
        _tell("— They begin another chat, and look at the first one again.\n")
        driver.parts.sessions.on_new_chat()
        await _talk(driver.say, (SECOND_CHAT,))
        await driver.open_drawer()
        await tour.picture("04-sessions")
        await driver.tap(driver.find("SessionRowView", driver.parts.sessions.titles[-1]))
        await driver.until(lambda: driver.app.navigation.is_drawer_at_rest, "the drawer closes")
        _tell("— They leave the app. The engine writes the day's log.\n")
        await driver.leave_app()
        await driver.until(lambda: _is_committed(home), "the log is written and committed")
        _tell_files(home)
        await driver.come_back()
        await tour.memory_pages()
        await tour.settings_pages()

    async def next_day(driver: AppDriver) -> None:
        tour = Tour(driver, PICTURES)
        await driver.is_open()
        _tell("— The next day, a new conversation.\n")
        await _talk(driver.say, NEXT_DAY)
        await tour.picture("02-chat-dark")
        await tour.what_stands_behind_an_answer()
        await tour.wide_window()
        await driver.start_private_chat()
        await tour.picture("14-private-dark")

    if visit == "first-day":
        play(build_app(Environment(home)), first_day)
    else:
        tomorrow = Environment(home, clock_shift=timedelta(days=1))
        play(build_app(tomorrow, Appearance.DARK), next_day)


async def _talk(say: Callable[[str], Awaitable[str]], lines: tuple[str, ...]) -> None:
    for line in lines:
        _tell(f"  You:      {line}")
        answer = await say(line)
        _tell(f"  OneClaw:  {answer.replace(chr(10), chr(10) + ' ' * 12)}\n")


def _is_committed(home: Path) -> bool:
    """Both chats: one log with two blocks, and the commit that a clone would find."""
    logs = [log.read_text(encoding="utf-8") for log in (home / "memory" / "daily").glob("*.md")]
    head = home / ".git" / "refs" / "heads" / "main"
    return sum(text.count("<!-- block ") for text in logs) == 2 and head.exists()


def _tell_files(home: Path) -> None:
    """What was remembered."""
    for file in (home / "memory" / "MEMORY.md", *sorted((home / "memory" / "daily").glob("*.md"))):
        _tell(_indented(str(file.relative_to(home)), file.read_text(encoding="utf-8")))


def _indented(title: str, text: str) -> str:
    body = "\n".join(f"  │ {line}" for line in text.rstrip().splitlines())
    return f"  {title}\n{body}\n"


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _play_visit(sys.argv[1], Path(sys.argv[2]))
