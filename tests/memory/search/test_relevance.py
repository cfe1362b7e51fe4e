"""What has nothing to do with a memory finds nothing there, and what has a little still does."""

import pytest

from tests.memory.search.conftest import Memory, query, texts

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


def test_a_question_that_speaks_of_nobody_needs_more(boats: Memory):
    search = boats.model_search()
    assert texts(search.search(query("Which dish did we like best?")))[0] == DINNER
    assert texts(search.search(query("Which dish at the restaurant was best?")))[0] == DINNER
    assert not search.search(query("What is the recipe for a Waldorf salad?"))


def test_plain_search_words_are_no_question(boats: Memory):
    assert texts(boats.model_search().search(query("urban woodland letter")))[0] == TREES
