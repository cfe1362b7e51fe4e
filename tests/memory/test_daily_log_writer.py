from collections.abc import Sequence
from datetime import date, timedelta

from app.contracts.conversation import Message, MessageKind
from app.contracts.jobs import Done, Job, JobKind
from app.memory.daily_log_writer import DailyLogWriter
from app.memory.summarise.extractive import extractive_summary
from tests.conftest import House

OWNER = "engine"


def writer_for(house: House) -> DailyLogWriter:
    return DailyLogWriter(
        house.sessions,
        house.messages,
        house.jobs,
        house.logs,
        extractive_summary,
        house.clock,
        OWNER,
    )


def claimed(house: House, session_id: str = "s1") -> Job:
    house.jobs.enqueue(JobKind.FLUSH_SESSION, session_id, house.clock.now())
    job = house.jobs.claim_next(OWNER, house.clock.now(), timedelta(minutes=1))
    assert job is not None
    return job


def pointer(house: House) -> int:
    session = house.sessions.get("s1")
    assert session is not None
    return session.last_logged_sequence


def test_a_flush_writes_one_block_and_moves_the_pointer(house: House):
    house.begin_session()
    house.say("The boat leaves at nine.")
    last = house.say("Noted.", kind=MessageKind.ASSISTANT)
    assert writer_for(house).flush(claimed(house)) == Done()
    (block,) = house.logs.blocks(date(2026, 2, 28))
    assert block.title == "Title of s1"
    assert block.body == "- The boat leaves at nine."
    assert pointer(house) == last.sequence


def test_nothing_new_writes_nothing(house: House):
    house.begin_session()
    house.say("The boat leaves at nine.")
    writer_for(house).flush(claimed(house))
    before = house.logs.read(date(2026, 2, 28))
    assert writer_for(house).flush(claimed(house)) == Done()
    assert house.logs.read(date(2026, 2, 28)) == before


def test_each_day_gets_what_was_said_on_it_however_late_the_flush(house: House):
    house.begin_session()
    house.say("Before midnight we sang.")
    house.clock.move(days=1)
    house.say("After midnight we slept.")
    house.clock.move(days=5)
    writer_for(house).flush(claimed(house))
    assert [info.day for info in house.logs.days()] == [date(2026, 3, 1), date(2026, 2, 28)]
    (first,) = house.logs.blocks(date(2026, 2, 28))
    (second,) = house.logs.blocks(date(2026, 3, 1))
    assert first.body == "- Before midnight we sang."
    assert second.body == "- After midnight we slept."


def test_tool_rows_are_not_summarised_but_move_the_pointer(house: House):
    house.begin_session()
    house.say("Look it up.")
    last = house.say('{"secret": 1}', kind=MessageKind.TOOL_RESULT)
    writer_for(house).flush(claimed(house))
    (block,) = house.logs.blocks(date(2026, 2, 28))
    assert "secret" not in block.body
    assert pointer(house) == last.sequence


def test_a_second_attempt_logs_what_the_first_had_planned_and_nothing_later(house: House):
    house.begin_session()
    house.say("Planned.")
    job = claimed(house)

    def summary_that_dies(messages: Sequence[Message]) -> str:
        raise KeyboardInterrupt

    dying = DailyLogWriter(
        house.sessions,
        house.messages,
        house.jobs,
        house.logs,
        summary_that_dies,
        house.clock,
        OWNER,
    )
    try:
        dying.flush(job)
    except KeyboardInterrupt:
        house.say("Said after the crash.")
    house.jobs.end_leases_of_others("next", house.clock.now())
    again = house.jobs.claim_next(OWNER, house.clock.now(), timedelta(minutes=1))
    assert again is not None
    assert again.id == job.id
    writer_for(house).flush(again)
    (block,) = house.logs.blocks(date(2026, 2, 28))
    assert block.body == "- Planned."
    writer_for(house).flush(claimed(house))
    assert [b.body for b in house.logs.blocks(date(2026, 2, 28))] == [
        "- Planned.",
        "- Said after the crash.",
    ]


def test_a_message_deleted_after_logging_does_not_bring_the_session_back(house: House):
    house.begin_session()
    house.say("Keep this.")
    last = house.say("Regenerate me.", kind=MessageKind.ASSISTANT)
    writer_for(house).flush(claimed(house))
    house.messages.delete([last.id])
    house.say("Something new.")
    writer_for(house).flush(claimed(house))
    assert [b.body for b in house.logs.blocks(date(2026, 2, 28))] == [
        "- Keep this.",
        "- Something new.",
    ]


def test_a_session_that_is_gone_or_private_is_done_without_a_word(house: House):
    house.begin_session(is_private=True)
    house.say("Nobody may know.")
    assert writer_for(house).flush(claimed(house)) == Done()
    assert writer_for(house).flush(claimed(house, "never existed")) == Done()
    assert house.logs.days() == ()
