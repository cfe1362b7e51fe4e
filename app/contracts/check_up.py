"""What the parts of a memory directory say about themselves when they are only looked at."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class HistoryHealth:
    """`versions` counts the commits that can be reached; `problems` are plain sentences."""

    exists: bool
    versions: int = 0
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DatabaseHealth:
    """`is_usable`: whole, and of the version this app works with."""

    exists: bool
    is_usable: bool = False
    version: int = 0
    newest_version: int = 0
    conversations: int = 0
    messages: int = 0
    problems: tuple[str, ...] = ()


class LeftOverKind(StrEnum):
    TEMPORARY = "temporary"
    """A file a killed process was writing."""

    SOCKET = "socket"
    """Where an engine that is gone used to answer."""

    DAMAGED_CACHE = "damaged_cache"
    """Derived arrays that are not what was written."""

    SET_ASIDE = "set_aside"
    """What a repair could not use and kept for the person."""


@dataclass(frozen=True, slots=True)
class LeftOver:
    """`name` is its path below the files directory."""

    kind: LeftOverKind
    name: str
