"""A file exchange whose person has made up their mind. Copies are real copies."""

import shutil
from pathlib import Path

from app.contracts.errors import OneClawError


class ChosenFiles:
    """Implements FileExchange. `chosen` is what browsing gives; `problem` is raised instead."""

    def __init__(self, folder: Path, chosen: Path | None = None) -> None:
        self._folder = folder
        self._chosen = chosen
        self.problem: OneClawError | None = None

    @property
    def can_browse(self) -> bool:
        return True

    def hand_over(self, place: Path) -> str | None:
        if self.problem is not None:
            raise self.problem
        shutil.copy(place, self._folder)
        return f"A copy is in {self._folder}"

    def offered(self) -> tuple[Path, ...]:
        return () if self._chosen is None else (self._chosen,)

    def browse(self) -> Path | None:
        return self._chosen
