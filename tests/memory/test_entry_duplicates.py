from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.entry_duplicates import Repeat, find_repeats
from app.memory.entry_similarity import Likeness
from tests.memory.entries import entries, entry
from tests.property_settings import without_deadline


class TeaIsTea:
    """Says that everything about tea means the same."""

    def find(self, content: str, texts: Sequence[str]) -> int | None:
        return next((i for i, text in enumerate(texts) if "tea" in text and "tea" in content), None)


def test_the_first_of_the_same_stays() -> None:
    found = find_repeats(entries("Likes tea", "Plays chess", "The user likes tea."))
    assert found == (Repeat(2, 0, Likeness.SAME),)


def test_the_one_that_says_more_stays() -> None:
    found = find_repeats(entries("Works as a nurse in Lisbon", "Works as a night nurse in Lisbon"))
    assert found == (Repeat(0, 1, Likeness.NEAR),)


def test_the_pinned_one_stays_and_two_pinned_ones_both_stay() -> None:
    pinned = entry("Likes tea", is_pinned=True)
    assert find_repeats([entry("likes tea"), pinned]) == (Repeat(0, 1, Likeness.SAME),)
    assert find_repeats([pinned, pinned]) == ()


def test_a_chain_points_at_what_really_stays() -> None:
    found = find_repeats(
        entries(
            "Works as a nurse in Lisbon",
            "works as a nurse in Lisbon!",
            "Works as a night nurse in Lisbon",
        )
    )
    assert [(repeat.index, repeat.of) for repeat in found] == [(0, 2), (1, 2)]


def test_the_same_meaning_is_asked_for_what_words_do_not_show() -> None:
    texts = entries("Likes tea", "Is fond of tea", "Likes 2 teas", "Plays chess")
    assert find_repeats(texts, TeaIsTea()) == (Repeat(1, 0, Likeness.MEANING),)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Uses C", "Uses C++"),
        ("Uses C#", "Uses C++"),
        ("Takes 1.5 mg", "Takes 1-5 mg"),
        ("Earns 500 €", "Earns 500 $"),
        ("Is at -5 degrees", "Is at 5 degrees"),
        ("Feels 😀 about it", "Feels 😢 about it"),
        ("Works as a nurse in Lisbon", "Sister works as a nurse in Lisbon"),
        ("Likes tea in the morning", "Does not like tea in the morning"),
        ("Prefers coffee over tea", "Prefers tea over coffee"),
        ("Born on 3 May", "Born on 4 May"),
        ("Shopping\n- milk\n- eggs", "Shopping\n- milk\n- eggs\n- rice"),
        ("...", "!!!"),
    ],
)
def test_what_differs_in_a_detail_is_no_repeat(one: str, other: str) -> None:
    assert find_repeats(entries(one, other)) == ()
    assert find_repeats(entries(other, one)) == ()


@without_deadline
@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from("likes tea to better very old not 3".split()), max_size=5),
            st.booleans(),
        ),
        max_size=12,
    )
)
def test_what_repeats_point_at_always_stays(drawn: list[tuple[list[str], bool]]) -> None:
    made = [entry(" ".join(words), is_pinned=is_pinned) for words, is_pinned in drawn]
    found = find_repeats(made, TeaIsTea())
    gone = {repeat.index for repeat in found}
    assert len(gone) == len(found)
    assert not gone & {repeat.of for repeat in found}
    assert not any(made[index].marks.is_pinned for index in gone)
