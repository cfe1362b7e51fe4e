"""The Long-term page tells repeats by their meaning: the engine judges, the page says why."""

from pathlib import Path

from app.contracts.jobs import JobKind
from app.device.engine_client import EngineClient
from app.memory.compaction_board import CompactionBoard
from app.memory.compaction_plan import Drop
from app.memory.daily_logs import DailyLogs
from app.memory.entry_duplicates import Repeat
from app.memory.entry_repeats import AskedRepeats
from app.memory.entry_similarity import Likeness
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.testing.app_driver import AppDriver
from tests.flows.conftest import Person
from tests.flows.life import open_life, until
from tests.flows.memory_hands import entry, fill, inside, memory_text, open_memory

FILMS, MOVIES = "Enjoys watching films", "Likes watching movies"
DOG, REX = "Has a dog called Rex", "Owns a dog named Rex"
MEMORY = f"""# Long-term Memory

## Interests
- {FILMS}
- {MOVIES}

## Notes
- {DOG}

## Pets
- {REX}
- Likes tea
- Dislikes tea
"""


def lived(memory: LongTermMemory, logs: DailyLogs, files: KeptFiles) -> None:
    memory.save_text(MEMORY, memory.snapshot())


def test_the_page_says_what_means_the_same(person: Person):
    async def script(driver: AppDriver) -> None:
        await driver.is_open()
        pages = await open_memory(driver)

        def reasons(text: str) -> tuple[str, ...]:
            rows = [row for group in pages.long_term.state.groups for row in group.rows]
            return next(row.reasons for row in rows if row.text == text)

        def is_told() -> bool:
            # As a person who comes back: an engine that has just started answers a little later.
            pages.long_term.refresh()
            return bool(reasons(MOVIES))

        await driver.until(is_told, "the reason")
        assert reasons(MOVIES) == (f"Means the same as “{FILMS}”.",)
        assert reasons(REX) == (f"Means the same as “{DOG}”.",)
        assert reasons(FILMS) == reasons(DOG) == reasons("Dislikes tea") == ()
        await driver.settled()
        assert inside(entry(driver, MOVIES), "ReasonPill", f"Means the same as “{FILMS}”.")

    fill(person.home, lived)
    person.visits(script)
    assert memory_text(person.home) == MEMORY


def test_the_engine_tells_what_compaction_would_drop_and_nobody_when_it_is_down(tmp_path: Path):
    home = tmp_path / "home"
    fill(home, lived)
    with open_life(home) as life:
        snapshot = life.base.files.read("memory/MEMORY.md")
        asked = AskedRepeats(EngineClient(life.environment.engine_socket))
        until(lambda: asked.of(snapshot, 1.0) is not None, "an answer")
        repeats = asked.of(snapshot, 1.0)
        assert repeats == (Repeat(1, 0, Likeness.MEANING), Repeat(3, 2, Likeness.MEANING))

        board = CompactionBoard(life.base.settings)
        now = life.base.clock.now()
        job = life.base.jobs.enqueue(JobKind.PROPOSE_COMPACTION, "", now)
        life.engine.wake()
        until(lambda: board.read(job.id) is not None, "a proposal")
        proposal = board.read(job.id)
        assert proposal is not None
        dropped = [(edit.index, edit.kept) for edit in proposal.edits if isinstance(edit, Drop)]
        assert dropped == [(1, 0), (3, 2)]

        life.engine.stop()
        assert asked.of(snapshot, 1.0) is None
