"""How often each memory was used, counted by whichever process injects. Digests, never texts."""

from collections.abc import Collection
from datetime import datetime

from app.contracts.memory_usage import UseCount
from app.storage.database.connection import Database
from app.storage.database.instants import from_milliseconds, to_milliseconds
from app.storage.database.tables import UsageRow


class UsageRows:
    """Implements `contracts.memory_usage.MemoryUsage`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self, keys: Collection[str], used_at: datetime) -> None:
        at = to_milliseconds(used_at)
        with self._database.writing():
            for key in sorted(set(keys)):
                # A clock that was moved back must not make a memory look unused for long.
                self._database.execute(
                    "INSERT INTO memory_usage (entry_key, uses, first_used_at, last_used_at)"
                    " VALUES (?, 1, ?, ?) ON CONFLICT (entry_key) DO UPDATE SET"
                    " uses = uses + 1, last_used_at = max(last_used_at, excluded.last_used_at)",
                    key,
                    at,
                    at,
                )

    def all(self) -> dict[str, UseCount]:
        return {
            row.entry_key: UseCount(row.uses, from_milliseconds(row.last_used_at))
            for row in self._database.find(UsageRow)
        }

    def counting_since(self) -> datetime | None:
        rows = self._database.values("SELECT min(first_used_at) FROM memory_usage")
        first = rows[0][0]
        return None if first is None else from_milliseconds(int(first))

    def forget(self, keys: Collection[str]) -> None:
        with self._database.writing():
            for key in keys:
                self._database.delete(UsageRow, UsageRow.entry_key == key)
