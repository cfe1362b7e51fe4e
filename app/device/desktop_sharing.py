"""Sharing on a desktop: a copy in the exports folder. Never replaces a file."""

from pathlib import Path

from app.contracts.errors import WriteFailed

_MOST_COPIES = 1_000


class DesktopSharing:
    """Implements Sharing."""

    def __init__(self, exports: Path) -> None:
        self._exports = exports

    def share_text(self, name: str, text: str) -> str:
        base = Path(name.replace("\\", "/")).name.lstrip(".") or "shared.md"
        try:
            self._exports.mkdir(mode=0o700, parents=True, exist_ok=True)
            place = self._written(base, text)
        except OSError as error:
            raise WriteFailed("The copy could not be written.", detail=str(error)) from error
        return f"A copy is in {place.parent.name}/{place.name}"

    def _written(self, base: str, text: str) -> Path:
        stem, suffix = Path(base).stem, Path(base).suffix
        for number in range(1, _MOST_COPIES):
            place = self._exports / (base if number == 1 else f"{stem} ({number}){suffix}")
            try:
                # "x" refuses what exists, a link included.
                with place.open("x", encoding="utf-8", newline="") as file:
                    file.write(text)
            except FileExistsError:
                continue
            return place
        raise WriteFailed("There are too many copies of this name.")
