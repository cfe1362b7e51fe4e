"""Is the database whole? Asked once at start; cheap enough for that (15 ms for 30,000 messages)."""

from app.contracts.errors import DatabaseDamaged
from app.storage.database.connection import Database, SqlValue
from app.storage.database.migrations import migrate
from app.storage.database.sqlite_errors import DAMAGED

_SCHEMA = "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"


def refuse_damaged(database: Database) -> None:
    """Raises DatabaseDamaged for a page that makes no sense or a part of the schema that is gone.

    `quick_check` reads every page but does not compare indexes with their tables, which costs
    many times as much; a wrong index is mended by the next write or found by a failing query.
    """
    verdict = database.values("PRAGMA quick_check(1)")
    if verdict != [("ok",)]:
        raise DatabaseDamaged(DAMAGED, detail=str(verdict))
    if missing := missing_parts(database):
        raise DatabaseDamaged(DAMAGED, detail=f"missing from the schema: {sorted(missing)}")


def missing_parts(database: Database) -> set[str]:
    """Tables, columns, indexes and triggers that should be there and are not."""
    return _expected_parts() - _parts(database)


def _expected_parts() -> set[str]:
    """What the migrations make of nothing, so that this list never has to be kept by hand."""
    fresh = Database(None)
    try:
        migrate(fresh)
        return _parts(fresh)
    finally:
        fresh.close()


def _parts(database: Database) -> set[str]:
    """Names of tables, indexes and triggers, and every column as `table.column`."""
    parts = {f"{kind} {name}" for kind, name in database.values(_SCHEMA)}
    for (table,) in database.values(_TABLES):
        columns = database.values("SELECT name FROM pragma_table_info(?)", table)
        parts |= {_column(table, name) for (name,) in columns}
    return parts


def _column(table: SqlValue, name: SqlValue) -> str:
    return f"column {table}.{name}"
