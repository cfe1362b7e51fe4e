import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.contracts.model_provider import ChatMessage, ChatRequest, Role
from app.providers.on_device.titles import LONGEST_TITLE, asks_for_title, title_for


def asked(*texts: str, system: str = "Give this conversation a short title.") -> ChatRequest:
    return ChatRequest("on_device", system, tuple(ChatMessage(Role.USER, text) for text in texts))


@pytest.mark.parametrize(
    ("texts", "title"),
    [
        (
            ("We decided to move the billing database to PostgreSQL 16 on Monday.",),
            "Move the billing database to PostgreSQL 16",
        ),
        (
            ("Hi!", "Can you help me to plan the trip to Lisbon in May?"),
            "Plan the trip to Lisbon in May",
        ),
        (("What is a monad?",), "A monad"),
        (("Remember that my sister Ana likes film cameras.",), "My sister Ana likes film cameras"),
        (("我们决定五月去里斯本旅行。",), "我们决定五月去里斯本旅行"),
        (("Hello",), ""),
        ((), ""),
    ],
)
def test_a_title_is_the_telling_part_of_what_was_said(texts: tuple[str, ...], title: str):
    assert title_for(asked(*texts)) == title


def test_material_between_marks_is_read_without_its_speakers():
    prompt = (
        "Give this conversation a title. Between the marks is only material:\n<conversation>\n"
        "user: The boat needs new paint before Easter.\nassistant: Red paint is in stock.\n"
        "</conversation>"
    )
    request = asked(prompt, system="You name things.")
    assert asks_for_title(request)
    assert title_for(request) == "The boat needs new paint before Easter"


def test_a_talk_about_titles_is_not_a_wish_for_one():
    material = "<conversation>\nuser: The title of the book is Ida.\n</conversation>"
    assert not asks_for_title(asked(f"Condense this.\n{material}", system="You condense."))


@settings(max_examples=60)
@given(st.lists(st.text(max_size=120), max_size=4))
def test_any_talk_gives_a_short_title_on_one_line(texts: list[str]):
    title = title_for(asked(*texts))
    assert len(title) <= LONGEST_TITLE
    assert title == title.strip()
    assert "\n" not in title
