from collections.abc import Sequence
from dataclasses import replace
from datetime import date, time, timedelta

import pytest

from app.contracts.conversation import Message, MessageKind
from app.contracts.errors import ProviderUnreachable
from app.contracts.jobs import Done, Job, JobKind
from app.memory.daily_log import new_block
from app.memory.daily_log_writer import DailyLogWriter
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_settings import ENABLED
from app.memory.promote_facts import PromoteFacts
from app.memory.summarise.conversation_summariser import Summary
from app.memory.summarise.extractive import extractive_summary
from app.memory.summarise.facts import Fact, FactCategory
from tests.conftest import House

OWNER = "engine"


class GivenSummariser:
    """Sums up by words alone, or fails as it was told."""

    def __init__(self, failure: BaseException | None = None, facts: tuple[Fact, ...] = ()) -> None:
        self._failure = failure
        self._facts = facts
        self.asked = 0
        self.heard: list[str] = []

    def summarise(self, agent_id: str, messages: Sequence[Message]) -> Summary:
        self.asked += 1
        self.heard += [message.text for message in messages]
        if self._failure is not None:
            raise self._failure
        return Summary(extractive_summary(messages), self._facts)


def writer_for(house: House, summariser: GivenSummariser | None = None) -> DailyLogWriter:
    memory = LongTermMemory(house.files, house.record_write, house.clock)

    return DailyLogWriter(
        house.sessions,
        house.messages,
        house.jobs,
        house.settings,
        house.logs,
        summariser or GivenSummariser(),
        PromoteFacts(memory).promote,
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

    dying = writer_for(house, GivenSummariser(KeyboardInterrupt()))
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


def test_a_model_that_cannot_be_asked_leaves_pointer_and_log_as_they_were(house: House):
    house.begin_session()
    house.say("The boat leaves at nine.")
    offline = GivenSummariser(ProviderUnreachable("No network."))
    with pytest.raises(ProviderUnreachable):
        writer_for(house, offline).flush(claimed(house))
    assert pointer(house) == 0
    assert house.logs.days() == ()


def test_facts_reach_long_term_memory_once_however_often_it_is_tried(house: House):
    house.begin_session()
    house.say("I prefer tea.")
    fact = Fact("Prefers tea", FactCategory.PREFERENCES)
    job = claimed(house)
    writer_for(house, GivenSummariser(facts=(fact,))).flush(job)
    house.jobs.enqueue(JobKind.FLUSH_SESSION, "s1", house.clock.now())
    writer_for(house, GivenSummariser(facts=(fact,))).flush(claimed(house))
    text = house.files.read("memory/MEMORY.md").text
    assert text.count("Prefers tea") == 1


def test_a_day_that_is_already_written_is_not_summarised_again(house: House):
    house.begin_session()
    house.say("Before midnight we sang.")
    job = claimed(house)
    block = new_block(job.id, time(9, 30), "Title of s1", "- Before midnight we sang.")
    house.logs.append_block(date(2026, 2, 28), block)
    summariser = GivenSummariser()
    writer_for(house, summariser).flush(job)
    assert summariser.asked == 0
    assert [b.id for b in house.logs.blocks(date(2026, 2, 28))] == [job.id]


def test_with_memory_off_nothing_is_logged_now_or_later(house: House):
    house.begin_session()
    last = house.say("Off the record.")
    house.settings.put(ENABLED, "off")
    writer_for(house).flush(claimed(house))
    house.settings.put(ENABLED, "on")
    writer_for(house).flush(claimed(house))
    assert house.logs.days() == ()
    assert pointer(house) == last.sequence


def half_an_answer(house: House, words: str) -> Message:
    answer = house.say(words, kind=MessageKind.ASSISTANT)
    house.messages.replace(replace(answer, is_partial=True))
    return answer


def test_an_answer_that_still_grows_is_logged_when_it_is_whole(house: House):
    house.begin_session()
    asked = house.say("Where do we meet on Friday?")
    answer = half_an_answer(house, "We meet")
    summariser = GivenSummariser()
    assert writer_for(house, summariser).flush(claimed(house)) == Done()
    session = house.sessions.get("s1")
    assert session is not None
    assert session.last_logged_sequence == asked.sequence
    house.messages.replace(replace(answer, text="We meet at the harbour."))
    assert house.sessions.with_unlogged_messages() == ("s1",)
    writer_for(house, summariser).flush(claimed(house))
    assert summariser.heard == ["Where do we meet on Friday?", "We meet at the harbour."]
    assert house.sessions.with_unlogged_messages() == ()


def test_half_an_answer_that_was_given_up_long_ago_is_logged_as_it_is(house: House):
    house.begin_session()
    house.say("Where do we meet on Friday?")
    answer = half_an_answer(house, "We meet at the harbour in Bergen")
    house.clock.move(minutes=11)
    writer_for(house).flush(claimed(house))
    session = house.sessions.get("s1")
    assert session is not None
    assert session.last_logged_sequence == answer.sequence
