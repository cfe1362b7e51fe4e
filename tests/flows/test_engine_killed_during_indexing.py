"""SIGKILL at random moments while the engine rebuilds and embeds: the index is never half, and the
next engine goes on by itself.
"""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.contracts.jobs import JobKind
from app.contracts.memory_files import LONG_TERM_PATH
from app.contracts.search import VECTOR_BYTES
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations, open_foundations
from tests.flows.engine_child import engine_child, module_command, run_engine_until_idle

KILLS = 8
FACTS = 240
TALKATIVE = module_command("tests.flows.talkative_engine")


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    home = tmp_path / "home"
    home.mkdir()
    return Environment(home)


def write_facts(base: Foundations) -> None:
    """The files are there; the index knows nothing of them yet."""
    bullets = "\n".join(f"- Fact {number} is about place {number * 7}" for number in range(FACTS))
    text = f"# Long-term Memory\n\n## Notes\n\n{bullets}\n"
    base.files.write(LONG_TERM_PATH, text, based_on=base.files.read(LONG_TERM_PATH))


def kill_after(steps: int, environment: Environment) -> None:
    """The word it last said is only the beginning of what it was doing when it died."""
    with engine_child(environment, TALKATIVE, stays=False) as engine:
        assert engine.stdout is not None
        for _ in range(steps):
            engine.stdout.readline()
        engine.kill()


def assert_consistent(environment: Environment) -> tuple[int, int]:
    """How many chunks there are, and how many of them have a vector."""
    with closing(sqlite3.connect(environment.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = connection.execute("SELECT id, length(embedding), model_id FROM memory_index")
        chunks = rows.fetchall()
        told = connection.execute("SELECT chunk_id FROM memory_index_changes").fetchall()
    assert len(chunks) in {0, FACTS}
    assert {length for _, length, _ in chunks} <= {None, VECTOR_BYTES}
    assert all(bool(model_id) == (length is not None) for _, length, model_id in chunks)
    assert {row[0] for row in chunks} <= {row[0] for row in told}
    return len(chunks), sum(length is not None for _, length, _ in chunks)


def test_an_engine_killed_again_and_again_leaves_an_index_that_finishes_on_its_own(
    environment: Environment,
):
    base = open_foundations(environment)
    write_facts(base)
    base.close()
    moments = random.Random(20260228)
    embedded = 0
    for _ in range(KILLS):
        kill_after(moments.randrange(1, 8), environment)
        _, with_vector = assert_consistent(environment)
        assert with_vector >= embedded, "a kill must not cost vectors that were there"
        embedded = with_vector
    run_engine_until_idle(environment)
    assert assert_consistent(environment) == (FACTS, FACTS)


def test_a_rebuild_killed_half_way_leaves_the_old_index_in_use(environment: Environment):
    base = open_foundations(environment)
    write_facts(base)
    base.index.index_file(LONG_TERM_PATH, base.files.read(LONG_TERM_PATH).text)
    before = base.index_rows.ids_of_file(LONG_TERM_PATH)
    base.jobs.enqueue(JobKind.REBUILD_INDEX, "", base.clock.now())
    kill_after(3, environment)
    assert base.index_rows.ids_of_file(LONG_TERM_PATH) == before
    assert_consistent(environment)
    base.close()
