"""An e-mail, a page, a poem: whoever says "I" in there is somebody else."""

import pytest

from app.memory.summarise.extractive import extractive_summary
from app.memory.summarise.fact_finder import find_facts
from app.memory.summarise.handed_over import is_anothers, is_handed_over
from tests.memory.summarise.talk import said

LETTER = (
    "Hi Ben,\n\nI live in Toronto and I am allergic to cats. The report is due on Friday.\n\n"
    "Best,\nHomer"
)
ANNOUNCED = "Here is an email from my colleague, please summarise:\n\nI live in Toronto."
PAGE = "# Light\nI am the light reaction.\n# Dark\nI live in the stroma. Rubisco is common."


@pytest.mark.parametrize("text", [LETTER, ANNOUNCED, PAGE])
def test_what_somebody_else_wrote_states_no_fact_of_the_person(text: str):
    assert find_facts(said(text)) == ()
    assert "I live" not in extractive_summary(said(text))


def test_what_a_letter_tells_of_the_matter_is_logged():
    assert extractive_summary(said(LETTER)).endswith("- The report is due on Friday.")


@pytest.mark.parametrize(
    "text",
    [
        "Hi,\nI live in Bern.\nI have two cats.",
        "I prefer aisle seats. Can you write a packing list?",
        "Dear diary, today I met Ana. " + "It was a long day. " * 100,
    ],
)
def test_what_only_looks_a_little_like_it_is_the_persons_own(text: str):
    assert not is_anothers(text)


def test_in_doubt_no_fact_is_taken_from_it():
    assert is_handed_over("I prefer aisle seats. Can you write a packing list?")
