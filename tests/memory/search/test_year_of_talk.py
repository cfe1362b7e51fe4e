"""The gate: a year in seven languages, asked about in other words, through the real model.

The floors lie a little under what was measured. Raise them when search gets better; a change that
needs a lower one makes somebody's memory worse.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from app.contracts.memory_files import LONG_TERM_PATH, daily_log_path
from app.contracts.search import MemoryHit, SearchQuery
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.embedding.word_vectors import WordVectors
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from tests.memory.search.conftest import Memory
from tests.memory.search.year_of_talk import LANGUAGES, NEGATIVE, TODAY, Question, Year, read_year

DEPTH = 5


@dataclass(frozen=True, slots=True)
class Floors:
    """Per cent of the questions answered by the first hit, and by one of the first five."""

    first: float
    first_five: float


FLOORS = {
    "english": Floors(74, 85),
    "german": Floors(78, 86),
    "spanish": Floors(69, 86),
    "chinese": Floors(83, 91),
    "japanese": Floors(86, 90),
    "korean": Floors(86, 90),
    "russian": Floors(86, 95),
}
KIND_FLOORS = {"paraphrase": 85, "name": 97, "number": 95, "date": 94}
"""Per cent among the first five, in all languages together."""
MOST_LOUD = {"english": 5, "german": 3, "spanish": 2, "japanese": 1, "korean": 1, "russian": 3}
"""How many of the 17 to 20 questions about nothing in this memory may find something, by language;
0 where none is said. Those few share a rare word with it, or a like one."""


@dataclass(frozen=True, slots=True)
class Answered:
    question: Question
    place: int | None
    hits: int


@pytest.fixture(scope="module")
def year() -> Year:
    return read_year()


@pytest.fixture(scope="module")
def answers(
    year: Year,
    tmp_path_factory: pytest.TempPathFactory,
    model: ModelSource,
    embedder: OnnxEmbedder,
    word_vectors: WordVectors,
) -> Iterator[list[Answered]]:
    memory = Memory(tmp_path_factory.mktemp("year") / "oneclaw.db", embedder)
    remember(year, memory)
    memory.embed()
    search = HybridSearch(memory.feed, SearchModels(embedder, word_vectors))
    yield [ask(search, question) for question in year.questions]
    memory.database.close()


def remember(year: Year, memory: Memory) -> None:
    logs = {daily_log_path(day): text for day, text in year.logs.items()}
    with memory.database.writing():
        memory.builder.index_files({LONG_TERM_PATH: year.long_term, **logs})
        for talk in year.talks:
            lines = [(None if who == "person" else who, text) for who, text in talk.said]
            memory.talk(talk.name, talk.day, *lines)


def ask(search: HybridSearch, question: Question) -> Answered:
    hits = search.search(SearchQuery(question.text, TODAY, limit=DEPTH))
    return Answered(question, place_of(hits, question.answered_by), len(hits))


def place_of(hits: Sequence[MemoryHit], piece: str) -> int | None:
    if not piece:
        return None
    return next((place for place, hit in enumerate(hits, 1) if piece in hit.text), None)


def share(answers: Sequence[Answered], is_good: Callable[[Answered], bool]) -> float:
    return 100 * sum(map(is_good, answers)) / len(answers)


def misses(answers: Sequence[Answered], depth: int) -> str:
    missed = [one for one in answers if one.place is None or one.place > depth]
    return "\n".join(f"{one.place}: {one.question.text}" for one in missed)


def is_first(one: Answered) -> bool:
    return one.place == 1


def is_in_first_five(one: Answered) -> bool:
    return one.place is not None


def test_there_are_enough_questions_and_one_line_answers_each(year: Year):
    lines = [line for text in (year.long_term, *year.logs.values()) for line in text.splitlines()]
    lines += [text for talk in year.talks for _, text in talk.said]
    assert len(year.questions) >= 150
    assert {question.kind for question in year.questions} == {*KIND_FLOORS, NEGATIVE}
    for question in year.questions:
        if question.kind == NEGATIVE:
            assert question.answered_by == ""
        else:
            assert sum(question.answered_by in line for line in lines) == 1, question


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_said_is_found_in(language: str, answers: list[Answered]):
    mine = [
        one
        for one in answers
        if one.question.language == language and one.question.kind != NEGATIVE
    ]
    assert share(mine, is_first) >= FLOORS[language].first, misses(mine, 1)
    assert share(mine, is_in_first_five) >= FLOORS[language].first_five, misses(mine, DEPTH)


@pytest.mark.parametrize("kind", KIND_FLOORS)
def test_what_is_asked_for_is_among_the_first_five_by(kind: str, answers: list[Answered]):
    mine = [one for one in answers if one.question.kind == kind]
    assert share(mine, is_in_first_five) >= KIND_FLOORS[kind], misses(mine, DEPTH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_about_nothing_in_this_memory_finds_nothing_in(
    language: str, answers: list[Answered]
):
    mine = [
        one
        for one in answers
        if one.question.language == language and one.question.kind == NEGATIVE
    ]
    loud = [one.question.text for one in mine if one.hits]
    assert len(mine) >= 17
    assert len(loud) <= MOST_LOUD.get(language, 0), loud
