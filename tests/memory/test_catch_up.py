"""A start after a crash, an editor or a lost database: history and index are as the files are."""

import os
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.contracts.history import VersionHistory
from app.contracts.memory_files import LONG_TERM_PATH, FileSnapshot
from app.contracts.models_catalog import ON_DEVICE_MODEL
from app.memory.catch_up import MOST_SINGLE_COMMITS, CatchUp, CaughtUp
from app.memory.long_term_memory import LongTermMemory
from app.storage.database import IndexRows
from app.storage.database.seen_file_rows import SeenFileRows
from app.storage.memory_files import MemoryFilesOnDisk
from tests.conftest import House

LOG = "memory/daily/2026-02-28.md"
LONG_AGO = 1_700_000_000


class ReadFiles(MemoryFilesOnDisk):
    """The real files, seen an hour later: none is too fresh to be known by its look. Notes which
    of them were read.
    """

    def __init__(self, root: Path) -> None:
        super().__init__(root, nanoseconds=lambda: time.time_ns() + 3_600_000_000_000)
        self.read_paths: list[str] = []

    def read(self, path: str) -> FileSnapshot:
        self.read_paths.append(path)
        return super().read(path)


@pytest.fixture
def files(house: House) -> ReadFiles:
    return ReadFiles(house.home)


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def catch_up(house: House, files: ReadFiles, told: list[str]) -> CatchUp:
    return CatchUp(
        files,
        house.history,
        house.index,
        SeenFileRows(house.database),
        house.messages,
        lambda: told.append("indexed"),
    )


def put(house: House, path: str, text: str | bytes) -> None:
    """As another program would."""
    place = house.home / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text if isinstance(text, bytes) else text.encode())


def messages(history: VersionHistory) -> list[str]:
    return [commit.message for commit in history.log(limit=200).commits]


def texts(house: House, path: str) -> list[str]:
    return [chunk.text for chunk in IndexRows(house.database).of_file(path)]


def test_files_an_editor_changed_are_committed_and_indexed(
    house: House, catch_up: CatchUp, told: Sequence[str]
):
    put(house, LONG_TERM_PATH, "# Long-term Memory\n\n## Notes\n\n- Ana sails.\n")
    put(house, LOG, "# Daily Log - 2026-02-28\n\n- Bought rope.\n")
    put(house, "files/plan.md", "plan\n")
    done = catch_up.run()
    assert done.committed == ("files/plan.md", LONG_TERM_PATH, LOG)
    assert done.indexed == (LONG_TERM_PATH, LOG)
    assert sorted(messages(house.history)[:3]) == [
        "file: write files/plan.md",
        "log: add daily log 2026-02-28",
        "memory: update MEMORY.md",
    ]
    assert texts(house, LONG_TERM_PATH) == ["- Ana sails."]
    assert texts(house, LOG) == ["- Bought rope."]
    assert house.history.uncommitted() == ()
    assert told == ["indexed"]


def test_a_second_start_finds_nothing_to_do(house: House, catch_up: CatchUp):
    put(house, LOG, "# Daily Log - 2026-02-28\n\n- Bought rope.\n")
    catch_up.run()
    assert catch_up.run() == CaughtUp()


def test_files_that_look_as_they_did_are_not_read_again(
    house: House, catch_up: CatchUp, files: ReadFiles
):
    for day in range(1, 10):
        put(house, f"memory/daily/2026-01-0{day}.md", f"# Daily Log - 2026-01-0{day}\n\n- {day}\n")
    catch_up.run()
    files.read_paths.clear()
    put(house, "memory/daily/2026-01-03.md", "# Daily Log - 2026-01-03\n\n- three\n")
    assert catch_up.run().indexed == ("memory/daily/2026-01-03.md",)
    assert set(files.read_paths) == {"memory/daily/2026-01-03.md"}


def test_a_change_that_keeps_size_and_time_is_still_seen(house: House, catch_up: CatchUp):
    put(house, LOG, "- one\n")
    os.utime(house.home / LOG, (LONG_AGO, LONG_AGO))
    catch_up.run()
    put(house, LOG, "- two\n")
    os.utime(house.home / LOG, (LONG_AGO, LONG_AGO))
    assert catch_up.run().committed == (LOG,)
    assert texts(house, LOG) == ["- two"]


def test_a_file_that_somebody_deleted_leaves_history_and_index(house: House, catch_up: CatchUp):
    put(house, LOG, "- gone soon\n")
    catch_up.run()
    (house.home / LOG).unlink()
    assert catch_up.run().committed == (LOG,)
    assert messages(house.history)[0] == f"file: delete {LOG}"
    assert texts(house, LOG) == []
    assert catch_up.run() == CaughtUp()


def test_a_write_whose_process_died_before_its_commit_is_taken_up(house: House, catch_up: CatchUp):
    def die(path: str, commit_message: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        LongTermMemory(house.files, die, house.clock).save("Ana sails.")
    assert catch_up.run().committed == (LONG_TERM_PATH,)
    assert messages(house.history)[0] == "memory: update MEMORY.md"
    assert len(texts(house, LONG_TERM_PATH)) == 1


def test_a_write_that_died_between_commit_and_index_is_indexed(house: House, catch_up: CatchUp):
    put(house, LOG, "- committed\n")
    house.history.commit([LOG], "log: add daily log 2026-02-28")
    assert catch_up.run() == CaughtUp(indexed=(LOG,))


def test_rows_of_a_deletion_that_died_before_the_index_are_taken_away(
    house: House, catch_up: CatchUp
):
    house.index.index_file(LOG, "- long gone\n")
    assert catch_up.run() == CaughtUp(indexed=(LOG,))
    assert texts(house, LOG) == []


def test_a_lost_database_is_indexed_again_from_files_and_messages(house: House, catch_up: CatchUp):
    put(house, LOG, "- from the file\n")
    catch_up.run()
    house.begin_session()
    house.say("from the conversation")
    house.database.execute("DELETE FROM memory_index")
    house.database.execute("DELETE FROM seen_files")
    assert catch_up.run() == CaughtUp(indexed=(LOG,), messages=1)
    found = {chunk.text for chunk in IndexRows(house.database).all()}
    assert found == {"- from the file", "from the conversation"}


def test_a_history_that_lost_its_newest_version_gets_it_again(house: House, catch_up: CatchUp):
    first = house.history.log(limit=1).commits[0].sha
    put(house, LOG, "- kept on disk\n")
    catch_up.run()
    # What a repair does when the newest commit is damaged.
    (house.home / ".git/refs/heads/main").write_text(f"{first}\n", encoding="ascii")
    assert catch_up.run().committed == (LOG,)
    assert house.history.uncommitted() == ()


def test_only_messages_that_may_be_found_are_indexed(house: House, catch_up: CatchUp):
    house.begin_session("open")
    house.begin_session("closed", is_private=True)
    house.begin_session("deleted")
    house.say("findable", session_id="open")
    house.say(" \u2003\n", session_id="open")
    house.say("secret", session_id="closed")
    house.say("thrown away", session_id="deleted")
    house.sessions.delete("deleted", house.clock.now())
    house.database.execute(
        "INSERT INTO messages (id, session_id, kind, text, said_at, offset_minutes, model)"
        " VALUES ('quote', 'open', 'ASSISTANT', 'a quote of a memory', 1, 0, ?)",
        ON_DEVICE_MODEL.model_id,
    )
    assert catch_up.run().messages == 1
    assert [chunk.text for chunk in IndexRows(house.database).all()] == ["findable"]
    house.sessions.restore("deleted")
    assert catch_up.run().messages == 1
    assert catch_up.run().messages == 0


def test_a_file_nobody_can_read_is_named_and_keeps_nothing_else_back(
    house: House, catch_up: CatchUp
):
    put(house, "memory/daily/2026-02-27.md", b"\xff\xfe broken")
    put(house, LOG, "- fine\n")
    done = catch_up.run()
    assert done.unreadable == ("memory/daily/2026-02-27.md",)
    assert done.indexed == (LOG,)
    assert (house.home / "memory/daily/2026-02-27.md").read_bytes() == b"\xff\xfe broken"


def test_a_whole_import_is_one_commit(house: House, catch_up: CatchUp):
    for number in range(MOST_SINGLE_COMMITS + 1):
        put(house, f"files/old/{number}.md", f"{number}\n")
    before = len(messages(house.history))
    catch_up.run()
    assert messages(house.history)[0] == "file: write files/old"
    assert len(messages(house.history)) == before + 1


def test_what_the_history_leaves_out_stays_out(house: House, catch_up: CatchUp):
    put(house, "files/photo.png", b"\x89PNG")
    assert catch_up.run() == CaughtUp()
    assert "files/photo.png" not in house.history.recorded()


def test_a_thorough_run_reads_everything_and_finds_what_looks_cannot_show(
    house: House, catch_up: CatchUp
):
    put(house, LOG, "- one\n- two\n")
    catch_up.run()
    house.database.execute("DELETE FROM memory_index WHERE chunk_text = '- two'")
    assert catch_up.run() == CaughtUp()
    assert catch_up.run(thorough=True) == CaughtUp(indexed=(LOG,))
