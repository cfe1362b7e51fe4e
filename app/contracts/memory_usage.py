"""How often a memory was put into a prompt. Keys are digests: no text of a memory is kept here."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class UseCount:
    uses: int
    last_used_at: datetime


class MemoryUsage(Protocol):
    def count(self, keys: Collection[str], used_at: datetime) -> None:
        """One more use for each key, in one transaction."""
        ...

    def all(self) -> dict[str, UseCount]: ...

    def counting_since(self) -> datetime | None:
        """The first use that was ever counted; None: nobody has counted yet, so that an entry
        without a count says nothing.
        """
        ...

    def forget(self, keys: Collection[str]) -> None:
        """For entries that are gone."""
        ...
