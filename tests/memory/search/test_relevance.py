"""What has nothing to do with a memory finds nothing there, and what has a little still does."""

import numpy as np
import pytest

from app.memory.search.question import read_question
from app.memory.search.relevance import is_relevant
from tests.memory.search.conftest import TODAY, Memory, query, texts

BOAT = "Restoring a 1974 narrowboat called Wren"
TREES = "Writes a newsletter about urban trees, 3,412 subscribers"
DINNER = "Dinner at the Georgian restaurant: khachapuri was the best dish"


@pytest.fixture
def boats(memory: Memory) -> Memory:
    memory.long_term(BOAT, TREES, DINNER, "Has two children, Maya and Theo", "Plays the cello")
    return memory


@pytest.mark.parametrize(
    "asked",
    ["Who won the world championship 1974?", "¿Quién ganó el mundial de 1974?"],
)
def test_a_year_alone_does_not_answer_what_else_is_asked(boats: Memory, asked: str):
    assert boats.find(asked) == []


@pytest.mark.parametrize("asked", ["1974", "What is from 1974?", "Is the narrowboat from 1974?"])
def test_a_year_still_finds_what_is_asked_about_it(boats: Memory, asked: str):
    assert boats.find(asked)[0] == BOAT


@pytest.mark.parametrize(
    ("asked", "is_impersonal"),
    [
        ("Which city has the oldest university?", True),
        ("Which city did we like best?", False),
        ("Where did Mel park?", False),
        ("What does the user drink?", False),
        ("¿Qué ciudad tiene la universidad más antigua?", False),
        ("蒙古的首都是哪里？", False),
        ("oldest university city", False),
    ],
)
def test_what_speaks_of_nobody_is_an_english_question_without_a_person(
    asked: str, is_impersonal: bool
):
    assert read_question(asked, TODAY, ["Mel"]).is_impersonal == is_impersonal


@pytest.mark.parametrize(
    ("asked", "share", "chunks", "found"),
    [
        ("Which city has the oldest university?", 0.3, 500, False),
        ("Which city has the oldest university?", 0.6, 500, True),
        ("Which city has the oldest university?", 0.3, 3, True),
        ("Which city did we like best?", 0.3, 500, True),
    ],
)
def test_a_question_that_speaks_of_nobody_needs_more_or_most_of_its_words(
    asked: str, share: float, chunks: int, found: bool
):
    evidence, shares = np.array([-2.1], np.float32), np.array([share], np.float32)
    question = read_question(asked, TODAY, [])
    days = np.zeros(1, dtype=np.int32)
    assert is_relevant(evidence, shares, days, question, chunks).any() == found


def test_what_was_asked_about_the_world_finds_what_it_names(boats: Memory):
    hits = boats.model_search().search(query("Which dish at the restaurant was best?"))
    assert texts(hits)[0] == DINNER
