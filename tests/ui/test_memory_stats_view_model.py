from datetime import date, time, timedelta

from app.contracts.jobs import Done, GivenUp, JobKind, RetryAt, Wait, WaitsFor
from app.memory.daily_log import new_block
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_statistics import ReadStatistics
from app.memory.rebuild_progress import RebuildProgress
from app.storage.database import IndexRows
from app.ui.screens.memory_stats.view_model import StatsViewModel
from tests.conftest import House
from tests.fakes.engine import CountingEngine
from tests.fakes.tasks import InlineTasks


def model_of(house: House) -> tuple[StatsViewModel, CountingEngine]:
    memory = LongTermMemory(house.files, house.record_write, house.clock)
    index = IndexRows(house.database)
    read = ReadStatistics(house.files, memory, house.logs, house.history, index, house.jobs)
    engine = CountingEngine()
    return (
        StatsViewModel(
            read,
            house.jobs,
            engine,
            house.settings,
            InlineTasks(),
            house.clock,
            RebuildProgress(house.settings),
        ),
        engine,
    )


def figures(model: StatsViewModel) -> dict[str, str]:
    return {figure.meaning: figure.value for figure in model.state.figures}


def test_an_empty_memory_counts_nothing(house: House):
    model, _ = model_of(house)
    model.refresh()
    assert figures(model) == {
        "daily logs": "0",
        "long-term entries": "0",
        "pieces indexed": "0",
        "on this device": "0 bytes",
    }
    assert model.state.growth == ()
    assert model.state.last_written == "never"
    assert model.state.understood == "ready, nothing to find yet"


def test_logs_entries_and_pieces_are_counted(house: House):
    LongTermMemory(house.files, house.record_write, house.clock).save("Prefers tea", "preferences")
    house.logs.append_block(date(2026, 2, 27), new_block("b1", time(9), "Talk", "- One"))
    model, _ = model_of(house)
    model.refresh()
    assert figures(model)["daily log"] == "1"
    assert figures(model)["long-term entries"] == "1"
    assert int(figures(model)["pieces indexed"]) >= 2
    assert "the rest waits" in model.state.understood
    assert model.state.last_written == "today, 09:30"
    assert len(model.state.growth) == 12
    assert model.state.growth[-1].month == date(2026, 2, 1)
    assert model.state.growth[-1].size > 0


def test_a_failed_job_says_why_and_is_taken_up_again(house: House):
    now = house.clock.now()
    house.jobs.enqueue(JobKind.FLUSH_SESSION, "s1", now)
    job = house.jobs.claim_next("engine", now, timedelta(minutes=1))
    assert job is not None
    house.jobs.finish(job.id, "engine", GivenUp("The key was refused."), now)
    model, engine = model_of(house)
    model.refresh()
    (row,) = model.state.jobs
    assert (row.detail, row.can_retry, row.has_failed) == ("The key was refused.", True, True)
    model.retry(row)
    (row,) = model.state.jobs
    assert row.job.id == job.id
    assert not row.has_failed
    assert engine.wakes == 1


def test_chats_that_wait_alike_are_one_line_and_are_taken_up_together(house: House):
    now = house.clock.now()
    for session in ("s1", "s2", "s3"):
        house.jobs.enqueue(JobKind.FLUSH_SESSION, session, now)
    for reason in ("The key was refused.", "The key was refused."):
        job = house.jobs.claim_next("engine", now, timedelta(minutes=1))
        assert job is not None
        house.jobs.finish(job.id, "engine", GivenUp(reason), now)
    model, _ = model_of(house)
    model.refresh()
    assert [(row.text, row.detail) for row in model.state.jobs] == [
        ("Writing the logs of 2 chats", "The key was refused."),
        ("Writing the log of a chat", "waiting"),
    ]
    assert model.state.jobs[0].has_failed
    model.retry(model.state.jobs[0])
    assert [row.has_failed for row in model.state.jobs] == [False, False]
    assert house.jobs.given_up() == ()


def test_a_job_that_waits_for_its_next_try_can_be_pulled_forward(house: House):
    now = house.clock.now()
    house.jobs.enqueue(JobKind.FLUSH_SESSION, "s1", now)
    job = house.jobs.claim_next("engine", now, timedelta(minutes=1))
    assert job is not None
    house.jobs.finish(job.id, "engine", RetryAt(now + timedelta(hours=1), "No network."), now)
    model, _ = model_of(house)
    model.refresh()
    (row,) = model.state.jobs
    assert (row.detail, row.can_retry, row.has_failed) == ("No network.", True, False)


def test_a_job_that_waits_for_the_device_says_so_and_has_not_failed(house: House):
    now = house.clock.now()
    house.jobs.enqueue(JobKind.FLUSH_SESSION, "s1", now)
    job = house.jobs.claim_next("engine", now, timedelta(minutes=1))
    assert job is not None
    waits = WaitsFor(Wait.NETWORK, now + timedelta(hours=1))
    house.jobs.finish(job.id, "engine", waits, now)
    model, _ = model_of(house)
    model.refresh()
    (row,) = model.state.jobs
    assert (row.detail, row.can_retry, row.has_failed) == ("waits for a network", False, False)


def test_a_running_job_is_at_work(house: House):
    now = house.clock.now()
    house.jobs.enqueue(JobKind.EMBED_PENDING, "", now)
    house.jobs.claim_next("engine", now, timedelta(minutes=1))
    model, _ = model_of(house)
    model.refresh()
    assert [(row.detail, row.can_retry) for row in model.state.jobs] == [("at work", False)]


def test_rebuilding_twice_asks_once_and_wakes_the_engine(house: House):
    model, engine = model_of(house)
    model.rebuild_index()
    model.rebuild_index()
    assert len(house.jobs.unfinished()) == 1
    assert model.state.rebuild is not None
    assert model.state.rebuild.job.kind is JobKind.REBUILD_INDEX
    assert engine.wakes == 2
    assert RebuildProgress(house.settings).is_wanted


def test_a_rebuild_tells_how_far_it_is_and_stops_on_cancel(house: House):
    model, _ = model_of(house)
    progress = RebuildProgress(house.settings)
    model.rebuild_index()
    job = house.jobs.claim_next("engine", house.clock.now(), timedelta(minutes=1))
    assert job is not None
    assert progress.tell(job.id, 25, 100)
    model.refresh()
    assert model.state.rebuilt.share == 0.25
    model.cancel_rebuild()
    assert model.state.is_stopping
    assert not progress.tell(job.id, 50, 100)
    progress.end()
    house.jobs.finish(job.id, "engine", Done(), house.clock.now())
    model.refresh()
    assert model.state.rebuild is None
    assert not model.state.is_stopping


def test_a_rebuild_that_has_not_begun_can_be_cancelled_and_asked_for_again(house: House):
    model, _ = model_of(house)
    progress = RebuildProgress(house.settings)
    model.rebuild_index()
    (job,) = house.jobs.unfinished()
    model.cancel_rebuild()
    assert not progress.tell(job.id, 0, 10)
    model.rebuild_index()
    assert progress.tell(job.id, 0, 10)


def test_a_model_that_cannot_be_used_is_said_with_the_reason(house: House):
    now = house.clock.now()
    house.jobs.enqueue(JobKind.EMBED_PENDING, "", now)
    job = house.jobs.claim_next("engine", now, timedelta(minutes=1))
    assert job is not None
    reason = "Search by meaning is off."
    house.jobs.finish(job.id, "engine", RetryAt(now + timedelta(hours=6), reason), now)
    model, _ = model_of(house)
    model.refresh()
    assert (model.state.understood, model.state.is_model_bad) == (reason, True)


def test_an_unreadable_memory_file_hides_no_other_count(house: House):
    house.logs.append_block(date(2026, 2, 27), new_block("b1", time(9), "Talk", "- One"))
    (house.home / "memory/MEMORY.md").write_bytes(b"\xff\x00")
    model, _ = model_of(house)
    model.refresh()
    assert figures(model)["daily log"] == "1"
    assert model.state.advice


def test_a_closed_database_is_a_sentence(house: House):
    model, _ = model_of(house)
    house.database.close()
    model.refresh()
    assert model.state.problem
