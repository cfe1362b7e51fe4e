"""Settings survive and are seen by whoever else has the database open."""

from pathlib import Path

from app.contracts.settings import SettingsStore
from app.storage.database import Database, SettingsRows, open_database


def test_rows_are_a_settings_store(database: Database):
    store: SettingsStore = SettingsRows(database)
    assert store.all() == {}


def test_a_setting_is_put_changed_and_deleted(settings: SettingsRows):
    assert settings.get("theme") is None
    settings.put("theme", "dark")
    settings.put("theme", "light")
    settings.put("budget", "2000")
    assert settings.all() == {"budget": "2000", "theme": "light"}
    settings.delete("theme")
    settings.delete("never there")
    assert settings.all() == {"budget": "2000"}


def test_a_setting_survives_a_restart(path: Path):
    first = open_database(path)
    SettingsRows(first).put("last_active_date", "2026-02-28")
    first.close()
    second = open_database(path)
    assert SettingsRows(second).get("last_active_date") == "2026-02-28"
    second.close()


def test_two_open_databases_see_each_others_settings(path: Path, settings: SettingsRows):
    other = open_database(path)
    settings.put("theme", "dark")
    assert SettingsRows(other).get("theme") == "dark"
    other.close()
