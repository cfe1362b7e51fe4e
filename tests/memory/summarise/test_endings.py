"""What somebody says is over, and what it was called."""

import pytest

from app.memory.summarise.endings import EndingKind, ending_in
from app.memory.summarise.fact_finder import fact_in


@pytest.mark.parametrize(
    ("statement", "kind", "about"),
    [
        ("I left Acme.", EndingKind.JOB, {"acm"}),
        ("I quit my job at Café Nero because of exams", EndingKind.JOB, {"cafe", "nero"}),
        ("I got fired", EndingKind.JOB, set[str]()),
        ("Ich habe gekündigt und fange im Mai neu an", EndingKind.JOB, set[str]()),
        ("我辞职了", EndingKind.JOB, set[str]()),
        ("Nina and I broke up.", EndingKind.LOVE, {"nina"}),
        ("Nina y yo lo dejamos", EndingKind.LOVE, {"nina"}),
        ("I'm no longer vegetarian, I eat fish now.", EndingKind.HABIT, {"vegetarian"}),
        ("I don't drink coffee anymore, only tea", EndingKind.HABIT, {"drink", "coffe"}),
        ("I gave up on the marathon.", EndingKind.HABIT, {"marathon"}),
        ("I no longer work at the bank.", EndingKind.HABIT, {"work", "bank"}),
        ("Ya no vivo en Valencia", EndingKind.HABIT, {"vivo", "valencia"}),
        ("Ich arbeite nicht mehr bei Siemens", EndingKind.HABIT, {"arbeit", "siemen"}),
    ],
)
def test_an_ending_is_known_by_its_words(statement: str, kind: EndingKind, about: set[str]):
    ending = ending_in(statement)
    assert ending is not None
    assert (ending.kind, ending.about) == (kind, about)


@pytest.mark.parametrize(
    "statement",
    [
        "I left the house at nine",
        "I stopped the car",
        "I quit it",
        "I stopped drinking so much.",
        "He left Acme.",
        "I like Acme",
        "The bank is no longer open",
    ],
)
def test_what_is_no_end_of_something_lasting_is_none(statement: str):
    assert ending_in(statement) is None


@pytest.mark.parametrize("statement", ["If I left Acme, would they miss me", "Maybe I left Acme"])
def test_a_supposed_end_is_none(statement: str):
    assert fact_in(statement) is None


def test_a_death_is_a_fact_whenever_it_was():
    fact = fact_in("Rufus died last night.")
    assert fact is not None
    assert fact.ends is None
