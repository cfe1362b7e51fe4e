"""A short list is one line; what people say of themselves stays a sentence."""

import pytest

from app.memory.summarise.extractive import extractive_summary
from app.memory.summarise.short_lists import with_lists_joined
from tests.memory.summarise.talk import said


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Shopping:\n- milk\n- 6 eggs\n- oats", "Shopping: milk, 6 eggs, oats"),
        (
            "1. book ferry\n2. call Jonas\n3. pay 120 to Eva",
            "book ferry, call Jonas, pay 120 to Eva",
        ),
        ("Packing\n* boots, brown\n* [ ] a map", "Packing: boots, brown; [ ] a map"),
        ("买：\n- 牛奶\n- 鸡蛋", "买: 牛奶, 鸡蛋"),
    ],
)
def test_a_list_of_things_is_told_whole(text: str, line: str):
    assert extractive_summary(said(text)) == f"- {line}".replace("[ ] ", "")


@pytest.mark.parametrize(
    "text",
    [
        "About me:\n- I live in Bern\n- I like tea",
        "Settled:\n- We decided to sail\n- The boat is red",
        "- only one",
        "Long:\n" + "\n".join(f"- the thing with the number {n} on it" for n in range(20)),
        "no list at all\nbut two lines",
    ],
)
def test_everything_else_stays_as_it_is(text: str):
    assert with_lists_joined(text) == text
