"""The daily upkeep on real files, history, rows and jobs."""

from datetime import timedelta

import pytest

from app.contracts.device_conditions import Power
from app.contracts.history import maintenance_message
from app.contracts.jobs import Done, Job, JobKind
from app.contracts.memory_files import LONG_TERM_PATH
from app.engine.upkeep_job import LAST_PACKING, LAST_UPKEEP, Kept, UpkeepJob
from app.storage.database import IndexRows
from tests.conftest import House
from tests.fakes.device_conditions import DecidedConditions
from tests.storage.git_history.place import run_git


class Upkeep:
    def __init__(self, house: House) -> None:
        self.house = house
        self.conditions = DecidedConditions()
        self.job = UpkeepJob(
            Kept(
                house.files,
                house.history,
                IndexRows(house.database),
                house.sessions,
                house.jobs,
                house.settings,
            ),
            house.catch_up.run,
            self.conditions,
            house.clock,
        )
        self.write("# Long-term Memory\n")

    def write(self, text: str) -> None:
        before = self.house.files.read(LONG_TERM_PATH)
        self.house.files.write(LONG_TERM_PATH, text, based_on=before)

    def day(self, *, later: int = 0) -> None:
        self.house.clock.move(days=later)
        self.job.ask()
        job = self.claim()
        assert job is not None
        assert self.job.run(job) == Done()
        self.house.jobs.finish(job.id, "engine", Done(), self.house.clock.now())

    def claim(self) -> Job | None:
        return self.house.jobs.claim_next("engine", self.house.clock.now(), timedelta(minutes=1))

    def packings(self) -> int:
        commits = self.house.history.log(limit=500).commits
        return sum(commit.message == maintenance_message() for commit in commits)

    def asked(self) -> set[tuple[JobKind, str]]:
        return {(job.kind, job.key) for job in self.house.jobs.unfinished()}


@pytest.fixture
def upkeep(house: House) -> Upkeep:
    return Upkeep(house)


def test_the_history_is_packed_once_a_month_and_stays_whole(upkeep: Upkeep):
    house = upkeep.house
    for number in range(20):
        upkeep.write(f"# Long-term Memory\n\n## Notes\n\n- Version {number}\n")
        upkeep.day(later=5)
    assert upkeep.packings() == 3
    assert len(list((house.home / ".git/objects/pack").glob("*.pack"))) >= 1
    done = run_git(house.home, "fsck", "--full", "--strict")
    assert (done.returncode, done.stdout + done.stderr) == (0, b"")
    assert house.history.uncommitted() == ()


def test_a_new_history_is_not_packed_on_its_first_day(upkeep: Upkeep):
    upkeep.day()
    assert upkeep.packings() == 0
    assert upkeep.house.settings.get(LAST_PACKING) == "2026-02-28"


def test_weeks_without_an_engine_are_one_packing(upkeep: Upkeep):
    upkeep.day()
    upkeep.day(later=200)
    upkeep.day(later=1)
    assert upkeep.packings() == 1


def test_a_clock_that_ran_years_ahead_holds_up_one_month_at_most(upkeep: Upkeep):
    upkeep.day()
    upkeep.day(later=4_000)
    assert upkeep.packings() == 1
    upkeep.day(later=-4_000)
    upkeep.day(later=29)
    assert upkeep.packings() == 1
    upkeep.day(later=1)
    assert upkeep.packings() == 2


def test_what_stands_in_the_setting_may_be_nonsense(upkeep: Upkeep):
    upkeep.house.settings.put(LAST_PACKING, "last Tuesday")
    upkeep.day()
    upkeep.day(later=30)
    assert upkeep.packings() == 1


def test_killed_after_packing_it_is_not_packed_again(upkeep: Upkeep):
    upkeep.day()
    upkeep.house.clock.move(days=31)
    with upkeep.house.files.lock():
        upkeep.house.history.collect_garbage()  # and here the engine was killed
    upkeep.day()
    assert upkeep.packings() == 1
    assert upkeep.house.settings.get(LAST_PACKING) == "2026-03-31"


def test_with_little_power_packing_waits_for_another_day_and_the_rest_is_done(upkeep: Upkeep):
    upkeep.day()
    upkeep.conditions.power_now = Power(on_battery=True, is_low=True)
    upkeep.day(later=40)
    assert upkeep.packings() == 0
    assert upkeep.house.settings.get(LAST_UPKEEP) == "2026-04-09"
    upkeep.conditions.power_now = Power()
    upkeep.day(later=1)
    assert upkeep.packings() == 1


def test_asked_again_on_the_same_day_it_does_nothing(upkeep: Upkeep):
    upkeep.day()
    upkeep.write("# Long-term Memory\n\n## Notes\n\n- Another editor wrote this\n")
    upkeep.house.jobs.enqueue(JobKind.UPKEEP, "", upkeep.house.clock.now())
    job = upkeep.claim()
    assert job is not None
    assert upkeep.job.run(job) == Done()
    assert upkeep.house.history.uncommitted() == (LONG_TERM_PATH,)


def test_old_finished_jobs_go_after_a_month(upkeep: Upkeep):
    upkeep.day()
    upkeep.day(later=29)
    jobs = "SELECT count(*) FROM jobs WHERE state = 'done'"
    assert upkeep.house.database.values(jobs) == [(2,)]
    upkeep.day(later=2)
    assert upkeep.house.database.values(jobs) == [(2,)]


def test_what_was_left_unlogged_and_without_vectors_is_asked_for(upkeep: Upkeep):
    house = upkeep.house
    house.begin_session()
    house.say("I like tea")
    upkeep.write("# Long-term Memory\n\n## Notes\n\n- Another editor wrote this\n")
    house.clock.move(hours=2)
    house.begin_session("in the middle of a talk")
    house.say("And", session_id="in the middle of a talk")
    upkeep.day()
    assert upkeep.asked() == {(JobKind.FLUSH_SESSION, "s1"), (JobKind.EMBED_PENDING, "")}
    assert house.history.uncommitted() == ()
    assert any("Another editor" in chunk.text for chunk in IndexRows(house.database).all())


def test_a_session_whose_flush_is_under_way_is_not_asked_for_again(upkeep: Upkeep):
    house = upkeep.house
    house.begin_session()
    house.say("I like tea")
    house.clock.move(hours=2)
    house.jobs.enqueue(JobKind.FLUSH_SESSION, "s1", house.clock.now())
    flush = upkeep.claim()
    assert flush is not None
    house.jobs.keep_plan(flush.id, "engine", {"last_sequence": "1"})
    upkeep.day()
    house.jobs.finish_flush(flush.id, "engine", "s1", 1, house.clock.now())
    assert JobKind.FLUSH_SESSION not in {kind for kind, _ in upkeep.asked()}


def test_a_starting_engine_asks_once_a_day(upkeep: Upkeep):
    upkeep.job.ask()
    upkeep.job.ask()
    assert upkeep.asked() == {(JobKind.UPKEEP, "")}
    upkeep.day()
    upkeep.job.ask()
    assert upkeep.asked() == set()
