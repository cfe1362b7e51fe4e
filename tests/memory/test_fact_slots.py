from datetime import date

import pytest

from app.memory.fact_slots import contradicts, slot_of, superseded_by
from tests.memory.entries import entry


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Lives in Zurich", "The user lives in Geneva."),
        ("I live in Rome", "Now lives in Oslo"),
        ("Anna lives in Oslo", "Anna lives in Bergen"),
        ("Wohnt in Bern", "Wohnt in Chur"),
        ("用户住在北京", "住在上海"),
        ("Works at Acme", "Works for Globex"),
        ("Works as a nurse", "Works as a teacher"),
        ("Is 41 years old", "Is 42 years old"),
        ("My birthday is on 12 May", "Birthday: 13 May"),
        ("Anna's birthday is 3 June", "Anna’s birthday is 4 June"),
        ("Favourite colour is blue", "My favourite colour is now green"),
        ("Email is a@b.ch", "Email is c@b.ch"),
        ("Prefers tea over coffee", "Prefers coffee to tea"),
        ("Prefers dark mode", "Uses light theme"),
        ("Likes tea", "Does not like tea"),
        ("Likes tea", "Dislikes tea"),
        ("I love jazz", "I hate jazz"),
        ("I really enjoy jazz", "I don't like jazz"),
        ("I can't stand mushrooms", "I like mushrooms"),
        ("Is a vegetarian", "Is no longer a vegetarian"),
        ("Smokes", "Stopped smoking"),
        ("I live in Boston.", "I live in Cambridge, not Boston."),
        ("I live in Boston", "I moved back to Bern"),
        ("I live in Boston", "I live in Bern now"),
        ("I work at Acme Corp as a designer.", "I work at Globex now."),
        ("My name is Alex.", "My name is Alexander, but call me Alex."),
        ("My standup is at 9:15 every day", "My standup moved to 9:45"),
        ("Ich wohne in Bern", "Ich bin nach Chur gezogen"),
        ("Vivo en Valencia", "Ahora vivo en Madrid"),
        ("Vivo en Valencia", "Vivo en Madrid, en la calle Embajadores 12"),
        ("我住在杭州", "我搬家了，现在住在上海"),
    ],
)
def test_two_values_of_one_thing_contradict(older: str, newer: str) -> None:
    one, other = slot_of(older), slot_of(newer)
    assert one is not None
    assert other is not None
    assert contradicts(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lives in Zurich", "Anna lives in Geneva"),
        ("Lives in Zurich", "Lives in Zürich"),
        ("Lives in Zurich", "Wants to live in Rome"),
        ("Lives in Zurich", "Used to live in Bern"),
        ("Lives in Zurich with two cats and a dog", "Lives in Bern"),
        ("Lives in Zurich. Has two cats", "Lives in Bern"),
        ("Lives in Zurich", "Moved to Vim"),
        ("I live in Zurich", "I moved to Neovim"),
        ("I live in Zurich", "I moved to Porto in 2019"),
        ("My standup is at 9:15", "My lunch is at 12:15"),
        ("Works for Acme", "Works for two hours"),
        ("Works as a nurse", "Works as a volunteer at weekends"),
        ("Has a dog called Rex", "Has a cat called Tom"),
        ("Likes tea", "Likes coffee"),
        ("Likes tea", "Does not like coffee"),
        ("Speaks German", "Speaks French"),
        ("My dog's name is Rex", "Name is Jo"),
        ("Anna is a nurse", "Anna is married"),
        ("Prefers tea over coffee", "Prefers tea over milk"),
        ("Deadline is 3 May", "Deadline is 4 June"),
        ("Lives in Zurich\n- since 2010", "Lives in Bern"),
    ],
)
def test_two_facts_that_can_both_be_true_do_not_contradict(one: str, other: str) -> None:
    first, second = slot_of(one), slot_of(other)
    assert first is None or second is None or not contradicts(first, second)


def test_only_a_value_of_a_later_day_supersedes() -> None:
    early, late = date(2026, 1, 1), date(2026, 2, 1)
    found = superseded_by(
        [
            entry("Lives in Zurich", saved_on=early),
            entry("Lives in Geneva", saved_on=late),
            entry("Lives in Basel"),
            entry("Lives in Bern", saved_on=early, section="My brother"),
            entry("Likes tea", saved_on=late),
            entry("Dislikes tea", saved_on=late),
        ]
    )
    assert found == {0: 1}
