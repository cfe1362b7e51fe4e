"""How the memory files looked when the index was last in step with them. May be lost any time."""

from collections.abc import Collection

from app.contracts.memory_index import SeenFile
from app.storage.database.connection import Database


class SeenFileRows:
    """Implements `contracts.memory_index.SeenFiles`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[SeenFile, ...]:
        rows = self._database.values("SELECT path, look, version FROM seen_files")
        return tuple(SeenFile(str(path), str(look), str(version)) for path, look, version in rows)

    def put(self, seen: Collection[SeenFile]) -> None:
        self._database.execute_many(
            "INSERT INTO seen_files (path, look, version) VALUES (?, ?, ?)"
            " ON CONFLICT (path) DO UPDATE SET look = excluded.look, version = excluded.version",
            ((file.path, file.look, file.version) for file in seen),
        )

    def remove(self, paths: Collection[str]) -> None:
        self._database.execute_many(
            "DELETE FROM seen_files WHERE path = ?", ((path,) for path in paths)
        )
