import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.entry_similarity import (
    Likeness,
    closest_texts,
    find_duplicate,
    lines_worth_comparing,
    words_of,
)
from tests.property_settings import without_deadline


def likeness(content: str, existing: str) -> Likeness | None:
    found = find_duplicate(content, ["something else", existing])
    return found.likeness if found else None


@pytest.mark.parametrize(
    ("content", "existing"),
    [
        ("Likes tea", "Likes tea"),
        ("likes TEA!", "- Likes *tea*"),
        ("The user likes tea.", "Likes tea"),
        ("Lives in Zurich", "Lives in Zürich"),
        ("Lives in Zu\u0308rich", "lives in zürich"),
        ("喜欢爬山", "喜欢爬山。"),
        ("Любит чай", "любит чай!"),
        ("한국어를 배우는 중", "한국어를 배우는 중"),
        ("Uses the apps daily", "Uses the app daily"),
    ],
)
def test_the_same_words_are_the_same_entry(content: str, existing: str) -> None:
    assert likeness(content, existing) is Likeness.SAME


@pytest.mark.parametrize(
    ("content", "existing"),
    [
        ("Prefers dark mode everywhere", "Prefers dark mode everywhere, strongly"),
        ("Works as a nurse in Lisbon", "Works as a night nurse in Lisbon"),
        ("用户喜欢在周末去爬山", "用户喜欢在周末早上去爬山"),
    ],
)
def test_the_same_with_less_said_is_a_near_duplicate(content: str, existing: str) -> None:
    assert likeness(content, existing) is Likeness.NEAR


@pytest.mark.parametrize(
    ("content", "existing"),
    [
        ("Prefers coffee over tea", "Prefers tea over coffee"),
        ("Likes tea in the morning", "Does not like tea in the morning"),
        ("Does not like tea in the morning", "Likes tea in the morning"),
        (
            "The weekly review with Ana is on Friday at 9",
            "The weekly review with Ana is on Friday at 10",
        ),
        ("Her name is Anna", "My name is Anna"),
        ("Is a vegetarian since school", "Was a vegetarian since school"),
        ("Moved to Berlin with both kids", "Moved from Berlin with both kids"),
        ("Works as a night nurse in Lisbon", "Works as a nurse in Lisbon"),
        ("他喜欢爬山", "他不喜欢爬山"),
        ("Likes tea", "Likes tea with milk from the farm next door on Sundays"),
    ],
)
def test_what_says_something_new_is_no_duplicate(content: str, existing: str) -> None:
    assert likeness(content, existing) is None


@without_deadline
@given(st.lists(st.text(st.characters(exclude_characters="\n")), max_size=5), st.data())
def test_a_text_is_always_found_among_texts_that_hold_it(
    texts: list[str], data: st.DataObject
) -> None:
    telling = [text for text in texts if words_of(text)]
    if telling:
        wanted = data.draw(st.sampled_from(telling))
        candidates = [texts[line] for line in lines_worth_comparing(wanted, "\n".join(texts))]
        found = find_duplicate(wanted, candidates)
        assert found is not None
        assert found.likeness is Likeness.SAME


def test_signs_alone_are_nobodys_duplicate() -> None:
    assert find_duplicate("!!!", ["???", "!!!"]) is None
    assert lines_worth_comparing("!!!", "???\n!!!") == []


def test_the_closest_texts_come_first() -> None:
    texts = ["green tea", "drinks green tea daily", "plays chess", "tea"]
    assert closest_texts("drinks green tea", texts, 2) == (1, 0)
    assert closest_texts("astronomy", texts, 3) == ()


def test_only_lines_that_hold_the_rarest_word_are_worth_comparing() -> None:
    text = "- Likes TEA-houses <!-- tool 2026-02-28 -->\n- likes chess\n- teahouse\n"
    assert lines_worth_comparing("the user likes chess", text) == [1]
    assert lines_worth_comparing("likes", text) == [0, 1]
    assert lines_worth_comparing("teahouse", text) == [2]
    assert lines_worth_comparing("likes astronomy", text) == []


@pytest.mark.parametrize(
    ("new", "known"),
    [
        ("Uses C#", "Uses C++"),
        ("Works as a nurse in Lisbon", "Sister works as a nurse in Lisbon"),
        ("Sister works as a nurse in Lisbon", "Works as a nurse in Lisbon"),
    ],
)
def test_a_fact_about_something_or_somebody_else_is_kept(new: str, known: str):
    assert find_duplicate(new, [known]) is None
