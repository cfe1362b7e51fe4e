"""One fresh database file for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.storage.database import (
    AgentRows,
    Database,
    IndexRows,
    JobRows,
    MessageRows,
    ModelRows,
    ProviderRows,
    SessionRows,
    SettingsRows,
    open_database,
)
from tests.storage.database.values import CountedIds


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "oneclaw.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    opened = open_database(path)
    yield opened
    opened.close()


@pytest.fixture
def sessions(database: Database) -> SessionRows:
    return SessionRows(database)


@pytest.fixture
def messages(database: Database) -> MessageRows:
    return MessageRows(database)


@pytest.fixture
def jobs(database: Database) -> JobRows:
    return JobRows(database, CountedIds())


@pytest.fixture
def settings(database: Database) -> SettingsRows:
    return SettingsRows(database)


@pytest.fixture
def agents(database: Database) -> AgentRows:
    return AgentRows(database)


@pytest.fixture
def providers(database: Database) -> ProviderRows:
    return ProviderRows(database)


@pytest.fixture
def models(database: Database) -> ModelRows:
    return ModelRows(database)


@pytest.fixture
def index(database: Database) -> IndexRows:
    return IndexRows(database)
