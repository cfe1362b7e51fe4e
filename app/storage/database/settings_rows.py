"""Settings in the database, seen at once by both processes. No secret is ever one of them."""

from app.storage.database.connection import Database
from app.storage.database.tables import SettingRow


class SettingsRows:
    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, name: str) -> str | None:
        row = self._database.find_one(SettingRow, SettingRow.name == name)
        return row.value if row else None

    def put(self, name: str, value: str) -> None:
        self._database.execute(
            "INSERT INTO settings (name, value) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value,
        )

    def delete(self, name: str) -> None:
        self._database.delete(SettingRow, SettingRow.name == name)

    def all(self) -> dict[str, str]:
        rows = self._database.find(SettingRow, order_by=(SettingRow.name,))
        return {row.name: row.value for row in rows}
