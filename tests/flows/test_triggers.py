"""Every trigger from talk to memory: two processes, real stores, a model on loopback."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import pytest

from app.contracts.conversation import MessageKind, NewMessage
from app.contracts.search import MemorySource
from app.memory.day_change import seconds_until_next_look
from app.memory.long_term_document import LongTermDocument
from app.ui.screens.chat.view_model import ChatViewModel
from app.wiring.chat_pages import build_chat_model
from tests.fakes.clock import ZURICH, FixedClock
from tests.fakes.loopback_model import LoopbackModel, Purpose, loopback_model
from tests.fakes.tasks import InlineTasks
from tests.flows.life import (
    Life,
    assert_history_is_whole,
    choose_model,
    daily_logs,
    git,
    open_life,
    until,
)
from tests.flows.topics import about, begin, decide, fact, note, times_told


@dataclass(frozen=True)
class House:
    life: Life
    model: LoopbackModel
    clock: FixedClock
    chat: ChatViewModel


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One app for all triggers: each test has its own topic and its own week."""
    home = tmp_path_factory.mktemp("triggers") / "home"
    clock = FixedClock(datetime(2024, 1, 1, 23, 58, tzinfo=ZURICH))
    with loopback_model(decide) as model:
        choose_model(home, model.address)
        with open_life(home, clock=clock) as life:
            chat = build_chat_model(life.base, life.chat, InlineTasks())
            chat.on_session_left = life.chat.triggers.session_left
            life.until_the_engine_rests()
            yield House(life, model, clock, chat)


def goes_to_background(house: House, _session: str) -> None:
    house.life.chat.triggers.app_left()


def opens_another_session(house: House, session: str) -> None:
    begin(house.life, f"other than {session}")
    house.chat.open_session(f"other than {session}")


def begins_a_new_chat(house: House, _session: str) -> None:
    house.chat.new_chat()


def deletes_the_session(house: House, session: str) -> None:
    house.life.chat.delete_session(session)


def deletes_it_without_a_word(house: House, session: str) -> None:
    house.life.base.sessions.delete(session, house.clock.now())
    house.life.chat.triggers.app_left()


def returns_the_next_day(house: House, _session: str) -> None:
    house.clock.move(hours=9)
    assert house.life.chat.day_change.look()


def stays_open_over_midnight(house: House, _session: str) -> None:
    house.clock.move(seconds=seconds_until_next_look(house.clock.now()))
    assert house.life.chat.day_change.look()


def moves_the_clock_back(house: House, _session: str) -> None:
    house.clock.move(days=-1)
    assert house.life.chat.day_change.look()
    house.clock.move(days=1)


def starts_the_app(house: House, _session: str) -> None:
    house.life.chat.triggers.app_started()


Trigger = Callable[[House, str], None]
TRIGGERS: dict[str, Trigger] = {
    "skiing": goes_to_background,
    "baking": opens_another_session,
    "opera": begins_a_new_chat,
    "gliding": deletes_the_session,
    "knitting": deletes_it_without_a_word,
    "sailing": returns_the_next_day,
    "fencing": stays_open_over_midnight,
    "karate": moves_the_clock_back,
    "weaving": starts_the_app,
}


@pytest.mark.parametrize(
    ("topic", "trigger"), TRIGGERS.items(), ids=[one.__name__ for one in TRIGGERS.values()]
)
def test_talk_becomes_memory_when_somebody(shared: House, topic: str, trigger: Trigger):
    life = shared.life
    _go_to_the_evening_of_another_week(shared.clock)
    life.chat.day_change.look()
    life.until_no_flush_waits()
    day = shared.clock.now().date().isoformat()
    shared.chat.new_chat()
    shared.chat.send(about(topic))
    session = shared.chat.state.session_id
    assert session is not None
    assert [row.text for row in shared.chat.state.rows] == [about(topic), "Noted."]
    assert times_told(life, topic) == {}

    trigger(shared, session)
    life.until_logged(session)
    life.until_no_flush_waits()

    assert times_told(life, topic) == {day: 1}
    assert daily_logs(life.home)[day].count("<!-- block ") == 1
    assert _section_of(life, fact(topic)) == "Preferences"
    commits = git(life.home, "log", "--format=%s").splitlines()
    assert commits.count(f"log: add daily log {day}") == 1
    sources = {hit.source for hit in life.found(topic) if topic in hit.text}
    assert sources >= {MemorySource.DAILY_LOG, MemorySource.LONG_TERM}

    asked = len(shared.model.of_purpose(Purpose.SUMMARY))
    trigger_again = life.chat.triggers
    trigger_again.session_left(session)
    trigger_again.app_left()
    life.until_no_flush_waits()
    assert len(shared.model.of_purpose(Purpose.SUMMARY)) == asked
    assert git(life.home, "log", "--format=%s").splitlines() == commits
    assert_history_is_whole(life.home)


def test_before_messages_leave_the_context_they_are_logged(tmp_path: Path):
    home = tmp_path / "home"
    clock = FixedClock(datetime(2024, 3, 1, 10, 0, tzinfo=ZURICH))
    with loopback_model(decide) as model:
        choose_model(home, model.address, window=6_000)
        with open_life(home, clock=clock) as life:
            life.until_the_engine_rests()
            chat = build_chat_model(life.base, life.chat, InlineTasks())
            filler = " It goes on and on with ever more words." * 220
            for topic in ("archery", "pottery", "rowing"):
                chat.send(about(topic) + filler)
                assert not chat.state.notice
            session = chat.state.session_id or ""
            order = [asked.purpose for asked in model.asked]
            assert order.index(Purpose.SUMMARY) < order.index(Purpose.CONDENSE)
            condensed = order.count(Purpose.CONDENSE)
            assert times_told(life, "archery") == {"2024-03-01": 1}
            sent = model.of_purpose(Purpose.CHAT)[-1].messages
            assert "They spoke of one thing and another." in sent[0]["content"]
            # What is left of the long words are those of the question just asked.
            assert [filler in row["content"] for row in sent] == [True]
            assert about("rowing") in sent[0]["content"]
            assert about("archery") not in sent[0]["content"]

            chat.send(about("chess"))
            assert [asked.purpose for asked in model.asked].count(Purpose.CONDENSE) == condensed
            life.chat.triggers.app_left()
            life.until_logged(session)
            for topic in ("archery", "pottery", "rowing", "chess"):
                assert times_told(life, topic) == {"2024-03-01": 1}


def test_what_a_killed_app_left_is_swept_up_at_the_next_start(tmp_path: Path):
    home = tmp_path / "home"
    with loopback_model(decide) as model:
        choose_model(home, model.address)
        with open_life(home, clock=FixedClock(datetime(2024, 4, 1, 23, 0, tzinfo=ZURICH))) as life:
            life.until_the_engine_rests()
            begin(life, "one")
            note(life, "one", "surfing")
            begin(life, "two")
            note(life, "two", "tennis")
        assert daily_logs(home) == {}
        with open_life(home, clock=FixedClock(datetime(2024, 4, 3, 8, 0, tzinfo=ZURICH))) as life:
            life.chat.triggers.app_started()
            life.until_logged("one", "two")
            assert times_told(life, "surfing") == times_told(life, "tennis") == {"2024-04-01": 1}
            assert_history_is_whole(home)


def test_an_answer_that_still_comes_when_the_app_is_left_is_logged_whole_later(tmp_path: Path):
    home = tmp_path / "home"
    with loopback_model(decide) as model:
        choose_model(home, model.address)
        with open_life(home) as life:
            begin(life, "one")
            note(life, "one", "curling")
            now = life.base.clock.now()
            half = NewMessage("half", "one", MessageKind.ASSISTANT, "Well,", now, is_partial=True)
            growing = life.base.messages.append(half)
            life.chat.triggers.app_left()
            until(lambda: bool(daily_logs(home)), "what the person said")
            life.until_no_flush_waits()
            whole = replace(growing, text=f"Well, {about('judo')}", is_partial=False)
            life.base.messages.replace(whole)
            life.chat.triggers.app_left()
            life.until_logged("one")
            today = now.date().isoformat()
            assert times_told(life, "curling") == times_told(life, "judo") == {today: 1}


def _go_to_the_evening_of_another_week(clock: FixedClock) -> None:
    evening = clock.now().replace(hour=23, minute=58, second=0, microsecond=0)
    clock.move(seconds=(evening - clock.now()).total_seconds(), days=7)


def _section_of(life: Life, text: str) -> str | None:
    document = LongTermDocument((life.home / "memory/MEMORY.md").read_text(encoding="utf-8"))
    sections = [entry.section for entry in document.entries() if entry.text == text]
    assert len(sections) <= 1
    return sections[0] if sections else None
