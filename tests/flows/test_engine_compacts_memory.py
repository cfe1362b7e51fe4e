"""The real engine process tidies MEMORY.md when a job asks for it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.contracts.jobs import JobKind
from app.contracts.memory_files import LONG_TERM_PATH
from app.wiring.environment import Environment, engine_command
from app.wiring.foundations import Foundations, open_foundations
from tests.flows.test_engine_killed_during_a_flush import engine
from tests.flows.test_walking_skeleton import git

FACTS = "".join(f"- Knows harbour {n} by the colour of lamp {n * 7}\n" for n in range(90))
TIDY = f"# Long-term Memory\n\n## Notes\n\n{FACTS}- Has a dog called Rex\n"


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    home = tmp_path / "home"
    home.mkdir()
    return Environment(home)


@pytest.fixture
def base(environment: Environment) -> Iterator[Foundations]:
    opened = open_foundations(environment)
    yield opened
    opened.close()


def test_repeats_by_words_and_by_meaning_are_gone(base: Foundations, environment: Environment):
    place = environment.home / LONG_TERM_PATH
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(f"{TIDY}- has a dog called REX!\n- Owns a dog named Rex\n".encode())
    base.jobs.enqueue(JobKind.COMPACT_MEMORY, "", base.clock.now())
    # Closing its input lets the engine finish what is due and leave.
    with engine(engine_command(), environment) as process:
        pass
    assert process.returncode == os.EX_OK
    assert place.read_bytes().decode() == TIDY
    assert git(environment.home, "log", "--format=%s").count("memory: update MEMORY.md") == 2
    assert git(environment.home, "status", "--porcelain") == ""
