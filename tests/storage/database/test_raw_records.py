"""Reading pages without SQLite gives exactly the rows SQLite wrote."""

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.storage.database.connection import SqlValue
from app.storage.database.raw_pages import RawPages
from app.storage.database.raw_records import RawRecord, records_on

_VALUES = st.one_of(
    st.none(),
    st.integers(min_value=-(2**63), max_value=2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=40),
    st.binary(max_size=40),
    st.integers(min_value=0, max_value=9000).map("ü".__mul__),
)
_ROWS = st.lists(st.tuples(_VALUES, _VALUES, _VALUES), min_size=1, max_size=30)
_PAGE_SIZES = st.sampled_from([512, 1024, 4096, 32768])


def _records(path: Path) -> dict[int, tuple[SqlValue, ...]]:
    """Of the only table of three columns; the schema itself has five."""
    pages = RawPages(path)
    found: list[RawRecord] = []
    for number in pages.numbers():
        found += [record for record in records_on(pages, number) if len(record.values) == 3]
    rows = {record.row_number: record.values for record in found}
    assert len(rows) == len(found)
    return rows


@settings(max_examples=30, deadline=None)
@given(rows=_ROWS, page_size=_PAGE_SIZES)
def test_every_row_is_read_as_sqlite_wrote_it(
    rows: list[tuple[SqlValue, SqlValue, SqlValue]], page_size: int
):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA page_size = {page_size}")
            connection.execute("CREATE TABLE t (a, b, c)")
            connection.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
            connection.commit()
        assert _records(path) == dict(enumerate(rows, start=1))


@pytest.mark.parametrize("page_size", [1024, 4096])
def test_committed_rows_in_the_log_are_read_and_uncommitted_ones_are_not(
    tmp_path: Path, page_size: int
):
    path = tmp_path / "some.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {page_size}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (a, b, c)")
        connection.execute("INSERT INTO t VALUES (1, 'in the file', NULL)")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(2, 100):
            connection.execute("INSERT INTO t VALUES (?, 'in the log', ?)", (number, "x" * 3000))
        connection.execute("PRAGMA cache_size = 2")
        connection.execute("BEGIN")
        for number in range(200):
            connection.execute("INSERT INTO t VALUES (?, 'never said', ?)", (number, "y" * 3000))
        found = _records(path)
        assert {row[0] for row in found.values()} == set(range(1, 100))
        connection.execute("ROLLBACK")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "some.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (a, b, c)")
        rows = [(number, "words " * number * 20, b"\x01" * number) for number in range(60)]
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
        connection.commit()
    return path


@settings(max_examples=60, deadline=None)
@given(wounds=st.lists(st.tuples(st.integers(0, 200_000), st.binary(max_size=300)), max_size=8))
def test_no_wound_makes_the_reader_fail(sound: Path, wounds: list[tuple[int, bytes]]):
    contents = bytearray(sound.read_bytes())
    for start, wound in wounds:
        contents[start : start + len(wound)] = wound
    wounded = sound.with_name("wounded.db")
    wounded.write_bytes(contents)
    pages = RawPages(wounded)
    for number in pages.numbers():
        for record in records_on(pages, number):
            assert len(record.values) <= pages.size


def test_a_chain_of_pages_that_bites_its_own_tail_is_not_followed_for_ever(sound: Path):
    """The last row is made endless: a size beyond the file, and a page that leads to itself."""
    contents = bytearray(sound.read_bytes())
    pages = RawPages(sound)
    for number in pages.numbers():
        if not list(records_on(pages, number)):
            contents[(number - 1) * 4096 : (number - 1) * 4096 + 4] = number.to_bytes(4)
    circular = sound.with_name("circular.db")
    circular.write_bytes(contents)
    pages = RawPages(circular)
    readable = [record for number in pages.numbers() for record in records_on(pages, number)]
    assert readable


def test_nothing_is_read_from_nothing(tmp_path: Path):
    pages = RawPages(tmp_path / "missing.db")
    assert list(pages.numbers()) == []
    assert list(records_on(pages, 1)) == []
