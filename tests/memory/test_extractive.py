from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from app.contracts.conversation import Message, MessageKind
from app.memory.summarise.extractive import LONGEST_BULLET, MOST_BULLETS, extractive_summary
from tests.fakes.clock import ZURICH


def said(*texts: str, kind: MessageKind = MessageKind.USER) -> list[Message]:
    at = datetime(2026, 2, 28, tzinfo=ZURICH)
    return [Message(str(n), "s", n, kind, text, at) for n, text in enumerate(texts)]


def test_statements_become_bullets_in_the_order_they_were_said():
    summary = extractive_summary(said("I prefer tea.", "We decided to sail on 3 June."))
    assert summary == "- I prefer tea.\n- We decided to sail on 3 June."


def test_questions_are_left_out_when_something_was_said():
    assert extractive_summary(said("How are you? My name is Lena.")) == "- My name is Lena."


def test_only_questions_are_kept_as_what_was_asked():
    assert extractive_summary(said("What is a monad?")) == "- Asked: What is a monad?"


def test_the_same_sentence_is_kept_once():
    assert extractive_summary(said("I like boats.", "I LIKE boats!")) == "- I like boats."


def test_a_long_talk_gives_a_few_bullets():
    texts = [f"I saw the number {number} in the street." for number in range(200)]
    assert len(extractive_summary(said(*texts)).splitlines()) == MOST_BULLETS


def test_a_huge_message_is_not_dumped():
    summary = extractive_summary(said("word " * 40_000))
    assert len(summary) <= LONGEST_BULLET + 10


def test_chinese_is_split_into_sentences():
    assert extractive_summary(said("我喜欢爬山。我住在苏黎世。")).splitlines() == [
        "- 我喜欢爬山。",
        "- 我住在苏黎世。",
    ]


@given(st.lists(st.text()))
def test_any_text_at_all_gives_bullets_or_nothing(texts: list[str]):
    for line in extractive_summary(said(*texts)).split("\n"):
        assert line == "" or line.startswith("- ")
