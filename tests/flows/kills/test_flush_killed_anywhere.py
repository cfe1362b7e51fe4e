"""SIGKILL before and after every durable step of a flush, enumerated: the same result each time."""

from datetime import datetime, timedelta
from pathlib import Path

from app.contracts.conversation import MessageKind, NewMessage, Session
from app.contracts.jobs import JobKind
from app.wiring.environment import Environment
from app.wiring.foundations import open_foundations
from tests.fakes.clock import ZURICH
from tests.flows.kills.after_kills import kill_everywhere
from tests.flows.kills.work import NEW_FACT, NEWER_FACT, NOW, OLDER_FACT

BEFORE_MIDNIGHT = datetime(2026, 3, 1, 23, 50, tzinfo=ZURICH)
MEMORY = f"""\
# Long-term Memory

## User Profile

- Owns a red boat <!-- pinned -->
- {OLDER_FACT} <!-- tool 2026-01-01 -->
"""
WORDS = ("The boat leaves at nine.", "Bring the red bag.", "It rained all night.")


def a_talk_over_midnight_to_be_logged(home: Path) -> None:
    (home / "memory").mkdir(parents=True)
    (home / "memory/MEMORY.md").write_text(MEMORY, encoding="utf-8", newline="")
    base = open_foundations(Environment(home))
    base.sessions.create(
        Session("s1", "Boats", "general-assistant", BEFORE_MIDNIGHT, BEFORE_MIDNIGHT)
    )
    for number, words in enumerate(WORDS):
        at = BEFORE_MIDNIGHT + timedelta(minutes=8 * number)
        base.messages.append(NewMessage(f"m{number}", "s1", MessageKind.USER, words, at))
    base.jobs.enqueue(JobKind.FLUSH_SESSION, "s1", NOW)
    base.close()


def test_one_block_a_day_and_every_fact_once_wherever_the_engine_is_killed(tmp_path: Path):
    a_talk_over_midnight_to_be_logged(tmp_path / "template")
    steps, unharmed, killed = kill_everywhere(tmp_path)

    first, second = unharmed.logs["2026-03-01"], unharmed.logs["2026-03-02"]
    assert first.count("<!-- block ") == second.count("<!-- block ") == 1
    assert [first.count(words) for words in WORDS] == [1, 1, 0]
    assert [second.count(words) for words in WORDS] == [0, 0, 1]
    facts = {"Owns a red boat": 1, OLDER_FACT: 0, NEWER_FACT: 1, NEW_FACT: 1}
    assert {fact: unharmed.memory.count(f"- {fact} ") for fact in facts} == facts
    assert unharmed.subjects[:-1] == (
        "log: add daily log 2026-03-02",
        "log: add daily log 2026-03-01",
        "memory: update MEMORY.md",
        "memory: update MEMORY.md",
    )
    assert unharmed.pointers == {"s1": 3}
    assert unharmed.unfinished == ()

    assert {
        "database UPDATE jobs",
        "place memory/MEMORY.md",
        "place memory/daily/2026-03-01.md",
        "place memory/daily/2026-03-02.md",
        "place .git/objects/*",
        "place .git/refs/heads/main",
        "place .git/index",
        "database DELETE memory_index, INSERT memory_index",
        "database UPDATE sessions, UPDATE jobs",
    } <= set(steps)
    for step, home in zip(steps, killed, strict=True):
        assert home == unharmed, f"killed before: {step}"
