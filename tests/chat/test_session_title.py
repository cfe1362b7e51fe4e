import pytest

from app.chat.session_title import LONGEST_FIRST_TITLE, first_title


def test_a_short_first_message_is_the_title():
    assert first_title("  Trip to\n Lisbon ") == "Trip to Lisbon"


def test_a_long_one_is_cut_at_a_word():
    title = first_title("We decided to move the billing database to PostgreSQL on Monday")
    assert title == "We decided to move the billing database to…"


def test_a_script_without_spaces_is_cut_at_a_character():
    title = first_title("我" * 80)
    assert title == "我" * LONGEST_FIRST_TITLE + "…"


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Shopping:\n- milk\n- 6 eggs", "Shopping: milk, 6 eggs"),
        ("```python\nprint(1)\n```\nWhy does it fail?", "print(1) Why does it fail?"),
        ("# Notes of **Monday**\n\nText", "Notes of Monday Text"),
        ("| item | price |\n|---|---|\n| tent | 199 |", "item, price tent, 199"),
        ("> quoted", "quoted"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("```", "```"),
        ("", "New chat"),
    ],
)
def test_marks_of_markdown_are_not_in_it(said: str, title: str):
    assert first_title(said) == title
