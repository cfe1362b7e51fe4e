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
    "Can you write the migration for me?",
)
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
    _tell(f"\nPictures of the screens are in {PICTURES.relative_to(PROJECT)}/.")
    if says_how_to_get_a_window:
        _tell(HOW_TO_GET_A_WINDOW)
    return 0


def _play_visit(visit: str, home: Path) -> None:
    prepare_kivy(home, offscreen=True)
    from app.testing.app_driver import AppDriver, play  # noqa: PLC0415
    from app.ui.theme.palette import Appearance  # noqa: PLC0415
    from app.wiring.ui_process import build_app  # noqa: PLC0415

    async def first_day(driver: AppDriver) -> None:
        await driver.is_open()
        driver.take_picture(PICTURES / "01-first-run.png")
        _tell("— A person opens OneClaw for the first time. No key, no network.\n")
        await _talk(driver.say, FIRST_DAY)
        driver.take_picture(PICTURES / "02-chat.png")
        _tell("— They leave the app. The engine writes the day's log.\n")
        await driver.leave_app()
        logs = home / "memory" / "daily"
        await driver.until(lambda: _is_committed(home), "the log is written and committed")
        for log in sorted(logs.glob("*.md")):
            _tell(_indented(f"memory/daily/{log.name}", log.read_text(encoding="utf-8")))
        await driver.come_back()
        await driver.open_drawer()
        driver.take_picture(PICTURES / "04-sessions.png")
        await driver.open_memory()
        await driver.until(
            lambda: not driver.parts.memory.long_term.state.is_loading, "the memory page"
        )
        await driver.frames()
        driver.take_picture(PICTURES / "05-memory.png")

    async def next_day(driver: AppDriver) -> None:
        await driver.is_open()
        _tell("— The next day, a new conversation.\n")
        await _talk(driver.say, NEXT_DAY)
        driver.take_picture(PICTURES / "06-next-day-dark.png")

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
    logs = list((home / "memory" / "daily").glob("*.md"))
    head = home / ".git" / "refs" / "heads" / "main"
    return bool(logs) and head.exists()


def _indented(title: str, text: str) -> str:
    body = "\n".join(f"  │ {line}" for line in text.rstrip().splitlines())
    return f"  {title}\n{body}\n"


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _play_visit(sys.argv[1], Path(sys.argv[2]))
