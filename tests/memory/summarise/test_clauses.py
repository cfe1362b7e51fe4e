"""Several facts in one breath are kept one by one, so that each can change by itself."""

import pytest

from app.memory.summarise.fact_finder import find_facts
from tests.memory.summarise.talk import said


@pytest.mark.parametrize(
    ("statement", "facts"),
    [
        ("My name is Tom and I live in Graz.", ["My name is Tom", "I live in Graz."]),
        ("I live in Graz and work at Siemens.", ["I live in Graz", "I work at Siemens."]),
        ("Me llamo Lucía y vivo en Valencia", ["Me llamo Lucía", "Vivo en Valencia"]),
        ("Ich heiße Jo und wohne in Chur", ["Ich heiße Jo", "Ich wohne in Chur"]),
        ("我叫王小明，住在杭州", ["我叫王小明", "我住在杭州"]),
        ("Je m'appelle Ève, j'habite à Lyon", ["Je m'appelle Ève", "J'habite à Lyon"]),
        ("I'm Martin, I live in Graz", ["I'm Martin", "I live in Graz"]),
    ],
)
def test_facts_of_one_breath_are_taken_apart(statement: str, facts: list[str]):
    assert [fact.text for fact in find_facts(said(statement))] == facts


@pytest.mark.parametrize(
    "statement",
    [
        "My wife and I live in Bern.",
        "I live in Graz and work hard on weekends",
        "我女儿叫小雨，今年五岁",
    ],
)
def test_what_is_no_fact_alone_stays_where_it_is(statement: str):
    assert [fact.text for fact in find_facts(said(statement))] == [statement]


def test_what_is_taken_back_is_taken_back_whole():
    assert find_facts(said("I'm Tom and I live in Graz. No, wait, that is wrong.")) == ()
