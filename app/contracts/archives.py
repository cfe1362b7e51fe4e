"""Memory as one file: what is in an archive, and the parts that write and read one (S9.4)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

SETTINGS_NAME = "settings.json"
LARGEST_ARCHIVE = 64 * 1024 * 1024

Tell = Callable[[int, int], bool]
"""Done and total; False: the person wants to stop."""


class Stopped(Exception):
    """Raised out of a piece of work whose `Tell` said to stop."""


@dataclass(frozen=True, slots=True)
class ArchiveContents:
    """Texts by their paths below `memory/` and `files/`; checked names, nothing else is in it."""

    files: Mapping[str, str]
    settings: Mapping[str, str] = field(default_factory=dict[str, str])


class Archives(Protocol):
    def write_zip(self, output: Path, members: Iterable[tuple[str, str]]) -> None:
        """A new file, whole or not at all; never replaces one. May raise WriteFailed."""
        ...

    def read(self, place: Path, tell: Tell) -> ArchiveContents:
        """A zip or a git bundle, whichever it is. Writes nothing below the files directory.

        Raises ArchiveRefused with the reason, Stopped when told to.
        """
        ...


class FileExchange(Protocol):
    """How a file leaves the app and how one is chosen to come in. Call it off the UI thread."""

    @property
    def can_browse(self) -> bool:
        """Whether the system has a dialog for choosing a file."""
        ...

    def hand_over(self, place: Path) -> str | None:
        """Puts a copy where the person wants it, and says in one sentence where that is. None:
        the person chose no place. May raise WriteFailed; never replaces a file that is there.
        """
        ...

    def offered(self) -> tuple[Path, ...]:
        """Archives in the exports folder, newest first."""
        ...

    def browse(self) -> Path | None:
        """Waits for the person. None: nothing was chosen. May raise ArchiveRefused."""
        ...
