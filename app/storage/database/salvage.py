"""Carries everything readable from a damaged database into a fresh one; the old is only read."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from app.contracts.agents import GENERAL_ASSISTANT_ID
from app.contracts.models_catalog import ModelChoice
from app.storage.database.connection import Database, SqlValue
from app.storage.database.model_rows import ModelRows
from app.storage.database.raw_pages import RawPages
from app.storage.database.raw_records import records_on
from app.storage.database.table_shapes import SALVAGED, Row, rows_of_page, shapes_of

RECOVERED_TITLE = "Recovered conversation"
"""For messages whose session could not be read."""

_UNREADABLE_MARGIN = 1_000_000
"""Numbers left free for messages that were lost: a plan or pointer may still speak of them."""


def salvage(damaged: Path, fresh: Database) -> dict[str, int]:
    """How many rows of each table were brought over."""
    found = readable_rows(damaged, fresh)
    orphans = _missing_sessions(found)
    with fresh.writing():
        _insert(fresh, "sessions", orphans)
        counts = {table: _insert(fresh, table, found[table]) for table in SALVAGED[:-1]}
        counts["sessions"] += len(orphans)
        counts["models"] = _insert_models(fresh, found["models"])
        _continue_counting(fresh)
    return counts


def readable_rows(damaged: Path, fresh: Database) -> dict[str, list[Row]]:
    """By table, as the shapes of the fresh database tell them apart."""
    found: dict[str, list[Row]] = {table: [] for table in SALVAGED}
    shapes = shapes_of(fresh)
    pages = RawPages(damaged)
    for number in pages.numbers():
        table, rows = rows_of_page(shapes, list(records_on(pages, number)))
        if rows:
            found[table] += rows
    return found


def _insert(fresh: Database, table: str, rows: Sequence[Row]) -> int:
    """Built-in rows are there already, and a row found twice goes in once."""
    inserted = 0
    for row in rows:
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        inserted += fresh.execute(
            f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})",  # noqa: S608 - our names
            *row.values(),
        )
    return inserted


def _insert_models(fresh: Database, rows: Sequence[Row]) -> int:
    known = {row[0] for row in fresh.values("SELECT id FROM providers")}
    reachable = [row for row in rows if row["provider_id"] in known]
    inserted = _insert(fresh, "models", [{**row, "is_default": 0} for row in reachable])
    for row in reachable:
        if row["is_default"]:
            choice = ModelChoice(str(row["provider_id"]), str(row["model_id"]))
            ModelRows(fresh).set_default(choice)
    return inserted


def _missing_sessions(found: Mapping[str, Sequence[Row]]) -> list[Row]:
    known = {row["id"] for row in found["sessions"]}
    messages: dict[SqlValue, list[Row]] = {}
    for message in found["messages"]:
        if message["session_id"] not in known:
            messages.setdefault(message["session_id"], []).append(message)
    return [_stand_in(session_id, said) for session_id, said in messages.items()]


def _stand_in(session_id: SqlValue, messages: Sequence[Row]) -> Row:
    """Private if any of its messages was; its pointer at the end, so nothing is logged twice."""
    moments = [int(message["said_at"] or 0) for message in messages]
    return {
        "id": session_id,
        "title": RECOVERED_TITLE,
        "agent_id": GENERAL_ASSISTANT_ID,
        "created_at": min(moments),
        "last_used_at": max(moments),
        "use_order": 0,
        "is_private": max(int(message["is_private"] or 0) for message in messages),
        "last_logged_sequence": max(int(message["sequence"] or 0) for message in messages),
    }


def _continue_counting(fresh: Database) -> None:
    highest = fresh.number(
        "SELECT max(coalesce((SELECT max(sequence) FROM messages), 0),"
        " coalesce((SELECT max(last_logged_sequence) FROM sessions), 0))"
    )
    fresh.execute("DELETE FROM sqlite_sequence WHERE name = 'messages'")
    fresh.execute(
        "INSERT INTO sqlite_sequence (name, seq) VALUES ('messages', ?)",
        highest + _UNREADABLE_MARGIN,
    )
