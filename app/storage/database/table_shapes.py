"""Tells which table a row found on a raw page belongs to, by its columns and what is in them.

Whatever does not fit is left out: a row that would break a reader is worse than a missing one.
Columns are known by their order, so migrations add new ones at the end only.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.contracts.conversation import MessageKind
from app.contracts.jobs import JobKind, JobState
from app.contracts.models_catalog import ProviderKind
from app.storage.database.connection import Database, SqlValue
from app.storage.database.raw_records import RawRecord

Row = dict[str, SqlValue]

SALVAGED = ("sessions", "messages", "settings", "jobs", "providers", "agents", "models")
"""Everything but the index, which is made again from files and messages, and the counts of use,
which begin anew.
"""

_MOMENTS = range(253_370_764_800_000)
"""Milliseconds from 1970 to the year 9998: what `datetime` can hold in every zone."""

_OFFSETS = range(-24 * 60 + 1, 24 * 60)


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    type: str
    is_nullable: bool
    is_row_number: bool

    def accepts(self, value: SqlValue) -> bool:
        if value is None:
            return self.is_nullable
        return isinstance(value, str if self.type == "TEXT" else int)


@dataclass(frozen=True, slots=True)
class TableShape:
    table: str
    columns: tuple[_Column, ...]

    def row(self, record: RawRecord) -> Row | None:
        """The record as a row of this table, or None when it cannot be one."""
        if len(record.values) != len(self.columns):
            return None
        row: Row = {}
        for column, stored in zip(self.columns, record.values, strict=True):
            value = record.row_number if column.is_row_number else stored
            if not column.accepts(value):
                return None
            row[column.name] = value
        return row if _makes_sense(self.table, row) else None


def shapes_of(fresh: Database) -> tuple[TableShape, ...]:
    return tuple(TableShape(table, _columns(fresh, table)) for table in SALVAGED)


def rows_of_page(
    shapes: Sequence[TableShape], records: Sequence[RawRecord]
) -> tuple[str, list[Row]]:
    """A page belongs to one table: the one that most of its rows fit."""
    best: tuple[str, list[Row]] = ("", [])
    for shape in shapes:
        rows = [row for record in records if (row := shape.row(record)) is not None]
        if len(rows) > len(best[1]):
            best = (shape.table, rows)
    return best


def _columns(fresh: Database, table: str) -> tuple[_Column, ...]:
    described = fresh.values('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', table)
    return tuple(
        _Column(
            name=str(name),
            type=str(declared),
            is_nullable=not not_null,
            is_row_number=bool(key) and declared == "INTEGER",
        )
        for name, declared, not_null, key in described
    )


def _makes_sense(table: str, row: Row) -> bool:
    rule = _RULES.get(table)
    return rule is None or rule(row)


def _is_session(row: Row) -> bool:
    return bool(row["id"]) and row["created_at"] in _MOMENTS and row["last_used_at"] in _MOMENTS


def _is_message(row: Row) -> bool:
    return (
        bool(row["id"])
        and row["kind"] in set(MessageKind)
        and row["said_at"] in _MOMENTS
        and row["offset_minutes"] in _OFFSETS
        and _is_json(row["injected"])
    )


def _is_job(row: Row) -> bool:
    return (
        row["kind"] in set(JobKind)
        and row["state"] in set(JobState)
        and row["created_at"] in _MOMENTS
        and row["run_after"] in _MOMENTS
        and _is_json(row["plan"])
    )


def _is_provider(row: Row) -> bool:
    return row["kind"] in set(ProviderKind)


def _is_json(text: SqlValue) -> bool:
    try:
        json.loads(str(text))
    except ValueError:
        return False
    return True


_RULES: dict[str, Callable[[Row], bool]] = {
    "sessions": _is_session,
    "messages": _is_message,
    "jobs": _is_job,
    "providers": _is_provider,
}
