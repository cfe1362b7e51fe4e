"""SIGKILL before and after every durable step of a compaction, enumerated: the same result."""

from pathlib import Path

from app.contracts.jobs import JobKind
from app.contracts.memory_files import LONG_TERM_PATH
from app.wiring.environment import Environment
from app.wiring.foundations import open_foundations
from tests.flows.kills.after_kills import kill_everywhere
from tests.flows.kills.work import NOW
from tests.flows.life import git

FACTS = "".join(f"- Remembers harbour {n} by its lamp {n * 7}\n" for n in range(90))
TIDY = f"# Long-term Memory\n\n## Notes\n\n{FACTS}- Likes tea <!-- pinned -->\n"
MESSY = f"{TIDY}- likes tea\n- The train was late today <!-- flush 2026-02-20 -->\n"
EDITED = MESSY.replace("- likes tea\n", "- likes tea\n- Typed by hand, and not committed yet\n")


def a_messy_memory_to_be_tidied(home: Path) -> None:
    """Its last edit was made by another program, and nobody committed it."""
    place = home / LONG_TERM_PATH
    place.parent.mkdir(parents=True)
    place.write_text(MESSY, encoding="utf-8", newline="")
    base = open_foundations(Environment(home))
    base.jobs.enqueue(JobKind.COMPACT_MEMORY, "", NOW)
    base.close()
    place.write_text(EDITED, encoding="utf-8", newline="")


def test_nothing_is_lost_and_nothing_done_twice_wherever_the_engine_is_killed(tmp_path: Path):
    a_messy_memory_to_be_tidied(tmp_path / "template")
    steps, unharmed, killed = kill_everywhere(tmp_path)

    assert unharmed.memory == TIDY + "- Typed by hand, and not committed yet\n"
    assert unharmed.subjects[:-1] == ("memory: update MEMORY.md", "memory: update MEMORY.md")
    assert git(tmp_path / "000", "show", f"HEAD~1:{LONG_TERM_PATH}") == EDITED
    assert unharmed.unfinished == ()

    assert steps.count("place memory/MEMORY.md") == 1
    assert steps.count("place .git/refs/heads/main") == 2
    assert {
        "database DELETE memory_index, INSERT memory_index",
        "database UPDATE jobs",
        "database INSERT settings",
    } <= set(steps)
    for step, home in zip(steps, killed, strict=True):
        assert home == unharmed, f"killed before: {step}"
