import pytest

from app.memory.entry_vagueness import vagueness_of


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Tea", "It is too short to tell what is meant."),
        ("茶", "It is too short to tell what is meant."),
        ("!!!", "It is too short to tell what is meant."),
        ("Does stuff at work", "“stuff” does not say what is meant."),
        ("Macht gerne irgendwas", "“irgendwas” does not say what is meant."),
        ("That worked well", "It begins with “That” and does not say what that is."),
    ],
)
def test_an_entry_that_says_too_little_is_vague_for_a_reason(text: str, reason: str) -> None:
    assert vagueness_of(text) == reason


@pytest.mark.parametrize(
    "text",
    [
        "Likes tea",
        "喜欢茶",
        "Любит чай",
        "Has something against Paris",
        "Calls his notebook “things”",
        "Owes 20 francs for stuff",
    ],
)
def test_an_entry_that_names_a_thing_is_not_vague(text: str) -> None:
    assert vagueness_of(text) is None
