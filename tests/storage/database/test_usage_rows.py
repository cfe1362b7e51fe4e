"""Uses are counted by key, by any process, and a clock that goes back loses nothing."""

from datetime import timedelta
from pathlib import Path

from app.contracts.memory_usage import MemoryUsage, UseCount
from app.storage.database import Database, UsageRows, open_database
from tests.storage.database.values import NOON


def test_rows_are_a_memory_usage(database: Database):
    usage: MemoryUsage = UsageRows(database)
    assert usage.all() == {}
    assert usage.counting_since() is None


def test_every_injection_counts_once_for_each_memory(database: Database):
    usage = UsageRows(database)
    usage.count(["tea", "boats", "tea"], NOON)
    usage.count(["tea"], NOON + timedelta(days=2))
    assert usage.all() == {
        "tea": UseCount(2, NOON + timedelta(days=2)),
        "boats": UseCount(1, NOON),
    }
    assert usage.counting_since() == NOON


def test_a_clock_moved_back_keeps_the_latest_use(database: Database):
    usage = UsageRows(database)
    usage.count(["tea"], NOON)
    usage.count(["tea"], NOON - timedelta(days=400))
    assert usage.all()["tea"] == UseCount(2, NOON)


def test_a_forgotten_key_is_gone_and_the_others_stay(database: Database):
    usage = UsageRows(database)
    usage.count(["tea", "boats"], NOON)
    usage.forget(["tea", "never there"])
    assert set(usage.all()) == {"boats"}


def test_counts_survive_a_restart_and_are_shared(path: Path, database: Database):
    UsageRows(database).count(["tea"], NOON)
    other = open_database(path)
    UsageRows(other).count(["tea"], NOON)
    other.close()
    assert UsageRows(database).all()["tea"].uses == 2
