import threading

from app.contracts.conversation import MessageKind
from app.contracts.errors import DatabaseError, OneClawError
from app.contracts.jobs import JobKind
from app.memory.triggers import MemoryTriggers
from tests.conftest import House
from tests.fakes.engine import CountingEngine


def triggers_of(house: House) -> tuple[MemoryTriggers, CountingEngine]:
    engine = CountingEngine()
    return MemoryTriggers(house.jobs, house.sessions, engine, house.clock), engine


def keys(house: House) -> list[str]:
    return [job.key for job in house.jobs.unfinished() if job.kind is JobKind.FLUSH_SESSION]


def test_leaving_an_idle_app_writes_a_job_and_wakes_the_engine(house: House):
    triggers, engine = triggers_of(house)
    house.begin_session()
    house.say("The boat leaves at nine.")
    triggers.app_left()
    assert keys(house) == ["s1"]
    assert engine.wakes == 1


def test_leaving_with_nothing_new_does_nothing(house: House):
    triggers, engine = triggers_of(house)
    house.begin_session()
    triggers.app_left()
    assert keys(house) == []
    assert engine.wakes == 0


def test_many_triggers_at_once_give_one_job(house: House):
    triggers, _ = triggers_of(house)
    house.begin_session()
    house.say("The boat leaves at nine.")
    threads = [threading.Thread(target=triggers.app_left) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert keys(house) == ["s1"]


def test_the_start_sweeps_every_session_a_kill_left_unlogged(house: House):
    triggers, _ = triggers_of(house)
    for session_id in ("s1", "s2"):
        house.begin_session(session_id)
        house.say("Something.", session_id=session_id)
    triggers.app_started()
    assert sorted(keys(house)) == ["s1", "s2"]


def test_a_private_session_is_never_taken(house: House):
    triggers, _ = triggers_of(house)
    house.begin_session(is_private=True)
    house.say("Nobody may know.")
    triggers.app_left()
    assert keys(house) == []


def test_tool_rows_alone_are_no_reason_to_flush(house: House):
    triggers, _ = triggers_of(house)
    house.begin_session()
    house.say("{}", kind=MessageKind.TOOL_RESULT)
    triggers.app_left()
    assert keys(house) == []


def test_a_broken_database_is_not_the_persons_problem_now(house: House):
    triggers, engine = triggers_of(house)
    house.database.close()
    triggers.app_left()
    assert engine.wakes == 0


def test_a_trigger_tells_whether_its_job_could_be_written(house: House):
    triggers, _ = triggers_of(house)
    told: list[OneClawError | None] = []
    triggers.on_flush_asked_for = told.append
    house.begin_session()
    triggers.session_left("s1")
    house.database.close()
    triggers.session_left("s1")
    done, failed = told
    assert done is None
    assert isinstance(failed, DatabaseError)
