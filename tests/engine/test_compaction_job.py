"""At most once a day, with a model and without, and never over what was saved meanwhile."""

import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from app.contracts.active_model import ActiveModel
from app.contracts.errors import AuthenticationFailed, ProviderError, ProviderUnreachable
from app.contracts.jobs import Done, JobKind, RetryAt
from app.contracts.memory_files import LONG_TERM_PATH
from app.contracts.model_provider import StreamFailed
from app.engine.compaction_job import CompactionJob, JobLease
from app.memory.compaction_policy import COMPACTED_ON, SMALLEST_FILE, is_compaction_due
from app.memory.long_term_document import LongTermDocument
from app.memory.memory_compactor import MemoryCompactor
from app.storage.database import JobRows, open_database
from app.storage.git_history import GitHistory
from tests.conftest import House
from tests.engine.compacting_child import run
from tests.fakes.clock import CountingIds, FixedClock
from tests.fakes.scripted_provider import ScriptedProvider

PROJECT = Path(__file__).parents[2]
FILLING = "".join(f"- Remembers the harbour number {n} by its lamp {n * 7}\n" for n in range(80))
TIDY = f"""\
# Long-term Memory

## User Profile

- Lives in Zurich <!-- tool 2026-01-01 -->
- Lives in Geneva <!-- tool 2026-02-01 -->

## Notes

{FILLING}\
- Likes tea <!-- pinned -->
"""
MESSY = f"{TIDY}- likes tea\n- The train was late today <!-- flush 2026-02-20 -->\n"


class OneModel:
    def __init__(self, provider: ScriptedProvider, *, is_language_model: bool = True) -> None:
        self._model = ActiveModel(provider, "m", "Model", 32_000, is_language_model)

    def for_agent(self, agent_id: str) -> ActiveModel:
        assert agent_id == "general"
        return self._model


class Works:
    """The job as the engine runs it, in a house with a messy memory."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.provider = ScriptedProvider()
        self.put(MESSY)

    def put(self, text: str) -> None:
        place = self.house.home / LONG_TERM_PATH
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(text.encode())

    @property
    def text(self) -> str:
        return self.house.files.read(LONG_TERM_PATH).text

    def run(self, models: OneModel | None = None, *, owner: str = "engine") -> object:
        house = self.house
        house.jobs.enqueue(JobKind.COMPACT_MEMORY, "", house.clock.now())
        job = house.jobs.claim_next("engine", house.clock.now(), timedelta(seconds=60))
        assert job is not None
        outcome = self.handler(models, owner).run(job)
        assert isinstance(outcome, Done | RetryAt)
        house.jobs.finish(job.id, "engine", outcome, house.clock.now())
        return outcome

    def handler(self, models: OneModel | None, owner: str) -> CompactionJob:
        house = self.house
        compactor = MemoryCompactor(house.files, house.record_write, house.clock)
        lease = JobLease(house.jobs, owner)
        return CompactionJob(compactor, house.settings, house.clock, lease, models)


@pytest.fixture
def works(house: House) -> Works:
    return Works(house)


def test_a_day_decides_and_the_size() -> None:
    today = FixedClock().now().date()
    large = "x" * SMALLEST_FILE
    assert is_compaction_due(large, today, None)
    assert is_compaction_due(large, today, "2026-02-27")
    assert is_compaction_due(large, today, "2099-01-01")
    assert not is_compaction_due(large, today, "2026-02-28")
    assert not is_compaction_due(large[1:], today, None)


def test_without_a_model_it_is_tidied_once_a_day(works: Works) -> None:
    assert works.run() == Done()
    assert works.text == TIDY
    assert works.house.settings.get(COMPACTED_ON) == "2026-02-28"
    works.put(MESSY)
    assert works.run() == Done()
    assert works.text == MESSY
    works.house.clock.move(days=1)
    assert works.run() == Done()
    assert works.text == TIDY


def test_a_small_file_is_left_alone_without_spending_the_day(works: Works) -> None:
    works.put("# Long-term Memory\n\n- Likes tea\n- Likes tea\n")
    assert works.run() == Done()
    assert "- Likes tea\n- Likes tea\n" in works.text
    assert works.house.settings.get(COMPACTED_ON) is None


def test_with_a_model_contradictions_go(works: Works) -> None:
    works.provider.enqueue_text("drop 1 for 2: moved\nend")
    works.provider.enqueue_text("keep all\nend")
    assert works.run(OneModel(works.provider)) == Done()
    assert works.text == TIDY.replace("- Lives in Zurich <!-- tool 2026-01-01 -->\n", "")


def test_the_on_device_model_is_not_asked(works: Works) -> None:
    assert works.run(OneModel(works.provider, is_language_model=False)) == Done()
    assert works.provider.requests == []
    assert works.text == TIDY


def test_nonsense_changes_nothing_and_waits_for_tomorrow(works: Works) -> None:
    works.provider.enqueue_text("I am a teapot")
    works.provider.enqueue_text("I am a teapot")
    assert works.run(OneModel(works.provider)) == Done()
    assert works.text == MESSY
    assert works.house.settings.get(COMPACTED_ON) == "2026-02-28"


def test_a_model_out_of_reach_is_tried_again_later(works: Works) -> None:
    works.provider.enqueue([StreamFailed(ProviderUnreachable("No network."))])
    outcome = works.run(OneModel(works.provider))
    assert isinstance(outcome, RetryAt)
    assert outcome.reason == "No network."
    assert works.text == MESSY
    assert works.house.settings.get(COMPACTED_ON) is None


@pytest.mark.parametrize("error", [AuthenticationFailed("Wrong key.")])
def test_a_model_that_will_not_serve_is_done_without(works: Works, error: ProviderError) -> None:
    works.provider.enqueue([StreamFailed(error)])
    assert works.run(OneModel(works.provider)) == Done()
    assert works.text == TIDY


def test_who_lost_the_lease_writes_nothing(works: Works) -> None:
    assert works.run(owner="an engine that was thought dead") == Done()
    assert works.text == MESSY
    assert works.house.settings.get(COMPACTED_ON) is None


def run_until_killed(home: Path) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.engine.compacting_child", str(home)],
        cwd=PROJECT,
        check=False,
    )
    assert child.returncode == -signal.SIGKILL


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A messy memory that nobody committed, and a job to tidy it."""
    home = tmp_path / "home"
    (home / "memory").mkdir(parents=True)
    GitHistory(home, FixedClock()).prepare()
    (home / LONG_TERM_PATH).write_text(MESSY, encoding="utf-8", newline="")
    database = open_database(home / "oneclaw.db")
    JobRows(database, CountingIds()).enqueue(JobKind.COMPACT_MEMORY, "", FixedClock().now())
    database.close()
    return home


def test_what_was_saved_between_the_kill_and_the_repeat_stays(home: Path) -> None:
    run_until_killed(home)
    place = home / LONG_TERM_PATH
    place.write_text(MESSY + "- Owns a red boat\n", encoding="utf-8", newline="")
    run(home)
    assert place.read_text(encoding="utf-8") == TIDY + "- Owns a red boat\n"
    assert len(LongTermDocument(place.read_text(encoding="utf-8")).entries()) == 84
