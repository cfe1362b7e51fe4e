"""What a check-up found, as values: what is so, and what is not as it should be."""

from dataclasses import dataclass
from enum import StrEnum


def counted(number: int, thing: str) -> str:
    """`1 chunk`, `2 chunks`."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


class Area(StrEnum):
    FILES = "Memory files"
    HISTORY = "Version history"
    DATABASE = "Database"
    INDEX = "Search index"
    LEFT_OVERS = "Left over"


@dataclass(frozen=True, slots=True)
class Finding:
    """`is_mendable`: it concerns something derived, so a repair puts it right."""

    sentence: str
    is_mendable: bool = True


@dataclass(frozen=True, slots=True)
class AreaReport:
    """`notes` are facts worth knowing that are no fault."""

    area: Area
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckUpReport:
    areas: tuple[AreaReport, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(finding for area in self.areas for finding in area.findings)
