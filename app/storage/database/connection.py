"""One SQLite file, opened once per thread, with transactions and the app's own errors.

Nothing here is global: stores are given a Database, and several may be open at once.

WAL lets the two processes read while one writes. `synchronous=FULL` makes SQLite call fsync on
every commit, so a message is on the disk when `append` returns; NORMAL would only fsync at a
checkpoint and could lose the last turns when the battery dies. Measured on ext4 on an SSD, a
commit takes 0.22 ms instead of 0.02 ms: nothing beside the pace of a conversation.
"""

import sqlite3
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from peewee import Field, Model, SqliteDatabase

from app.contracts.errors import DatabaseBusy, DatabaseError
from app.storage.database.sqlite_errors import translated_errors
from app.storage.database.stored_text import readable, storable
from app.storage.database.usage_lock import UsageLock

SqlValue = str | int | float | bytes | None
Values = Mapping["Field[Any]", object]
"""What goes into the columns of a row."""

Row = TypeVar("Row", bound=Model)

BUSY_TIMEOUT_SECONDS = 10.0
_PRAGMAS = {
    "foreign_keys": 1,
    "synchronous": "FULL",
    # What a person deleted is overwritten, not only unlinked.
    "secure_delete": "ON",
    # A burst of writing must not leave a large log behind for ever.
    "journal_size_limit": 4 * 1024 * 1024,
}


class _Query(Protocol):
    """The part of a peewee query that is used here; peewee's own stubs leave it untyped."""

    def where(self, *conditions: object) -> "_Query": ...
    def order_by(self, *columns: object) -> "_Query": ...
    def limit(self, value: int | None) -> "_Query": ...
    def bind(self, database: object) -> Iterable[Any]: ...
    def execute(self, database: object) -> int: ...


class _Table(Protocol):
    def select(self) -> _Query: ...
    def insert(self, values: Values) -> _Query: ...
    def update(self, values: Values) -> _Query: ...
    def delete(self) -> _Query: ...
    def raw(self, sql: str, *parameters: SqlValue) -> _Query: ...


class _Connections(Protocol):
    """The part of peewee's SqliteDatabase that is used here: one connection for each thread."""

    def connection(self) -> sqlite3.Connection: ...
    def close(self) -> bool: ...
    def execute_sql(self, sql: str, params: Sequence[SqlValue]) -> sqlite3.Cursor: ...
    def register_function(
        self, fn: Callable[..., SqlValue], name: str, num_params: int, *, deterministic: bool
    ) -> None: ...


class Database:
    """`busy_timeout` is how long a call waits for another writer before DatabaseBusy, in seconds.

    A thread that ends leaves its connection to be closed by the next one that is opened, or by
    `close`, which ends all of them and may be called from any thread.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        busy_timeout: float = BUSY_TIMEOUT_SECONDS,
        read_only_options: str = "",
    ) -> None:
        """Without a path it lives in memory, for one thread. With `read_only_options`, which are
        SQLite's for an address, not a byte is changed and no lock file made.
        """
        self.path = path
        self._usage = UsageLock(path) if path and not read_only_options else None
        self._opened: list[tuple[threading.Thread, sqlite3.Connection]] = []
        self._opened_guard = threading.Lock()
        self._is_closed = False
        self._busy_timeout = busy_timeout
        # SQLite lets writers try again at growing intervals: of several threads that write all the
        # time one can go without for long. Within the process they take turns here instead.
        self._turn_to_write = threading.RLock()
        self._peewee = cast(
            "_Connections",
            SqliteDatabase(
                _address(path, read_only_options),
                uri=bool(read_only_options),
                pragmas=_PRAGMAS,
                timeout=busy_timeout,
                check_same_thread=False,
                factory=self._connect,
            ),
        )

    def add_function(self, name: str, function: Callable[..., SqlValue], arguments: int) -> None:
        """Makes a pure Python function callable from SQL, in connections opened from now on."""
        self._peewee.register_function(function, name, arguments, deterministic=True)

    @contextmanager
    def writing(self) -> Generator[None]:
        """One transaction that holds the write lock from its start; an inner one joins it."""
        with self._my_turn(), self._transaction("BEGIN IMMEDIATE"):
            yield

    @contextmanager
    def reading(self) -> Generator[None]:
        """Several reads that see the same state of the database."""
        with self._transaction("BEGIN"):
            yield

    def find(
        self,
        table: type[Row],
        *conditions: object,
        order_by: Sequence[object] = (),
        limit: int | None = None,
    ) -> list[Row]:
        query = _query_on(table).select()
        if conditions:
            query = query.where(*conditions)
        query = query.order_by(*order_by).limit(limit)
        with self._use():
            return list(query.bind(self._peewee))

    def find_one(self, table: type[Row], *conditions: object) -> Row | None:
        rows = self.find(table, *conditions, limit=1)
        return rows[0] if rows else None

    def rows(self, table: type[Row], sql: str, *parameters: SqlValue) -> list[Row]:
        """Rows of a table by a hand-written SELECT, where SQL says it better."""
        query = _query_on(table).raw(sql, *map(storable, parameters))
        with self._use():
            return list(query.bind(self._peewee))

    def insert(self, table: type[Model], values: Values) -> int:
        """The row's number; for a table that counts, its sequence."""
        with self._my_turn(), self._use():
            return _query_on(table).insert(_storable_values(values)).execute(self._peewee)

    def update(self, table: type[Model], values: Values, *conditions: object) -> int:
        query = _query_on(table).update(_storable_values(values)).where(*conditions)
        with self._my_turn(), self._use():
            return query.execute(self._peewee)

    def delete(self, table: type[Model], *conditions: object) -> int:
        with self._my_turn(), self._use():
            return _query_on(table).delete().where(*conditions).execute(self._peewee)

    def execute(self, sql: str, *parameters: SqlValue) -> int:
        """Any other statement; how many rows it changed."""
        with self._use():
            return self._peewee.execute_sql(sql, tuple(map(storable, parameters))).rowcount

    def execute_many(self, sql: str, rows: Iterable[Sequence[SqlValue]]) -> None:
        """One statement for each of many rows, in one transaction: all of them or none."""
        with self.writing():
            self._peewee.connection().executemany(sql, (tuple(map(storable, row)) for row in rows))

    def values(self, sql: str, *parameters: SqlValue) -> list[tuple[SqlValue, ...]]:
        with self._use():
            # Without peewee's own layer: this is what a search waits for.
            values = tuple(map(storable, parameters))
            return self._peewee.connection().execute(sql, values).fetchall()

    def number(self, sql: str, *parameters: SqlValue) -> int:
        """The single integer a SELECT or PRAGMA answers with; 0 where it answers nothing."""
        rows = self.values(sql, *parameters)
        return int(rows[0][0] or 0) if rows else 0

    def close(self) -> None:
        """Ends every thread's connection. The last one of all processes folds the WAL back."""
        with self._opened_guard:
            self._is_closed = True
            for _, connection in self._opened:
                connection.close()
            self._opened.clear()
        self._peewee.close()
        if self._usage:
            self._usage.release()

    @contextmanager
    def _transaction(self, begin: str) -> Generator[None]:
        with self._use():
            connection = self._peewee.connection()
            if connection.in_transaction:
                yield
                return
            connection.execute(begin)
            try:
                yield
                connection.execute("COMMIT")
            finally:
                # SQLite itself rolls back after some errors (a full disk); then this is over.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def _my_turn(self) -> Generator[None]:
        if not self._turn_to_write.acquire(timeout=self._busy_timeout):
            raise DatabaseBusy("The database is busy. Please try again.", detail="another thread")
        try:
            yield
        finally:
            self._turn_to_write.release()

    @contextmanager
    def _use(self) -> Generator[None]:
        if self._is_closed:
            raise DatabaseError("The database is closed.", detail=str(self.path))
        with translated_errors():
            yield

    def _connect(self, *arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = sqlite3.Connection(*arguments, **options)
        connection.text_factory = readable
        with self._opened_guard:
            still_used: list[tuple[threading.Thread, sqlite3.Connection]] = []
            for thread, opened in self._opened:
                if thread.is_alive():
                    still_used.append((thread, opened))
                else:
                    opened.close()
            self._opened = [*still_used, (threading.current_thread(), connection)]
        return connection


def _address(path: Path | None, read_only_options: str) -> str:
    if path is None:
        return ":memory:"
    if not read_only_options:
        return str(path)
    return f"{path.absolute().as_uri()}?mode=ro&{read_only_options}"


def _query_on(table: type[Model]) -> _Table:
    return cast("_Table", table)


def _storable_values(values: Values) -> Values:
    return {column: storable(value) for column, value in values.items()}
