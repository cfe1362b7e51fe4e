"""The rebuild as the engine runs it: real rows, files, messages and settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from app.contracts.conversation import MessageKind, NewMessage
from app.contracts.errors import EmbeddingUnavailable
from app.contracts.jobs import Done, Job, JobKind, JobState
from app.contracts.memory_files import LONG_TERM_PATH
from app.contracts.models_catalog import ON_DEVICE_MODEL
from app.contracts.search import VECTOR_BYTES, Vector
from app.engine.index_check import check_index
from app.engine.rebuild_job import RebuildJob
from app.memory.index_rebuild import IndexRebuild
from app.memory.indexed_messages import findable_messages
from app.memory.rebuild_progress import RebuildProgress, RebuildState
from app.storage.database import IndexRows
from tests.conftest import House

Happening = Callable[[], None]


@dataclass
class _Embedder:
    """Counted vectors; something may happen before a batch."""

    batches: int = 0
    before: dict[int, Happening] = field(default_factory=dict[int, Happening])
    is_broken: bool = False
    model_id: str = "new"

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        if self.is_broken:
            raise EmbeddingUnavailable("There is no model.")
        self.batches += 1
        self.before.get(self.batches, lambda: None)()
        return [bytes(VECTOR_BYTES) for _ in texts]

    def token_count(self, text: str) -> int:
        return len(text)

    def release(self) -> None: ...


class Rebuilding:
    def __init__(self, house: House) -> None:
        self.house = house
        self.rows = IndexRows(house.database)
        self.embedder = _Embedder()
        self.progress = RebuildProgress(house.settings)
        self.asked_to_embed = 0
        self.job = RebuildJob(
            self.rows,
            IndexRebuild(self.rows, house.index, house.files),
            lambda: findable_messages(house.sessions, house.messages),
            self.embedder,
            self.progress,
            self._embed_soon,
        )

    def _embed_soon(self) -> None:
        self.asked_to_embed += 1

    def run(self, job_id: str = "job-1") -> None:
        now = self.house.clock.now()
        job = Job(job_id, JobKind.REBUILD_INDEX, "", JobState.RUNNING, now, now, attempts=1)
        assert self.job.run(job) == Done()

    def texts(self) -> set[str]:
        return {chunk.text for chunk in self.rows.all()}

    def write(self, text: str) -> None:
        before = self.house.files.read(LONG_TERM_PATH)
        self.house.files.write(LONG_TERM_PATH, text, based_on=before)


@pytest.fixture
def rebuilding(house: House) -> Rebuilding:
    made = Rebuilding(house)
    bullets = "\n".join(f"- Fact number {number}" for number in range(20))
    made.write(f"# Long-term Memory\n\n## Notes\n\n{bullets}\n")
    house.begin_session()
    house.say("The boat leaves at nine.")
    return made


def test_a_lost_index_is_findable_by_words_before_any_vector_is_made(rebuilding: Rebuilding):
    rebuilding.run()
    assert len(rebuilding.texts()) == 21
    assert rebuilding.rows.counts().with_vector == 0
    assert (rebuilding.embedder.batches, rebuilding.asked_to_embed) == (0, 1)


def test_an_index_that_is_there_gets_new_vectors_beside_the_old_ones(rebuilding: Rebuilding):
    rebuilding.run()
    rebuilding.run()
    assert rebuilding.rows.counts().with_vector == 21
    assert {chunk.model_id for chunk in rebuilding.rows.all()} == {"new"}


def test_private_words_quotes_of_memories_and_wishes_to_search_stay_out(rebuilding: Rebuilding):
    house = rebuilding.house
    house.begin_session("hidden", is_private=True)
    house.say("Nobody may know.", session_id="hidden")
    quote = NewMessage(
        "quote",
        "s1",
        MessageKind.ASSISTANT,
        "You said: the boat",
        house.clock.now(),
        model=ON_DEVICE_MODEL.model_id,
    )
    house.messages.append(quote)
    wish = "Search my memory for the boat"
    house.say(wish)
    rebuilding.run()
    assert not {"Nobody may know.", "You said: the boat", wish} & rebuilding.texts()


def test_progress_can_be_read_meanwhile_and_is_gone_afterwards(rebuilding: Rebuilding):
    rebuilding.run()
    seen: list[RebuildState | None] = []
    rebuilding.embedder.before[2] = lambda: seen.append(rebuilding.progress.read())
    rebuilding.run("job-2")
    assert seen == [RebuildState("job-2", 8, 21)]
    assert rebuilding.progress.read() is None


def test_a_cancelled_rebuild_leaves_the_index_as_it_was(rebuilding: Rebuilding):
    rebuilding.run()
    before = rebuilding.rows.all()
    rebuilding.embedder.before[2] = lambda: rebuilding.progress.cancel("job-2")
    rebuilding.run("job-2")
    assert rebuilding.rows.all() == before
    assert rebuilding.embedder.batches == 2
    assert rebuilding.progress.read() is None


def test_a_wish_to_stop_that_came_too_late_does_not_stop_the_next(rebuilding: Rebuilding):
    rebuilding.run()
    rebuilding.progress.tell("job-2", 1, 2)
    rebuilding.progress.cancel("job-2")
    rebuilding.run("job-3")
    assert rebuilding.rows.counts().with_vector == 21


def test_without_a_model_the_words_are_made_anew(rebuilding: Rebuilding):
    rebuilding.run()
    rebuilding.embedder.is_broken = True
    rebuilding.run()
    assert rebuilding.rows.counts().chunks == 21
    assert rebuilding.progress.read() is None


def test_what_is_written_during_a_rebuild_is_what_the_index_says_afterwards(
    rebuilding: Rebuilding,
):
    rebuilding.run()

    def somebody_writes() -> None:
        text = "# Long-term Memory\n\n## Notes\n\n- Only this is left\n"
        rebuilding.write(text)
        rebuilding.house.index.index_file(LONG_TERM_PATH, text)

    rebuilding.embedder.before[2] = somebody_writes
    rebuilding.run()
    assert rebuilding.texts() == {"- Only this is left", "The boat leaves at nine."}


def test_a_starting_engine_asks_for_what_the_index_needs(house: House):
    rows = IndexRows(house.database)
    check_index(rows, house.jobs, house.clock)
    assert [job.kind for job in house.jobs.unfinished()] == [JobKind.REBUILD_INDEX]
    house.index.index_file(LONG_TERM_PATH, "- something\n")
    check_index(rows, house.jobs, house.clock)
    assert {job.kind for job in house.jobs.unfinished()} == {
        JobKind.REBUILD_INDEX,
        JobKind.EMBED_PENDING,
    }
