import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.memory.text.words import fold, shown_words_of, words_of


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("爬山", "我喜欢在周末去爬山"),
        ("山", "我喜欢在周末去爬山"),
        ("migrate", "The migration is finished"),
        ("zurich", "Ein Wochenende in Zürich"),
        ("ZÜRICH", "zurich"),
        ("Straße", "STRASSE"),
        ("собаку", "У меня есть собака"),
        ("집", "우리 집에 고양이가 있다"),
        ("고양이", "우리 집에 고양이가 있다"),
        ("コーヒー", "朝はコーヒーを飲む"),
        ("مدرسة", "ذهبت إلى المدرسة"),
        ("ไทย", "ฉันเรียนภาษาไทย"),
        ("हिन्दी", "मैं हिन्दी बोलता हूँ"),
        ("anna@example.com", "Write to anna@example.com."),
        ("example", "See https://www.example.com/path?x=1"),
        ("snake", "call snake_case_name()"),
        ("snake_case_name", "call snake_case_name()"),
        ("camel", "class CamelCase: pass"),
        ("1.2", "fixed in v1.2"),
        ("v1.2", "fixed in v1.2"),
        ("1000", "it cost 1,000 euro"),
        ("email", "her e-mail"),
        ("2026-02-28", "due 2026-02-28"),
        ("3", "the 3rd of June"),
        ("buy", "I bought a bicycle"),
        ("child", "the children sleep"),
        ("👍", "great 👍🏽"),
        ("ABC", "ＡＢＣ wide"),
        ("O'Brien", "Mr O’Brien called"),
        ("amour", "l'amour"),
    ],
)
def test_s6_6_a_query_word_finds_the_text(query: str, text: str):
    assert set(words_of(query)) & set(words_of(text))


def test_stop_words_and_contractions_say_nothing():
    assert words_of("I don't know what it is about the") == ["know"]


def test_a_possessive_is_its_noun():
    assert words_of("Caroline's") == words_of("caroline")


def test_chinese_gives_characters_and_overlapping_pairs():
    assert set(words_of("去爬山")) == {"去", "爬", "山", "去爬", "爬山"}


def test_a_chinese_function_character_alone_is_no_word_inside_a_run():
    assert "的" not in words_of("我的猫")


def test_different_words_stay_different():
    assert not set(words_of("Kyoto")) & set(words_of("Tokio"))


def test_shown_words_keep_the_piece_of_text():
    assert shown_words_of("Hiking!") == [("hike", "Hiking")]


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_any_text_gives_the_same_words_again_and_never_an_empty_one(text: str):
    words = words_of(text)
    assert words == words_of(text)
    assert all(words)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_folding_twice_is_folding_once(text: str):
    once = fold(text)
    assert fold(once) == once
