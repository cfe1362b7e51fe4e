"""Files in and out on a desktop: the system's own dialog where there is one, else a folder.

Must never replace a file, and never take what is not a plain file.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from app.contracts.errors import WriteFailed

ENDINGS = (".zip", ".bundle")
_TITLE_OPEN = "Choose an archive"
_TITLE_SAVE = "Save a copy"
_PATTERN = " ".join(f"*{ending}" for ending in ENDINGS)

Command = list[str]


def _zenity(save_as: str | None) -> Command:
    if save_as is None:
        names = f"--file-filter=Archives | {_PATTERN}"
        return ["zenity", "--file-selection", f"--title={_TITLE_OPEN}", names]
    return [
        "zenity",
        "--file-selection",
        "--save",
        f"--title={_TITLE_SAVE}",
        f"--filename={save_as}",
    ]


def _kdialog(save_as: str | None) -> Command:
    if save_as is None:
        return ["kdialog", "--title", _TITLE_OPEN, "--getopenfilename", ".", _PATTERN]
    return ["kdialog", "--title", _TITLE_SAVE, "--getsavefilename", save_as]


def _osascript(save_as: str | None) -> Command:
    if save_as is None:
        question = f'choose file with prompt "{_TITLE_OPEN}"'
    else:
        question = f'choose file name with prompt "{_TITLE_SAVE}" default name "{save_as}"'
    return ["osascript", "-e", f"POSIX path of ({question})"]


_DIALOGS: dict[str, Callable[[str | None], Command]] = {
    "zenity": _zenity,
    "kdialog": _kdialog,
    "osascript": _osascript,
}


class DesktopFiles:
    """Implements FileExchange."""

    def __init__(self, exports: Path, platform: str = sys.platform) -> None:
        self._exports = exports
        wanted = ("osascript",) if platform == "darwin" else ("zenity", "kdialog")
        tool = next((name for name in wanted if shutil.which(name)), None)
        self._dialog = _DIALOGS[tool] if tool else None

    @property
    def can_browse(self) -> bool:
        return self._dialog is not None

    def hand_over(self, place: Path) -> str | None:
        if self._dialog is None:
            return f"It is in {place.parent}"
        chosen = _answer(self._dialog(place.name))
        if chosen is None:
            return None
        try:
            with place.open("rb") as source, chosen.open("xb") as copy:
                shutil.copyfileobj(source, copy)
        except FileExistsError as error:
            raise WriteFailed("A file of this name is there. Choose another name.") from error
        except OSError as error:
            raise WriteFailed("The copy could not be written there.", detail=str(error)) from error
        return f"A copy is in {chosen.parent}"

    def offered(self) -> tuple[Path, ...]:
        try:
            found = [place for place in self._exports.iterdir() if _is_archive(place)]
        except OSError:
            return ()
        return tuple(sorted(found, key=_age))

    def browse(self) -> Path | None:
        return None if self._dialog is None else _answer(self._dialog(None))


def _answer(command: Sequence[str]) -> Path | None:
    """A dialog that was cancelled, or that has no screen to show itself on, chose nothing."""
    try:
        dialog = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    words = dialog.stdout.strip("\n")
    return Path(words) if dialog.returncode == 0 and words else None


def _is_archive(place: Path) -> bool:
    return place.suffix in ENDINGS and place.is_file() and not place.is_symlink()


def _age(place: Path) -> tuple[float, str]:
    try:
        return -place.stat().st_mtime, place.name
    except OSError:
        return 0.0, place.name
