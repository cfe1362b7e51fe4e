"""Triggers by the hundred, edits in between, days without a network: each word once, on its day."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from app.contracts.memory_files import EditConflict
from app.memory.long_term_memory import LongTermMemory
from app.memory.long_term_outcomes import Saved
from tests.fakes.clock import ZURICH, FixedClock
from tests.fakes.loopback_model import Asked, Purpose, loopback_model, refuses
from tests.flows.life import Life, assert_history_is_whole, choose_model, daily_logs, open_life
from tests.flows.topics import begin, decide, decide_without_facts, note, times_told, told
from tests.providers.raw_server import Reply

SESSIONS = 20
TRIGGERS = 200
HAND_EDITS = 15
HOBBIES = (
    "falconry bouldering accordion weaving juggling beekeeping cheesemaking astronomy origami "
    "calligraphy archery pottery orchids chess rowing"
).split()
pytestmark = pytest.mark.timeout(600)


def topic(session: int, message: int) -> str:
    return f"thing{session:02d}{message}"


def any_trigger(life: Life, chance: Random) -> Callable[[], object]:
    triggers = life.chat.triggers
    session = f"s{chance.randrange(SESSIONS)}"
    return chance.choice(
        (
            triggers.app_left,
            triggers.app_started,
            lambda: triggers.session_left(session),
            lambda: triggers.before_context_compaction(session),
            triggers.day_changed,
        )
    )


def edit_by_hand(life: Life) -> None:
    """As the editor does it: from what was read, and once more from the start in a conflict."""
    memory = LongTermMemory(life.base.files, life.chat.record_write, life.base.clock)
    for number, hobby in enumerate(HOBBIES[:HAND_EDITS]):
        assert isinstance(memory.save(f"Finds peace in {hobby}", "interests"), Saved)
        while True:
            before = memory.snapshot()
            line = f"- line {number} typed by hand, word {hobby[::-1]}\n"
            outcome = memory.save_text(f"{before.text.rstrip()}\n{line}", before)
            if not isinstance(outcome, EditConflict):
                break


def test_two_hundred_triggers_from_many_threads_while_memory_is_edited(tmp_path: Path):
    home = tmp_path / "home"
    with loopback_model(decide_without_facts) as model:
        choose_model(home, model.address)
        with open_life(home, clock=FixedClock(datetime(2024, 6, 1, 9, tzinfo=ZURICH))) as life:
            for number in range(SESSIONS):
                begin(life, f"s{number}")
                note(life, f"s{number}", topic(number, 0))
            editing = threading.Thread(target=edit_by_hand, args=(life,))
            editing.start()
            chance = Random(14)
            with ThreadPoolExecutor(8) as threads:
                for number in range(TRIGGERS):
                    threads.submit(any_trigger(life, chance))
                    if number % 5 == 4 and number // 5 < 2 * SESSIONS:
                        session, message = number // 5 % SESSIONS, 1 + number // 5 // SESSIONS
                        threads.submit(note, life, f"s{session}", topic(session, message))
            editing.join()
            life.chat.triggers.app_left()
            life.until_logged(*(f"s{number}" for number in range(SESSIONS)))
            life.until_no_flush_waits()

            log = daily_logs(home)["2024-06-01"]
            topics = [
                topic(session, message) for session in range(SESSIONS) for message in (0, 1, 2)
            ]
            assert [log.count(told(one)) for one in topics] == [1] * len(topics)
            flushes = len(model.of_purpose(Purpose.SUMMARY))
            assert log.count("<!-- block ") == flushes <= len(topics)
            memory = (home / "memory" / "MEMORY.md").read_text(encoding="utf-8")
            for number, hobby in enumerate(HOBBIES[:HAND_EDITS]):
                assert memory.count(f"- Finds peace in {hobby}") == 1
                assert memory.count(f"- line {number} typed by hand, word {hobby[::-1]}\n") == 1
            assert_history_is_whole(home)


def test_three_days_offline_with_forty_sessions_are_logged_under_their_own_dates(tmp_path: Path):
    home = tmp_path / "home"
    is_online = threading.Event()

    def decide_when_online(asked: Asked) -> Reply:
        return decide(asked) if is_online.is_set() else refuses(503)

    clock = FixedClock(datetime(2024, 7, 1, 8, tzinfo=ZURICH))
    expected: dict[str, str] = {}
    with loopback_model(decide_when_online) as model:
        choose_model(home, model.address)
        with open_life(home, clock=clock) as life:
            for number in range(40):
                if number in (14, 28):
                    life.chat.triggers.app_left()
                    clock.move(days=1)
                    assert life.chat.day_change.look() or number == 14
                word = f"thing{number:02d}"
                begin(life, f"s{number}")
                note(life, f"s{number}", word)
                expected[word] = clock.now().date().isoformat()
            life.chat.triggers.app_left()
            assert daily_logs(home) == {}
            assert not any(life.is_logged(f"s{number}") for number in range(40))

            clock.move(days=1)
            is_online.set()
            life.chat.triggers.app_started()
            life.until_logged(*(f"s{number}" for number in range(40)))
            life.until_no_flush_waits()
            assert sorted(daily_logs(home)) == ["2024-07-01", "2024-07-02", "2024-07-03"]
            for word, day in expected.items():
                assert times_told(life, word) == {day: 1}
            assert_history_is_whole(home)
