import pytest

from app.memory.fact_section import category_of


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Lives in Zurich", "profile"),
        ("Has two daughters", "profile"),
        ("Is allergic to peanuts", "profile"),
        ("Wohnt in Bern", "profile"),
        ("住在上海", "profile"),
        ("Prefers short answers", "preferences"),
        ("Does not like coffee", "preferences"),
        ("喜欢爬山", "preferences"),
        ("Is interested in astronomy", "interests"),
        ("Plays the cello", "interests"),
        ("Uses Vim on Linux", "workflow"),
        ("Backs up the laptop every Friday", "workflow"),
        ("Is building a boat rental app", "projects"),
        ("The project Atlas ends in May", "projects"),
        ("The code of the door is 4711", "notes"),
        ("", "notes"),
    ],
)
def test_a_fact_goes_where_its_words_belong(text: str, category: str) -> None:
    assert category_of(text) == category
