import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.memory.summarise.sentences import sentences_of


def split(text: str) -> list[str]:
    return list(sentences_of(text))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("I came. I saw! Did I win?", ["I came.", "I saw!", "Did I win?"]),
        ("i like tea. my sister is ana.", ["i like tea.", "my sister is ana."]),
        ("Dr. Smith comes at 3.30 p.m. on Monday.", ["Dr. Smith comes at 3.30 p.m. on Monday."]),
        ("It costs 3.50. Cheap.", ["It costs 3.50.", "Cheap."]),
        ("See https://a.example/b?c=1. Then rest.", ["See https://a.example/b?c=1.", "Then rest."]),
        ("J. R. Tolkien wrote it. I read it.", ["J. R. Tolkien wrote it.", "I read it."]),
        ("Am 3. Mai nach Bern, z.B. zu Fuß. Gut.", ["Am 3. Mai nach Bern, z.B. zu Fuß.", "Gut."]),
        ("Wait... not yet. Go.", ["Wait... not yet.", "Go."]),
        ('She said "No." and left. He stayed.', ['She said "No." and left.', "He stayed."]),
        ("我喜欢爬山。你呢？我住在苏黎世", ["我喜欢爬山。", "你呢？", "我住在苏黎世"]),
        ("犬が好きです。猫も好きです。", ["犬が好きです。", "猫も好きです。"]),
        ("أعيش في دبي. هل تحب الشاي؟ نعم", ["أعيش في دبي.", "هل تحب الشاي؟", "نعم"]),
        ("मैं दिल्ली में रहता हूँ। मुझे चाय पसंद है।", ["मैं दिल्ली में रहता हूँ।", "मुझे चाय पसंद है।"]),
        ("Я живу в Риге. Мне нравится море.", ["Я живу в Риге.", "Мне нравится море."]),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, sentences: list[str]):
    assert split(text) == sentences


def test_list_items_are_sentences_without_their_marks():
    assert split("- one thing\n* another\n  goes on here\n1. first\n- [ ] a task") == [
        "one thing",
        "another goes on here",
        "first",
        "a task",
    ]


def test_code_tables_and_quoted_lines_are_left_out_whole():
    text = "Before.\n```py\nx = 1. Y = 2\n```\n| a | b |\n|---|---|\n| 1. A | 2 |\n> quoted\nAfter."
    assert split(text) == ["Before.", "After."]


def test_lines_that_were_wrapped_by_hand_are_one_sentence():
    wrapped = "This line was wrapped by somebody who likes narrow columns and\nthen it goes on."
    assert split(wrapped) == [" ".join(wrapped.split())]


def test_short_lines_stay_apart():
    assert split("milk\nbread\nEggs") == ["milk", "bread", "Eggs"]


def test_bold_signs_are_not_part_of_a_sentence():
    assert split("We take **the night train** today.") == ["We take the night train today."]


def test_thai_without_full_stops_comes_in_phrases():
    phrases = split("ฉันชอบกินข้าวกับปลา " * 40)
    assert len(phrases) > 3
    assert all(len(phrase) <= 160 for phrase in phrases)


@pytest.mark.parametrize(
    "filler", [".", "。", "؟", "**x ", ".'", "|", "\n", "`", "- ", "1. ", "\r"]
)
def test_a_huge_odd_message_is_no_trouble(filler: str):
    assert sum(len(sentence) for sentence in split(filler * 20_000)) <= 20_000 * len(filler)


@settings(max_examples=80)
@given(st.text(max_size=300))
def test_no_word_is_changed_or_made_up(text: str):
    for sentence in split(text):
        assert sentence == sentence.strip()
        assert "\n" not in sentence
        letters = [c for c in sentence if c.isalnum()]
        given_letters = [c for c in text if c.isalnum()]
        assert len(letters) <= len(given_letters)
