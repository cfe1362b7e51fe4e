"""How a change of long-term memory can end. Snapshots let a caller preview, diff and undo."""

from dataclasses import dataclass

from app.contracts.memory_files import FileSnapshot
from app.memory.entry_similarity import Likeness


@dataclass(frozen=True, slots=True)
class Saved:
    """`text` is the entry as it can be found again; `after` is the file after the save. `replaced`
    said otherwise, and its place is taken.
    """

    section: str
    text: str
    before: FileSnapshot
    after: FileSnapshot
    replaced: str = ""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """`existing` already says it; nothing was written."""

    existing: str
    likeness: Likeness


@dataclass(frozen=True, slots=True)
class Rejected:
    """`reason` is a sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Updated:
    before: FileSnapshot
    after: FileSnapshot


@dataclass(frozen=True, slots=True)
class Deleted:
    before: FileSnapshot
    after: FileSnapshot


@dataclass(frozen=True, slots=True)
class NotFound:
    """`closest` are entries that may have been meant, best first."""

    closest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AmbiguousMatch:
    count: int


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The file says so already."""


SaveOutcome = Saved | Duplicate | Rejected
UpdateOutcome = Updated | Deleted | NotFound | AmbiguousMatch | Unchanged | Rejected
