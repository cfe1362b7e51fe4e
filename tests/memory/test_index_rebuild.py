from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.contracts.errors import UnreadableFile
from app.contracts.memory_files import FileInfo, FileSnapshot, WriteOutcome
from app.contracts.search import Vector
from app.memory.index_builder import IndexBuilder
from app.memory.index_rebuild import Cancelled, IndexRebuild, Rebuilt
from app.storage.database import IndexRows, open_database

START = datetime(2026, 2, 1, 12, tzinfo=UTC)


@dataclass
class _Clock:
    moment: datetime = START

    def now(self) -> datetime:
        return self.moment


@dataclass
class _Files:
    """Memory files in a dictionary; None is a file that cannot be read."""

    texts: dict[str, str | None] = field(default_factory=dict[str, str | None])

    def lock(self) -> AbstractContextManager[None]:
        return nullcontext()

    def read(self, path: str) -> FileSnapshot:
        text = self.texts.get(path, "")
        if text is None:
            raise UnreadableFile("Not text.")
        return FileSnapshot(path, text, str(hash(text)), path in self.texts)

    def write(self, path: str, text: str, *, based_on: FileSnapshot) -> WriteOutcome:
        raise NotImplementedError

    def delete(self, path: str, *, based_on: FileSnapshot) -> WriteOutcome:
        raise NotImplementedError

    def list(self, folder: str) -> tuple[FileInfo, ...]:
        return tuple(FileInfo(path, 1) for path in self.texts if path.startswith(folder))


class _Embedder:
    model_id = "new"

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [b"\1" * 1536 for _ in texts]

    def token_count(self, text: str) -> int:
        return len(text)

    def release(self) -> None: ...


class Setup:
    def __init__(self, path: Path) -> None:
        self.clock = _Clock()
        self.files = _Files(
            {
                "memory/MEMORY.md": "## Notes\n- one\n- two\n",
                "memory/daily/2026-01-05.md": "# Daily Log - 2026-01-05\n- met Lena\n",
            }
        )
        self.database = open_database(path)
        self.store = IndexRows(self.database)
        builder = IndexBuilder(self.store, self.clock, lambda text: len(text) < 500)
        self.index = IndexRebuild(self.store, builder, self.files)

    def texts(self) -> list[str]:
        return sorted(chunk.text for chunk in self.store.all())


@pytest.fixture
def setup(tmp_path: Path) -> Iterator[Setup]:
    made = Setup(tmp_path / "oneclaw.db")
    yield made
    made.database.close()


def test_refresh_follows_the_files(setup: Setup):
    assert setup.index.refresh_files() == 3
    assert setup.index.refresh_files() == 0
    del setup.files.texts["memory/daily/2026-01-05.md"]
    setup.files.texts["memory/MEMORY.md"] = "## Notes\n- one\n"
    assert setup.index.refresh_files() == 2
    assert setup.texts() == ["- one"]


def test_a_rebuild_keeps_ages_and_makes_new_vectors(setup: Setup):
    setup.index.refresh_files()
    setup.clock.moment += timedelta(days=20)
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> bool:
        told.append((done, total))
        return True

    assert setup.index.rebuild((), _Embedder(), progress) == Rebuilt(3)
    assert {chunk.created_at for chunk in setup.store.all()} == {START}
    assert {chunk.model_id for chunk in setup.store.all()} == {"new"}
    assert told == [(0, 3), (3, 3)]


@pytest.mark.parametrize("cancelled_at", [0, 3])
def test_a_cancelled_rebuild_changes_nothing(setup: Setup, cancelled_at: int):
    setup.index.refresh_files()
    before = setup.store.all()
    setup.files.texts["memory/MEMORY.md"] = "- other\n"
    outcome = setup.index.rebuild((), _Embedder(), lambda done, _: done < cancelled_at - 2)
    assert outcome == Cancelled()
    assert setup.store.all() == before


def test_an_unreadable_file_does_not_stop_the_others(setup: Setup):
    setup.files.texts["memory/daily/2026-01-06.md"] = None
    setup.index.refresh_files()
    assert setup.texts() == ["- met Lena", "- one", "- two"]


def test_what_is_known_of_a_file_stays_while_it_cannot_be_read(setup: Setup):
    setup.index.refresh_files()
    setup.files.texts["memory/MEMORY.md"] = None
    setup.index.refresh_files()
    setup.index.rebuild((), None, lambda _done, _total: True)
    assert setup.texts() == ["- met Lena", "- one", "- two"]
